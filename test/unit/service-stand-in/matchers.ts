/** Jest's matchers of a part of a value, typed so that what they stand in for stays checked. */

export const aString: unknown = expect.any(String);
export const aNumber: unknown = expect.any(Number);
export const aBoolean: unknown = expect.any(Boolean);

/** Any text that matches. */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** Any object that has these fields among others. */
export const objectWith = (fields: object): unknown => expect.objectContaining(fields);
