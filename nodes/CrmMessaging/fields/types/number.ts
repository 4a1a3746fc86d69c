import { isExact, notExact } from '../exactNumbers';
import { InputError, quote } from '../inputError';
import type { FieldType } from '../field';

function toNumber(value: unknown, example = '12.5'): number {
	const given = typeof value === 'string' ? value.trim() : value;
	const parsed = parsedNumber(given);
	if (parsed === undefined) {
		throw new InputError(`${quote(value)} is not a number; write it such as ${example}`);
	}
	if (!isExact(parsed)) throw notExact(value);
	return parsed;
}

function parsedNumber(given: unknown): number | undefined {
	if (typeof given === 'number' && Number.isFinite(given)) return given;
	if (typeof given === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(given)) {
		const parsed = Number(given);
		if (Number.isFinite(parsed)) return parsed;
	}
	return typeof given === 'bigint' ? Number(given) : undefined;
}

/** A number, also as text. */
export const number: FieldType = {
	form: { type: 'number', default: 0 },
	column: 'number',
	format: 'number',
	convert: (value) => toNumber(value),
};

/** A whole number, also as text. */
export const integer: FieldType = {
	form: { type: 'number', default: 0, typeOptions: { numberPrecision: 0 } },
	column: 'number',
	format: 'integer',
	convert(value) {
		const parsed = toNumber(value, '3');
		if (!Number.isSafeInteger(parsed))
			throw new InputError(`${quote(value)} is not a whole number; write it such as 3`);
		return parsed;
	},
};
