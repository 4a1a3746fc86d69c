import fc from 'fast-check';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import {
	boundedNumber,
	integer,
	number,
	withLongNumbersAsText,
} from '../../../nodes/CrmMessaging/fields/types/number';
import {
	converted,
	forAll,
	itRefuses,
	noScalars,
	notA,
	refusalOf,
	jsonValue,
	refusal,
} from './rule';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { id, pathId, longText, text } from '../../../nodes/CrmMessaging/fields/types/text';
import { jsonOrText, parseJson, textList } from '../../../nodes/CrmMessaging/fields/types/json';
import { contactPhone, phone } from '../../../nodes/CrmMessaging/fields/types/phone';

const most = Number.MAX_SAFE_INTEGER;
const finite = fc.double({ noNaN: true, min: -most, max: most });

describe('a number', () => {
	it('is sent unchanged, whether it is a number or text', () => {
		forAll(finite, (input) => {
			expect(converted(number, input)).toBe(input);
			expect(converted(number, ` ${input} `) === input).toBe(true);
		});
	});

	it('can be written with a sign, without a digit before the point, or as a power of ten', () => {
		const written = ['+1', '-1.50', '.5', '5.', '1e3', '1.2E-1', '1e+2', '007', '12.25', 12n];
		const read = written.map((input) => converted(number, input));
		expect(read).toEqual([1, -1.5, 0.5, 5, 1000, 0.12, 100, 7, 12.25, 12]);
	});

	const others = '12,5 1.234,56 1_000 0x10 ٣ NaN Infinity 1e999 12€ . + e5 1e'.split(' ');
	const empty = ['', ' ', '1 000', true, false, null, undefined];
	itRefuses(number, [...noScalars, ...others, ...empty], ({ value }) =>
		wrongValue.numberOutOfRange({ range: 'number', value }),
	);
});

describe('an integer', () => {
	it('is sent unchanged, whether it is a number or text', () => {
		forAll(fc.maxSafeInteger(), (input) => {
			expect(converted(integer, input)).toBe(input);
			expect(converted(integer, String(input))).toBe(input);
		});
	});

	it('is refused with a fraction', () => {
		const others = finite.filter((input) => !Number.isInteger(input));
		forAll(others, (input) => {
			expect(refusalOf(integer, input)).toEqual(
				wrongValue.numberOutOfRange({ range: 'whole number', value: `“${input}”` }),
			);
		});
	});

	itRefuses(integer, ['a'], ({ value }) =>
		wrongValue.numberOutOfRange({ range: 'whole number', value }),
	);
});

describe('a number with bounds', () => {
	const whole = { isWhole: true, min: 1, max: 10 };

	it.each<[kind: string, Parameters<typeof boundedNumber>[0], good: unknown[], bad: unknown[]]>([
		['whole number from 1 to 10', whole, [1, 10, '7', ' 2 '], [0, 11, 1.5, 'x', true]],
		['whole number of at least 1', { isWhole: true, min: 1 }, [1, 1e6], [0, -1, 1.5]],
		['number of at least 0', { min: 0 }, [0, 0.5], [-0.1, 'x']],
		['number above 0', { above: 0 }, [0.01, '5'], [0, -1, NaN]],
	])('is a %s', (range, bounds, good, bad) => {
		const type = boundedNumber(bounds);
		for (const value of good) expect(converted(type, value)).toBe(Number(value));
		for (const value of bad) {
			expect(refusalOf(type, value)).toEqual(
				wrongValue.numberOutOfRange({ range, value: quote(value) }),
			);
		}
	});
});

describe('a boolean', () => {
	it.each([
		[true, [true, 'true', ' TRUE ', 1, '1', 'yes', 'On', 'y', 'x', 'ja', 'WAHR', 'Sí', 'oui']],
		[false, [false, 'false', 'False', 0, -0, '0', 'NO', ' off', 'n', 'Nein', 'FALSCH', 'non']],
	])('%p can be written as %p', (value, written) => {
		for (const input of written) expect(converted(boolean, input)).toBe(value);
	});

	const others = [...noScalars, 'maybe', 'truth', '', 2, -1, 1n, null, undefined];
	itRefuses(boolean, others, notA('true or false', 'true'));
});

const safe = BigInt(Number.MAX_SAFE_INTEGER);
const signed = (size: fc.Arbitrary<bigint>) =>
	fc.tuple(size, fc.boolean()).map(([value, isNegative]) => (isNegative ? -value : value));
/** Integers that may lose digits as JavaScript numbers. */
const long = signed(fc.bigInt({ min: safe + 1n, max: 10n ** 30n }));

const texts: Array<[name: string, type: FieldType]> = Object.entries({
	id,
	pathId,
	text,
	longText,
	phone,
	contactPhone,
	textList,
});

describe('a number that has lost digits', () => {
	it.each([...texts, ['number', number], ['integer', integer], ['jsonOrText', jsonOrText]])(
		'is refused as %s',
		(_name, type) => {
			forAll(long, (input) => {
				const shown = quote(Number(input));
				expect(refusalOf(type, Number(input))).toEqual(
					wrongValue.inexactNumber({ value: shown }),
				);
			});
		},
	);

	it('is refused as text in a number field, also with a fraction or an exponent', () => {
		forAll(long, fc.constantFrom('', '.0', '.5', 'e0', 'E+2'), (input, end) => {
			for (const type of [number, integer]) {
				expect(refusalOf(type, `${input}${end}`)).toMatchObject({ code: 'inexactNumber' });
			}
		});
	});

	itRefuses(id, ['7.06130440776612E+18', '7,0613E+18', '1e+15'], wrongValue.inexactNumber);
});

describe('a JSON text', () => {
	/** The values around a number in JSON, and its key. */
	const around = fc.tuple(jsonValue, jsonValue, fc.string({ unit: 'grapheme' }));
	const end = fc.constantFrom('', '.0', 'e0', 'E+9');

	it('is refused if a number would lose digits, quoting the number as it is written', () => {
		forAll(around, long, end, ([before, after, key], input, suffix) => {
			const literal = `${input}${suffix}`;
			const parts = [before, key, after].map((part) => JSON.stringify(part));
			const json = `[${parts[0]}, {${parts[1]}: ${literal}}, ${parts[2]}]`;
			expect(refusal(() => parseJson(json))).toEqual(
				wrongValue.inexactNumber({ value: `The number ${literal}` }),
			);
			const [, object] = JSON.parse(withLongNumbersAsText(json)) as [unknown, object];
			expect(Object.values(object)).toEqual([literal]);
		});
	});

	it('is read unchanged if no number would lose digits, even if its texts contain long numbers', () => {
		const literal = fc
			.oneof(long, fc.constantFrom('1e400', '"', '\\', '{"a":1e99}'))
			.map(String);
		const value = fc.letrec((tie) => ({
			any: fc.oneof(
				{ maxDepth: 3 },
				literal,
				fc.maxSafeInteger(),
				fc.double({ min: -1e15, max: 1e15, noNaN: true }),
				fc.array(tie('any')),
				fc.dictionary(literal, tie('any')),
			),
		})).any;
		forAll(value, (input) => {
			const json = JSON.stringify([input]);
			expect(parseJson(json)).toEqual(JSON.parse(json));
			expect(withLongNumbersAsText(json)).toBe(json);
		});
	});

	it('is refused if a number is out of range', () => {
		const refused = wrongValue.inexactNumber({ value: 'The number -1e400' });
		expect(refusal(() => parseJson('{"a":-1e400}'))).toEqual(refused);
	});
});
