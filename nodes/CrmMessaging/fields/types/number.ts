import { Problem, shown } from '../inputError';
import type { Kind } from '../field';

function toNumber(value: unknown, example = '12.5'): number {
	const given = typeof value === 'string' ? value.trim() : value;
	if (typeof given === 'number' && Number.isFinite(given)) return given;
	if (typeof given === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(given)) {
		const parsed = Number(given);
		if (Number.isFinite(parsed)) return parsed;
	}
	if (typeof given === 'bigint' && Number.isSafeInteger(Number(given))) return Number(given);
	throw new Problem(`${shown(value)} is not a number; write it such as ${example}`);
}

/** A number, also as text. */
export const number: Kind = {
	form: { type: 'number', default: 0, typeOptions: { numberPrecision: 2 } },
	column: 'number',
	format: 'number',
	convert: (value) => toNumber(value),
};

/** A whole number, also as text. */
export const integer: Kind = {
	form: { type: 'number', default: 0, typeOptions: { numberPrecision: 0 } },
	column: 'number',
	format: 'integer',
	convert(value) {
		const parsed = toNumber(value, '3');
		if (!Number.isSafeInteger(parsed))
			throw new Problem(`${shown(value)} is not a whole number; write it such as 3`);
		return parsed;
	},
};

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
export const boolean: Kind = {
	form: { type: 'boolean', default: false },
	column: 'boolean',
	format: 'boolean',
	convert(value) {
		const found = truths.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
		if (found === undefined)
			throw new Problem(`${shown(value)} is neither true nor false; give one of the two`);
		return found;
	},
};
