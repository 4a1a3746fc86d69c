import fc from 'fast-check';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { id, pathId, longText, text } from '../../../nodes/CrmMessaging/fields/types/text';
import { jsonOrText, parseJson, textList } from '../../../nodes/CrmMessaging/fields/types/json';
import {
	integer,
	number,
	withLongNumbersAsText,
} from '../../../nodes/CrmMessaging/fields/types/number';
import { contactPhone, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { forAll, itRefuses, jsonValue, refusal, refusalOf } from './rule';

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
