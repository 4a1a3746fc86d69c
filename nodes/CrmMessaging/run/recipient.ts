/**
 * Who an entry is for: its names, by type. The first type that two entries both have decides whether
 * they are for the same one, so that a guest with another's e-mail address stays another guest.
 */
export type Recipient = ReadonlyArray<readonly [type: string, name: string]>;

/** Makes a recipient of the names there are, the deciding one first. */
export function recipientNamed(names: Record<string, unknown>): Recipient {
	return Object.entries(names).flatMap(([type, value]) => {
		const name =
			typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
		return name === '' ? [] : [[type, name] as const];
	});
}

/** Whether two entries are for the same one; undefined where nothing they both have tells. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean | undefined {
	for (const [type, name] of one) {
		const found = other.find(([otherType]) => otherType === type);
		if (found) return found[1] === name;
	}
	return undefined;
}

/** A recipient as people read it: the name that decides. */
export function shownRecipient(recipient: Recipient): string | undefined {
	return recipient[0]?.[1];
}
