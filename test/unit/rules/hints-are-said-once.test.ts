import type { Sentence, Weight } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { Hints } from '../../../nodes/CrmMessaging/engine/hints';

/** The text of a hint, its item if it is about one, and its code if that isn’t the text. */
type Given = [text: string, item?: number, code?: string];

const sentence = (text: string, code = text, weight?: Weight): Sentence => ({
	code,
	perValue: code !== text,
	text,
	advice: '',
	weight,
});

const times = (count: number, given: (at: number) => Given) =>
	Array.from({ length: count }, (_, at) => given(at));

describe('hints', () => {
	it.each<[string, Given[], string[]]>([
		[
			'two of an item',
			[
				['Look', 3],
				['Look', 3],
			],
			['Look.'],
		],
		[
			'two of two items',
			[
				['Look', 3],
				['Look', 1],
			],
			['Look. (items 1, 3)'],
		],
		['different ones', [['One'], ['Two'], ['One']], ['One. (2 times)', 'Two.']],
		['5,000 equal ones', times(5000, () => ['Look']), ['Look. (5,000 times)']],
		[
			'one for each of 5,000 items',
			times(5000, (at) => ['Look', at]),
			['Look. (items 0–4999)'],
		],
		[
			'another one for each of 5,000 items, of one kind',
			times(5000, (at) => [`Look at ${at}`, at, 'look']),
			['Look at 0. And 4,999 more like this. (items 0–4999)'],
		],
	])('(%s) are said once', (_, all, texts) => {
		const hints = new Hints();
		for (const [text, item, code] of all) hints.add(sentence(text, code), item);
		expect(hints.all.map(({ message }) => message)).toEqual(texts);
	});

	it('are shown by their weight, what is dangerous first', () => {
		const hints = new Hints();
		hints.list((keys) => sentence(`Read ${keys}`, 'read', 'info'), 'Mail');
		hints.add(sentence('Nothing was sent', 'nothing', 'info'));
		for (const _ of [1, 2]) hints.add(sentence('Run', 'run', 'danger'));
		expect(hints.boxes).toEqual([
			{ message: 'Run. (2 times)', type: 'danger' },
			{ message: 'Read Mail.', type: 'info' },
			{ message: 'Nothing was sent.', type: 'info' },
		]);
	});

	it('are three boxes at most, each of one weight', () => {
		const hints = new Hints();
		for (const at of [1, 2]) hints.add(sentence(`Look at <b>${at}</b>`));
		for (const text of ['Nothing was sent', 'One contact']) {
			hints.add(sentence(text, text, 'info'));
		}
		expect(hints.boxes).toEqual([
			{ message: 'Look at ‹b>1‹/b>.<br>Look at ‹b>2‹/b>.', type: 'warning' },
			{ message: 'Nothing was sent.<br>One contact.', type: 'info' },
		]);
	});
});
