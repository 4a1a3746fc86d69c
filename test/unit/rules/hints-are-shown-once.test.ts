import type { Sentence, Weight } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { boxesOf, formatItems, Hints } from '../../../nodes/CrmMessaging/engine/hints';

const sentence = (text: string, code = text, weight?: Weight): Sentence => ({
	code,
	text,
	advice: '',
	weight,
});

describe('hints', () => {
	it('that are equal or of one kind are shown once, with their items and the first value', () => {
		const hints = new Hints();
		const rows = (...items: number[]) => [{ items, recipient: {} }];
		for (const item of [3, 3]) hints.add(sentence('One'), rows(item));
		for (const item of [3, 1, 3]) hints.add(sentence('Two'), rows(item));
		for (const _ of Array(5000).keys()) hints.add(sentence('Many'));
		const counted = ({ count, example }: Record<'count' | 'example', string>) =>
			sentence(`${count} like ${example}`);
		for (const at of Array(5000).keys()) hints.list(counted, `a${at}`);
		expect(hints.all.map(({ message }) => message)).toEqual([
			'5,000 like a0.',
			'One.',
			'Two (items 1, 3).',
			'Many (5,000 times).',
		]);
	});

	it('share a box with others of their importance, the most important first', () => {
		const hints = new Hints();
		hints.list(({ list }) => sentence(`Read ${list}`, 'read', 'info'), 'Mail');
		for (const count of [1, 2]) hints.add(sentence(`Look at <b>${count}</b>`));
		hints.add(sentence('One was rejected', 'rejected', 'danger'));
		expect(boxesOf(hints.all)).toEqual([
			{ message: 'One was rejected.', type: 'danger' },
			{ message: 'Look at ‹b>1‹/b>.<br><br>Look at ‹b>2‹/b>.', type: 'warning' },
			{ message: 'Read Mail.', type: 'info' },
		]);
	});
});

const upTo = (count: number) => [...Array(count).keys()];

it.each<[text: string, items: number[]]>([
	['item 0', []],
	['item 4', [4]],
	['items 1, 4, 9', [9, 1, 4]],
	['items 0–2, 5, 7–8', [0, 1, 2, 5, 7, 8]],
	['items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 2 more', upTo(12).map((index) => index * 2)],
])('items are listed as “%s”', (text, items) => expect(formatItems(items)).toBe(text));
