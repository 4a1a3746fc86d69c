/**
 * Who an entry is for: its names, by type. The first type that two entries both have decides whether
 * they are for the same one, so that a guest with another's e-mail address stays another guest.
 */
export type Recipient = ReadonlyArray<readonly [type: string, name: string]>;

/** Makes a recipient of the names there are, the deciding one first. */
export function recipientNamed(names: Record<string, unknown>): Recipient {
	const recipient: Array<readonly [string, string]> = [];
	for (const type in names) {
		const value = names[type];
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const name = String(value).trim();
		if (name !== '') recipient.push([type, name]);
	}
	return recipient;
}

/** Whether two entries are for the same one; undefined where nothing they both have tells. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean | undefined {
	for (const [type, name] of one) {
		for (const [otherType, otherName] of other) {
			if (otherType === type) return otherName === name;
		}
	}
	return undefined;
}

/** A recipient as people read it: the name that decides. */
export function shownRecipient(recipient: Recipient): string | undefined {
	return recipient[0]?.[1];
}
