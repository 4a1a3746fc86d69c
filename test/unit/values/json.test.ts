import fc from 'fast-check';
import { DateTime } from 'luxon';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import {
	jsonOrText,
	listOf,
	parseJson,
	toJsonValue,
} from '../../../nodes/CrmMessaging/fields/types/json';
import { id } from '../../../nodes/CrmMessaging/fields/types/text';
import { forAll, forMany, jsonValue, refusal } from '../rules/rule';
import { itReads, itReadsData } from './kind';

describe('a JSON value', () => {
	itReads(jsonOrText, '123 ← 123\ntrue ← true\nnull ← null\nRoom 12 ← Room 12\n"a" ← "a"');
	itReadsData(jsonOrText, [
		[' {"a": [1]}\n', { a: [1] }],
		['[]', []],
		[['a'], ['a']],
		[12n, '12'],
		[new Date('2026-03-29T01:00:00Z'), '2026-03-29T01:00:00.000Z'],
		[
			{ at: DateTime.fromISO('2026-03-29T03:00+02:00', { setZone: true }) },
			{ at: '2026-03-29T03:00:00.000+02:00' },
		],
		['{a}', '✗ invalidJson'],
		['[\n\n', '✗ invalidJson'],
		[NaN, '✗ notJson'],
		[{ a: [{ b: -Infinity }] }, '✗ notJson'],
		[Symbol('a'), '✗ notJson'],
		[{ a: new Date(NaN) }, '✗ notJson'],
		[[DateTime.invalid('none')], '✗ notJson'],
		['['.repeat(50_000) + ']'.repeat(50_000), '✗ tooDeep'],
	]);

	it('is sent unchanged, whether it is a value or JSON text', () => {
		forAll(jsonValue, (input) => {
			const sent = JSON.stringify(input);
			expect(JSON.stringify(toJsonValue(input))).toBe(sent);
			expect(JSON.stringify(parseJson(` ${sent}\n`))).toBe(sent);
		});
	});

	it('is either refused or can be written, for any value', () => {
		const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true });
		forMany(1000, anything, (input) => {
			let sent: unknown;
			if (refusal(() => (sent = toJsonValue(input))) !== undefined) return;
			expect(() => JSON.stringify(sent)).not.toThrow();
		});
	});

	it('can be nested in up to 100 lists or objects', () => {
		for (const around of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
			let value: unknown = 'inside';
			for (let level = 0; level < 100; level++) value = around(value);
			expect(toJsonValue(value)).toEqual(value);
			expect(refusal(() => toJsonValue(around(value)))?.code).toBe('tooDeep');
		}
	});

	it.each([undefined, null, '', ' '])('is required: %p', (value) => {
		expect(refusal(() => parseJson(value))?.code).toBe('required');
	});
});

describe('a list of objects', () => {
	const subscriptions = listOf({
		name: 'subscription',
		label: 'Subscription',
		fields: [
			{ name: 'list_id', label: 'List ID', type: id, required: true },
			{ name: 'subscribed', label: 'Subscribed', type: boolean },
		],
	});

	itReadsData(subscriptions, [
		[{ list_id: 3 }, [{ list_id: '3' }]],
		['{"list_id": "3", "subscribed": "yes"}', [{ list_id: '3', subscribed: true }]],
		['[{"list_id": 3}, {"list_id": 4}]', [{ list_id: '3' }, { list_id: '4' }]],
	]);

	it.each<[text: string, value: unknown]>([
		['1: null isn’t an object with list_id and subscribed', 'null'],
		['1: a list isn’t an object with list_id and subscribed', [['list_id']]],
		['2, Subscribed: “2” isn’t true or false', [{ list_id: 3 }, { list_id: 4, subscribed: 2 }]],
		['1, List ID is required', [{ subscribed: true }]],
		['1, List ID is required', [Object.create({ list_id: 'inherited' })]],
		['1, a isn’t a key that the service knows here', { a: 1 }],
	])('is refused, naming the entry and the field: %s', (words, value) => {
		const read = () => subscriptions.convert(value, { timezone: 'UTC' });
		expect(refusal(read)?.text).toBe(words);
	});
});
