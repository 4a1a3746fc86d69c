import { InputError, quote } from '../inputError';
import type { FieldType } from '../field';

/** What helps where a long number, mostly an ID, was read as a number. */
const getAsText = 'Get it as text: put it in quotes in the JSON, or turn its source column to text';

/** Whether a number still has all digits it was written with; JavaScript rounds larger ones. */
export function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** @throws InputError for a number that JavaScript has rounded, or may have */
export function requireExact(value: number): void {
	if (!isExact(value)) throw notExact(value);
}

/** What is wrong with a number that is no longer what somebody wrote. */
export function notExact(value: unknown): InputError {
	return new InputError(`${quote(value)} is too large to be exact as a number. ${getAsText}`);
}

/** @throws InputError naming the first number of a JSON text that parsing it would round */
export function requireExactNumbers(json: string): void {
	const [rounded] = roundedNumbersIn(json);
	if (!rounded) return;
	throw new InputError(
		`has the number ${rounded[0]}, which is too large to be exact. ${getAsText}`,
	);
}

/** A JSON text with each number that parsing it would round as a text, such as a long ID. */
export function withLongNumbersAsText(json: string): string {
	let text = '';
	let end = 0;
	for (const { 0: number, index } of roundedNumbersIn(json)) {
		text += `${json.slice(end, index)}"${number}"`;
		end = index + number.length;
	}
	return text + json.slice(end);
}

/** Only numbers of so many digits, or with an exponent, can be too large. */
const mayBeTooLong = /\d{16}|\d[eE]\+?\d/;

/** The numbers of a valid JSON text that parsing it would round. */
function* roundedNumbersIn(json: string): Generator<RegExpExecArray> {
	if (!mayBeTooLong.test(json)) return;
	let isInText = false;
	for (const found of json.matchAll(/\\[^]|"|-?\d[\d.eE+-]*/g)) {
		const [token] = found;
		if (token === '"') isInText = !isInText;
		else if (!isInText && !isExact(Number(token))) yield found;
	}
}

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
