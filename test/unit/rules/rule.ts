import type { Kind } from '../../../nodes/CrmMessaging/fields/field';
import { Problem } from '../../../nodes/CrmMessaging/fields/inputError';

/** What a kind makes of a value, in a workflow of the given time zone. */
export function converted(kind: Kind, value: unknown, timezone = 'Europe/Madrid'): unknown {
	return kind.convert(value, { timezone });
}

/** The sentence with which a rule refuses; undefined when it accepts. Any other error is thrown. */
export function refusal(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		if (error instanceof Problem) return error.sentence();
		throw error;
	}
}

/** The sentence with which a kind refuses a value; undefined when it accepts. */
export function refusalOf(kind: Kind, value: unknown): string | undefined {
	return refusal(() => converted(kind, value));
}

/** Values that are no text, number or boolean, in a form JavaScript would gladly turn into text. */
export const noScalars: unknown[] = [
	NaN,
	Infinity,
	-Infinity,
	{},
	{ value: '1' },
	[],
	['1'],
	new Date(0),
	() => '1',
];
