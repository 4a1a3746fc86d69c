import { requireExact } from '../exactNumbers';
import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';

/**
 * Turns a text, number or boolean into text; expressions often yield numbers where text is meant.
 *
 * @throws InputError for anything else, and for a number so large that it has been rounded
 */
export function toText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		requireExact(value);
		return String(value);
	}
	throw new InputError(`${shown(value)} is not a text; give a text or a number`);
}

/** Any text; numbers are converted. */
export const text: FieldType = {
	form: { type: 'string', default: '' },
	column: 'string',
	format: 'text',
	convert: toText,
};

/** A text of several lines. */
export const longText: FieldType = {
	...text,
	form: { type: 'string', default: '', typeOptions: { rows: 3 } },
};

/** A text of at most so many characters. */
export function shortText(maxLength: number): FieldType {
	return {
		...text,
		format: `text, at most ${maxLength} characters`,
		convert(value) {
			const given = toText(value);
			const length = [...given].length;
			if (length > maxLength) {
				throw new InputError(
					`${shown(given)} has ${length} characters; the service takes at most ${maxLength}`,
				);
			}
			return given;
		},
	};
}
