import fc from 'fast-check';
import { contactFields } from '../../../nodes/CrmMessaging/interface/contact';
import { listOf, textList } from '../../../nodes/CrmMessaging/fields/types/list';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/boolean';
import { id } from '../../../nodes/CrmMessaging/fields/types/id';
import { converted, forAll, noScalars, refusalOf } from './rule';

const word = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.map((text) => text.trim())
	.filter((text) => text !== '' && !text.includes(','));

describe('a list of texts', () => {
	it('arrives as it was given, without empty entries and white space around them', () => {
		forAll(fc.array(word), fc.constantFrom('', ' ', '\n'), (words, space) => {
			const given = words.flatMap((one) => [space + one, space, null]);
			expect(converted(textList, given)).toEqual(words);
		});
	});

	it('may be one text, which is split at its commas', () => {
		const words = fc.array(word, { minLength: 1 }).filter(([first]) => !first?.startsWith('['));
		forAll(words, (all) => {
			expect(converted(textList, all.join(' , '))).toEqual(all);
		});
	});

	it('may be a JSON text, whose entries may hold commas', () => {
		const texts = fc.array(fc.string().filter((text) => text === text.trim() && text !== ''));
		forAll(texts, (all) => {
			expect(converted(textList, ` ${JSON.stringify(all)}`)).toEqual(all);
		});
	});

	it('has numbers as text, also when only one is given', () => {
		expect(converted(textList, [1, 'a', true])).toEqual(['1', 'a', 'true']);
		expect(converted(textList, 7)).toEqual(['7']);
	});

	it.each([{}, { a: 1 }, NaN, new Date(0)])('%p is refused', (value) => {
		expect(refusalOf(textList, value)).toContain('is not a text');
	});

	it('names the entry that is no text, and says when its JSON is broken', () => {
		expect(refusalOf(textList, ['a', ['b']])).toMatch(/^entry 2: a list is not a text/);
		expect(refusalOf(textList, ['a', 'b', { c: 1 }])).toMatch(/^entry 3: an object is not/);
		expect(refusalOf(textList, '["a"')).toContain('is not valid JSON');
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
	const entry = fc.record(
		{ list_id: word, subscribed: fc.boolean() },
		{ requiredKeys: ['list_id'] },
	);

	it('has each entry checked and converted, as objects and as JSON text', () => {
		forAll(fc.array(entry), (entries) => {
			const loose = entries.map((one) =>
				'subscribed' in one ? { ...one, subscribed: String(one.subscribed) } : one,
			);
			expect(converted(subscriptions, loose)).toEqual(entries);
			expect(converted(subscriptions, JSON.stringify(loose))).toEqual(entries);
		});
	});

	it('may be a single object', () => {
		expect(converted(subscriptions, { list_id: 3 })).toEqual([{ list_id: '3' }]);
		expect(converted(subscriptions, '{"list_id": "3"}')).toEqual([{ list_id: '3' }]);
	});

	it.each([
		...noScalars.filter((value) => typeof value !== 'object'),
		...['null', '5', '"text"', [null], [['list_id']], true],
	])('%p is refused, naming the entry', (value) => {
		expect(refusalOf(subscriptions, value)).toMatch(
			/^1: .+ is not an object with list_id and subscribed$/,
		);
	});

	it('names the entry and the field that are wrong', () => {
		const given = [{ list_id: 'a' }, { list_id: 'b', subscribed: 'perhaps' }];
		expect(refusalOf(subscriptions, given)).toBe(
			'2, Subscribed: “perhaps” is neither true nor false; give one of the two',
		);
		expect(refusalOf(subscriptions, [{ subscribed: true }])).toBe(
			'1, List ID is missing; give a value',
		);
		expect(refusalOf(subscriptions, '[{]')).toContain('is not valid JSON');
	});

	it('takes no value from what an object inherits', () => {
		const inherited = Object.create({ list_id: 'inherited' }) as object;
		expect(refusalOf(subscriptions, [inherited])).toBe('1, List ID is missing; give a value');
	});

	it('checks the subscriptions of a contact the same way', () => {
		const channels = contactFields.find(({ name }) => name === 'channel_subscriptions');
		const given = [{ channel: 'SMS', blacklisted: 1 }];
		expect(channels && converted(channels.type, given)).toEqual([
			{ channel: 'sms', blacklisted: true },
		]);
	});
});
