import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';

const truths = new Map<unknown, boolean>([
	...[true, 1, 'true', 'yes', 'on', '1'].map((one) => [one, true] as const),
	...[false, 0, 'false', 'no', 'off', '0'].map((one) => [one, false] as const),
]);

/** True or false, also as a word in any case, or as 1 and 0. Every switch of a form is read so. */
export const boolean: FieldType = {
	form: { type: 'boolean', default: false },
	column: 'boolean',
	format: 'boolean',
	convert(value) {
		const found = truths.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
		if (found === undefined)
			throw new InputError(`${shown(value)} is neither true nor false; give one of the two`);
		return found;
	},
};
