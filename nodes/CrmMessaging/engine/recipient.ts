import { isNamed } from '../fields/values';

/** Names by type, the strongest first. The first type that two entries share decides whether they match. */
export type Recipient = Readonly<Record<string, string>>;

export function recipientNamed(names: Record<string, unknown> = {}): Recipient {
	const recipient: Record<string, string> = {};
	for (const [type, value] of Object.entries(names)) {
		if (isNamed(value)) recipient[type] = String(value).trim();
	}
	return recipient;
}

/** A recipient's strongest name for texts; undefined if it has none. */
export function displayName(recipient: Recipient): string | undefined {
	return Object.values(recipient)[0];
}

/** A recipient that gets a test instead of another one, even if it is a recipient itself. */
export function testRecipient(recipient: Recipient): Recipient {
	const names = Object.entries(recipient);
	return Object.fromEntries(names.map(([type, name]) => [type, `test ${name}`]));
}

export function namesIn(recipient: Recipient): string[] {
	return Object.entries(recipient).map(([type, name]) => `${type} ${name}`);
}

/** A recipient's strongest name with its type; undefined if it has none. */
export function strongestName(recipient: Recipient): string | undefined {
	return namesIn(recipient)[0];
}
