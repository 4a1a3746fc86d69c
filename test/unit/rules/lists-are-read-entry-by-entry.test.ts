import fc from 'fast-check';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { listOf, textList } from '../../../nodes/CrmMessaging/fields/types/json';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import { id } from '../../../nodes/CrmMessaging/fields/types/text';
import { converted, forAll, itTakes, noScalars, refusalOf, refusal } from './rule';
import { exactlyOne } from '../../../nodes/CrmMessaging/fields/exactlyOne';
import { pushTargets } from '../../../nodes/CrmMessaging/service/fields/message';

const word = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.map((text) => text.trim())
	.filter((text) => /^\p{L}[^,;|\p{C}\ufffd]*$/u.test(text) && !/^na$/i.test(text));

describe('a list of texts', () => {
	it('is sent without its empty entries, also from comma-separated text or JSON', () => {
		const words = fc.array(word).filter(([first]) => !first?.startsWith('['));
		forAll(words, fc.constantFrom('', ' ', '\n'), (entries, space) => {
			const loose = entries.flatMap((entry) => [space + entry, space, null]);
			for (const written of [loose, entries.join(' , '), ` ${JSON.stringify(entries)}`]) {
				expect(converted(textList, written)).toEqual(entries);
			}
		});
	});

	const mixed = [1, 'a', true];
	itTakes(textList, [
		[mixed, mixed.map(String)],
		[7, ['7']],
		['["a, b"]', ['a, b']],
		['"VIP","Blog, 2024"', ['VIP', 'Blog, 2024']],
		['vip; "12"" pizza" |late\r\nn/a, #REF!, 12" pan', ['vip', '12" pizza', 'late', '12" pan']],
		['"a, b', ['"a', 'b']],
	]);

	it.each<[text: string, value: unknown]>([
		['an object isn’t text', {}],
		['“NaN” is a value that JSON can’t hold', NaN],
		['entry 2: a list isn’t text', ['a', ['b']]],
		['entry 3: an object isn’t text', ['a', 'b', { c: 1 }]],
		['‹field› isn’t valid JSON', '["a"'],
	])('is refused, naming the entry: %s', (text, value) => {
		expect(refusalOf(textList, value)?.text).toMatch(new RegExp(`^${text}`));
	});
});

describe('a list of objects', () => {
	const subscriptions = listOf({
		name: 'subscription',
		label: 'Subscription',
		fields: [
			{ name: 'list_id', label: 'List ID', type: id, description: '', required: true },
			{ name: 'subscribed', label: 'Subscribed', type: boolean, description: '' },
		],
	});
	const fields = { list_id: word, subscribed: fc.boolean() };

	it('has each entry checked and converted, from objects and from JSON text', () => {
		forAll(fc.array(fc.record(fields, { requiredKeys: ['list_id'] })), (entries) => {
			const loose = entries.map((one) =>
				'subscribed' in one ? { ...one, subscribed: String(one.subscribed) } : one,
			);
			expect(converted(subscriptions, loose)).toEqual(entries);
			expect(converted(subscriptions, JSON.stringify(loose))).toEqual(entries);
		});
	});

	const single = [{ list_id: '3' }];
	itTakes(subscriptions, [
		[{ list_id: 3 }, single],
		['{"list_id": "3"}', single],
	]);

	const others = noScalars.filter((value) => typeof value !== 'object');
	const noObjects = ['null', '5', '"text"', [null], [['list_id']], true];
	it.each([...others, ...noObjects])('%p is refused as an entry', (value) => {
		expect(refusalOf(subscriptions, value)).toMatchObject({
			code: 'wrongFormat',
			text: expect.stringMatching(
				/^1: .+ isn’t an object with list_id and subscribed$/,
			) as string,
		});
	});

	const notABoolean = { value: '“2”', format: 'true or false', example: '' };

	it.each<[text: string, value: unknown]>([
		[
			`2, Subscribed: ${wrongValue.wrongFormat(notABoolean).text}`,
			[single[0], { list_id: 'b', subscribed: 2 }],
		],
		['1, List ID is required', [{ subscribed: true }]],
		['1, List ID is required', [Object.create({ list_id: 'inherited' })]],
		['1, a isn’t a key that the service knows here', { a: 1 }],
	])('is refused, naming the entry and the field: %s', (text, value) => {
		expect(refusalOf(subscriptions, value)?.text).toBe(text);
	});
});

const keys = pushTargets.map(({ name }) => name);
const kind = { name: 'kind', label: 'Kind' };
const one = exactlyOne(pushTargets, kind, { name: 'of', displayName: 'ID' });

it('a target is accepted in JSON if it has exactly one ID', () => {
	const value = fc.constantFrom(undefined, '', 'a', 'b');
	forAll(fc.array(value, { minLength: keys.length, maxLength: keys.length }), (values) => {
		const target = Object.fromEntries(keys.map((key, at) => [key, values[at]]));
		const read = () => one.readJson(target, { timezone: 'UTC' });
		const [key, ...others] = keys.filter((name) => target[name]);
		if (key === undefined || others.length > 0) {
			return expect(refusal(read)?.code).toBe('notExactlyOne');
		}
		expect([read(), one.keyIn(read())]).toEqual([{ [key]: target[key] }, key]);
	});
});
