import { wrongValue } from '../../catalogue/values';
import type { FieldType } from '../field';
import { InputError, quote } from '../inputError';

/** Whether a number has its original digits; JavaScript rounds larger ones. */
export function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** @throws InputError for a number that JavaScript has rounded, or may have */
export function requireExact(value: number): void {
	if (!isExact(value)) throw notExact(value);
}

export function notExact(value: unknown): InputError {
	return new InputError(wrongValue.inexactNumber({ value: quote(value) }));
}

/** @throws InputError naming the first number in a JSON text that parsing would round */
export function requireExactNumbers(json: string): void {
	replaceRounded(json, (number) => {
		throw new InputError(wrongValue.inexactNumber({ value: `The number ${number}` }));
	});
}

/** A JSON text in which numbers that parsing would round, such as long IDs, become texts. */
export function withLongNumbersAsText(json: string): string {
	return replaceRounded(json, (number) => `"${number}"`);
}

function replaceRounded(json: string, replacementOf: (number: string) => string): string {
	let isInText = false;
	return json.replace(/\\[^]|"|-?\d[\d.eE+-]*/g, (token) => {
		if (token === '"') isInText = !isInText;
		else if (!isInText && !isExact(Number(token))) return replacementOf(token);
		return token;
	});
}

interface Bounds {
	isWhole?: boolean;
	min?: number;
	max?: number;
}

export function boundedNumber({ isWhole = false, min, max }: Bounds): FieldType {
	const kind = isWhole ? 'whole number' : 'number';
	const bounds = max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
	const range = min === undefined ? '' : bounds;
	const isWithin = (number: number): boolean =>
		(!isWhole || Number.isInteger(number)) &&
		number >= (min ?? -Infinity) &&
		number <= (max ?? Infinity);
	return {
		form: {
			type: 'number',
			default: min === undefined ? 0 : '',
			typeOptions: {
				...(min !== undefined && { minValue: min }),
				...(max !== undefined && { maxValue: max }),
				...(isWhole && { numberPrecision: 0 }),
			},
		},
		format: kind + range,
		convert(value) {
			const parsed = parsedNumber(typeof value === 'string' ? value.trim() : value);
			if (parsed === undefined || !isWithin(parsed)) {
				throw new InputError(
					wrongValue.numberOutOfRange({ range: kind + range, value: quote(value) }),
				);
			}
			if (!isExact(parsed)) throw notExact(value);
			return parsed;
		},
	};
}

function parsedNumber(value: unknown): number | undefined {
	if (typeof value === 'bigint') return Number(value);
	const isWritten =
		typeof value === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value);
	const parsed = isWritten ? Number(value) : value;
	return Number.isFinite(parsed) ? (parsed as number) : undefined;
}

export const number = boundedNumber({});

export const integer = boundedNumber({ isWhole: true });
