import fc from 'fast-check';
import { DateTime } from 'luxon';
import { json, parseJson, toJsonValue } from '../../../nodes/CrmMessaging/fields/types/json';
import { converted, forAll, forMany, refusal, refusalOf } from './rule';

/** Any UTF-16 text, also with halves of surrogate pairs. */
const anyUnits = fc
	.array(fc.integer({ min: 0, max: 0xffff }))
	.map((units) => String.fromCharCode(...units));

function nested(depth: number, asList: boolean): unknown {
	let value: unknown = 'inside';
	for (let level = 0; level < depth; level++) value = asList ? [value] : { inner: value };
	return value;
}

describe('a JSON value', () => {
	it('arrives as it was given, as a value and as text', () => {
		forAll(
			fc.jsonValue().filter((value) => value !== null),
			(given) => {
				const sent = JSON.stringify(given);
				if (typeof given !== 'string') {
					expect(JSON.stringify(converted(json, given))).toBe(sent);
				}
				expect(JSON.stringify(converted(json, ` ${sent}\n`))).toBe(sent);
			},
		);
	});

	it('is refused or can be sent, whatever it is', () => {
		const anything = fc.anything({
			withBigInt: true,
			withDate: true,
			withMap: true,
			withNullPrototype: true,
			withSparseArray: true,
			withTypedArray: true,
		});
		forMany(1000, anything, (given) => {
			const sent = { made: undefined as unknown };
			const reason = refusal(() => (sent.made = toJsonValue(given)));
			if (reason === undefined) expect(() => JSON.stringify(sent)).not.toThrow();
		});
	});

	it('may hold any text, also with halves of surrogate pairs', () => {
		forAll(anyUnits, anyUnits, (key, text) => {
			const made = toJsonValue({ [key]: [text] });
			expect(JSON.parse(JSON.stringify(made))).toEqual({ [key]: [text] });
		});
	});

	it('has dates as ISO text and big integers as text', () => {
		const day = new Date('2026-03-29T01:00:00Z');
		const luxon = DateTime.fromISO('2026-03-29T03:00:00+02:00', { setZone: true });
		expect(toJsonValue({ day, luxon, large: 2n ** 70n })).toEqual({
			day: '2026-03-29T01:00:00.000Z',
			luxon: '2026-03-29T03:00:00.000+02:00',
			large: '1180591620717411303424',
		});
	});

	it('keeps keys such as __proto__ as keys of its own', () => {
		const text = '{"__proto__": {"admin": true}, "constructor": 1}';
		const made = converted(json, text) as object;
		expect(Object.keys(made)).toEqual(['__proto__', 'constructor']);
		expect((made as { admin?: unknown }).admin).toBeUndefined();
		expect(JSON.stringify(made)).toBe(JSON.stringify(JSON.parse(text)));
	});

	it.each([NaN, Infinity, -Infinity, () => 1])('%p is refused, also deep inside', (value) => {
		expect(refusal(() => toJsonValue(value))).toMatch(/JSON can(not)? hold/);
		expect(refusal(() => toJsonValue({ a: [{ b: value }] }))).toMatch(/JSON can(not)? hold/);
	});

	it('is refused when it is an invalid date', () => {
		expect(refusal(() => toJsonValue([new Date(NaN)]))).toBe('is an invalid date');
		expect(refusal(() => toJsonValue([DateTime.invalid('none')]))).toBe('is an invalid date');
	});

	it('may be nested 100 levels deep and no deeper', () => {
		for (const asList of [true, false]) {
			expect(toJsonValue(nested(100, asList))).toEqual(nested(100, asList));
			expect(refusal(() => toJsonValue(nested(101, asList)))).toBe(
				'is nested more than 100 levels deep',
			);
		}
	});

	it('is refused when it holds itself, or is a text of endless brackets', () => {
		const itself: Record<string, unknown> = { other: 1 };
		itself.list = [itself, itself];
		expect(refusal(() => toJsonValue(itself))).toBe('is nested more than 100 levels deep');
		expect(refusalOf(json, '['.repeat(50_000) + ']'.repeat(50_000))).toBeDefined();
	});

	it('as a text that is broken is refused with the reason, on one line', () => {
		forAll(fc.string({ minLength: 1 }), (text) => {
			const expected = ((): boolean => {
				try {
					JSON.parse(text);
					return true;
				} catch {
					return false;
				}
			})();
			const reason = refusal(() => parseJson(text));
			expect(reason === undefined).toBe(expected);
			expect(reason ?? '').not.toMatch(/[\r\n]/);
		});
	});
});
