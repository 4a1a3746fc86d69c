import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { jsonOrText, parseJson, toJsonValue } from '../../../nodes/CrmMessaging/fields/types/json';
import { converted, forAll, forMany, jsonValue, refusal, refusalOf } from './rule';

const anything = fc.anything({
	withBigInt: true,
	withDate: true,
	withMap: true,
	withTypedArray: true,
	withNullPrototype: true,
	withSparseArray: true,
});
const tooDeep = wrongValue.tooDeep({ levels: 100 });

describe('a JSON value', () => {
	it('is sent unchanged, whether it is a value or JSON text', () => {
		const values = jsonValue.filter((value) => value !== null);
		forAll(values, (input) => {
			const sent = JSON.stringify(input);
			const forms = [
				...(typeof input === 'object' ? [` ${sent}\n`] : []),
				...(typeof input === 'string' && /^\s*[[{]/.test(input) ? [] : [input]),
			];
			for (const form of forms)
				expect(JSON.stringify(converted(jsonOrText, form))).toBe(sent);
		});
	});

	it('stays text unless it is an object or a list, even if it looks like JSON', () => {
		for (const text of ['123', 'true', 'null', 'Room 12', '"quoted"', ' 7 ']) {
			expect(converted(jsonOrText, text)).toBe(text);
		}
	});

	it('is either refused or serializable, for any value', () => {
		forMany(1000, anything, (input) => {
			let sent: unknown;
			if (refusal(() => (sent = toJsonValue(input))) !== undefined) return;
			expect(() => JSON.stringify(sent)).not.toThrow();
		});
	});

	it('writes dates as ISO text and big integers as text', () => {
		const day = new Date('2026-03-29T01:00:00Z');
		const luxon = DateTime.fromISO('2026-03-29T03:00:00+02:00', { setZone: true });
		expect(toJsonValue({ day, luxon, large: 2n ** 70n, none: undefined })).toEqual({
			day: '2026-03-29T01:00:00.000Z',
			luxon: '2026-03-29T03:00:00.000+02:00',
			large: '1180591620717411303424',
		});
	});

	it('keeps keys such as __proto__ as own keys', () => {
		const text = '{"__proto__":{"admin":true},"constructor":1}';
		const parsed = converted(jsonOrText, text) as { admin?: unknown };
		expect(parsed.admin).toBeUndefined();
		expect(JSON.stringify(parsed)).toBe(text);
	});

	it.each<[value: unknown, reason: Sentence]>([
		[NaN, wrongValue.notJson({ value: '“NaN”' })],
		[-Infinity, wrongValue.notJson({ value: '“-Infinity”' })],
		[Symbol('a'), wrongValue.notJson({ value: '“Symbol(a)”' })],
		[new Date(NaN), wrongValue.notJson({ value: 'An invalid date' })],
		[DateTime.invalid('none'), wrongValue.notJson({ value: 'An invalid date' })],
	])('%p is refused, also when nested', (value, reason) => {
		for (const input of [value, { a: [{ b: value }] }]) {
			expect(refusal(() => toJsonValue(input))).toEqual(reason);
		}
	});

	it.each<[what: string, around: (inner: unknown) => unknown]>([
		['lists', (inner) => [inner]],
		['objects', (inner) => ({ inner })],
	])('can be nested in up to 100 %s', (_what, around) => {
		let value: unknown = 'inside';
		for (let level = 0; level < 100; level++) value = around(value);
		expect(toJsonValue(value)).toEqual(value);
		expect(refusal(() => toJsonValue(around(value)))).toEqual(tooDeep);
		const itself: unknown[] = [];
		itself.push(around(itself));
		expect(refusal(() => toJsonValue(itself))).toEqual(tooDeep);
		expect(refusalOf(jsonOrText, '['.repeat(50_000) + ']'.repeat(50_000))).toBeDefined();
	});

	it('is refused if it is invalid JSON text, with the reason on one line', () => {
		const written = fc.string().filter((text) => text.trim() !== '');
		forAll(fc.oneof(written, fc.constantFrom('[\n\n', '{a}')), (text) => {
			let expected: Sentence | undefined;
			try {
				JSON.parse(text);
			} catch (error) {
				const reason = (error as Error).message.replace(/\s+/g, ' ');
				expected = wrongValue.invalidJson({ reason });
			}
			expect(refusal(() => parseJson(text))).toEqual(expected);
		});
	});

	it.each([undefined, null, '', ' '])('is required: %p', (value) => {
		expect(refusal(() => parseJson(value))).toEqual(wrongValue.required());
	});
});
