import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';

/** What a type makes of a value, in a workflow of the given time zone. */
export function converted(type: FieldType, value: unknown, timezone = 'Europe/Madrid'): unknown {
	return type.convert(value, { timezone });
}

/** The sentence with which a rule refuses; undefined when it accepts. Any other error is thrown. */
export function refusal(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.sentence();
		throw error;
	}
}

/** The sentence with which a type refuses a value; undefined when it accepts. */
export function refusalOf(type: FieldType, value: unknown): string | undefined {
	return refusal(() => converted(type, value));
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
