import fc from 'fast-check';
import {
	boundedNumber,
	integer,
	number,
	withLongNumbersAsText,
} from '../../../nodes/CrmMessaging/fields/types/number';
import { id, text } from '../../../nodes/CrmMessaging/fields/types/text';
import { jsonOrText, parseJson, textList } from '../../../nodes/CrmMessaging/fields/types/json';
import { contactPhone, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { forAll, jsonValue, refusal } from '../rules/rule';
import { itReads, itReadsData, resultOf } from './kind';

describe('a number', () => {
	itReads(
		number,
		`
		12.25 ← 12.25 · +12.25 · 1225e-2 · 012.25
		0.5 ← .5 · 0.5 · 5E-1
		-7 ← -7 · -7.0
		✗ numberOutOfRange ← 12,5 · 1.234,56 · 1_000 · 1 000 · 0x10 · ٣ · NaN · Infinity · 1e999 · 12€ · . · + · e5 · 1e · true
		✗ inexactNumber ← 9007199254740993 · 9007199254740993.5 · 1e16
		`,
	);
	itReadsData(number, [
		[12n, 12],
		[-0, -0],
		[' 7 ', 7],
		[['7'], 7],
		[NaN, '✗ numberOutOfRange'],
		[true, '✗ numberOutOfRange'],
		[{}, '✗ numberOutOfRange'],
		[[1, 2], '✗ severalValues'],
	]);
	itReads(integer, '7 ← 7 · 7.0\n✗ numberOutOfRange ← 7.5 · a');

	itReads(
		boundedNumber({ isWhole: true, min: 1, max: 10 }),
		'1 ← 1\n10 ← 10\n✗ numberOutOfRange ← 0 · 11 · 1.5 · x',
	);
	itReads(boundedNumber({ min: 0 }), '0.5 ← 0.5\n✗ numberOutOfRange ← -0.1');
});

const safe = BigInt(Number.MAX_SAFE_INTEGER);
/** Integers that may lose digits as JavaScript numbers. */
const long = fc
	.tuple(fc.bigInt({ min: safe + 1n, max: 10n ** 30n }), fc.boolean())
	.map(([value, isNegative]) => (isNegative ? -value : value));

it('a number that has lost digits is refused by every type', () => {
	const types = [id, text, phone, contactPhone, textList, number, integer, jsonOrText];
	forAll(long, fc.constantFrom(...types), (input, type) => {
		expect(resultOf(type, Number(input))).toBe('✗ inexactNumber');
	});
});

describe('the long numbers of a JSON text', () => {
	const around = fc.tuple(jsonValue, jsonValue, fc.string({ unit: 'grapheme' }));
	const end = fc.constantFrom('', '.0', 'e0', 'E+9');

	it('are refused, as they are written, or become texts', () => {
		forAll(around, long, end, ([before, after, key], input, suffix) => {
			const literal = `${input}${suffix}`;
			const parts = [before, key, after].map((part) => JSON.stringify(part));
			const json = `[${parts[0]}, {${parts[1]}: ${literal}}, ${parts[2]}]`;
			const refused = refusal(() => parseJson(json));
			expect(refused?.text).toBe(
				`The number ${literal} was read as a number, so digits may be lost`,
			);
			const [, object] = JSON.parse(withLongNumbersAsText(json)) as [unknown, object];
			expect(Object.values(object)).toEqual([literal]);
		});
		expect(refusal(() => parseJson('{"a":-1e400}'))?.code).toBe('inexactNumber');
	});

	it('stay in texts, and others stay as they are', () => {
		const literal = fc.oneof(long, fc.constantFrom('1e400', '"', '\\')).map(String);
		const doubles = fc.double({ min: -1e15, max: 1e15, noNaN: true });
		const value = fc.oneof(literal, fc.maxSafeInteger(), doubles);
		// Node 24's own JSON.parse may confuse two escaped keys of an object.
		const key = literal.filter((text) => !/["\\]/.test(text));
		forAll(fc.array(fc.oneof(value, fc.dictionary(key, value))), (input) => {
			const json = JSON.stringify(input);
			expect(parseJson(json)).toEqual(JSON.parse(json));
			expect(withLongNumbersAsText(json)).toBe(json);
		});
	});
});
