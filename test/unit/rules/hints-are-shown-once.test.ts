import type { Sentence, Weight } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { Hints } from '../../../nodes/CrmMessaging/engine/hints';

const sentence = (text: string, code = text, weight?: Weight): Sentence => ({
	code,
	perValue: code !== text,
	text,
	advice: '',
	weight,
});

const messagesOf = ({ all }: Hints) => all.map(({ message }) => message);

describe('hints', () => {
	it.each<[what: string, items: Array<number | undefined>, message: string]>([
		['for one item', [3, 3], 'Look.'],
		['for two items', [3, 1, 3], 'Look. (items 1, 3)'],
		['without an item', Array<undefined>(5000).fill(undefined), 'Look. (5,000 times)'],
	])('that are equal are shown once: %s', (_, items, message) => {
		const hints = new Hints();
		for (const item of items) hints.add(sentence('Look'), item);
		expect(messagesOf(hints)).toEqual([message]);
	});

	it('of one kind are shown once with the first value, and others separately', () => {
		const hints = new Hints();
		for (let item = 0; item < 5000; item++) hints.add(sentence(`At ${item}`, 'at'), item);
		hints.add(sentence('Other'));
		expect(messagesOf(hints)).toEqual([
			'At 0. And 4,999 more like this. (items 0–4999)',
			'Other.',
		]);
	});

	it('that count are shown once, with the first example', () => {
		const hints = new Hints();
		const counted = ({ count, example }: { count: number; example: string }) =>
			sentence(`${count} like ${example}`);
		for (const example of ['a', 'b', 'c']) hints.count(counted, example);
		expect(messagesOf(hints)).toEqual(['3 like a.']);
	});

	it('are sorted by severity, the most severe first', () => {
		const hints = new Hints();
		hints.list(({ list }) => sentence(`Read ${list}`, 'read', 'info'), 'Mail');
		hints.add(sentence('Nothing was sent', 'nothing', 'info'));
		for (const _ of [1, 2]) hints.add(sentence('Run', 'run', 'danger'));
		expect(hints.all).toEqual([
			{ message: 'Run. (2 times)', type: 'danger' },
			{ message: 'Read Mail.', type: 'info' },
			{ message: 'Nothing was sent.', type: 'info' },
		]);
	});

	it('fill at most two boxes, the most severe ones first', () => {
		const hints = new Hints();
		for (const count of [1, 2]) hints.add(sentence(`Look at <b>${count}</b>`));
		for (const text of ['Nothing was sent', 'One contact']) {
			hints.add(sentence(text, text, 'info'));
		}
		hints.add(sentence('One was rejected', 'rejected', 'danger'));
		expect(hints.boxes).toEqual([
			{ message: 'One was rejected.', type: 'danger' },
			{
				message:
					'Look at ‹b>1‹/b>.<br>Look at ‹b>2‹/b>.<br>Nothing was sent.<br>One contact.',
				type: 'warning',
			},
		]);
	});
});
