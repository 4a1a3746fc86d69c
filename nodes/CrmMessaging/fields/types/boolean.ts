import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';

const truths = new Map<unknown, boolean>([
	[true, true],
	[false, false],
	['true', true],
	['false', false],
	[1, true],
	[0, false],
	['1', true],
	['0', false],
]);

/** True or false, also as text or as 1 and 0. */
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
