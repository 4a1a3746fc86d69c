import { Hints } from '../../../nodes/CrmMessaging/engine/hints';

/** What is given often: the message, and where it is about one, its item and kind. */
type Given = [message: string, item?: number, kind?: string];

const times = (count: number, given: (at: number) => Given) =>
	Array.from({ length: count }, (_, at) => given(at));

describe('hints', () => {
	it.each<[string, Given[], string[]]>([
		[
			'two of an item',
			[
				['Look.', 3],
				['Look.', 3],
			],
			['Look.'],
		],
		[
			'two of two items',
			[
				['Look.', 3],
				['Look.', 1],
			],
			['Look. (items 1, 3)'],
		],
		['different ones', [['One.'], ['Two.'], ['One.']], ['One. (2 times)', 'Two.']],
		['5,000 equal ones', times(5000, () => ['Look.']), ['Look. (5,000 times)']],
		[
			'one for each of 5,000 items',
			times(5000, (at) => ['Look.', at]),
			['Look. (items 0–4999)'],
		],
		[
			'another one for each of 5,000 items, of one kind',
			times(5000, (at) => [`Look at ${at}.`, at, 'look']),
			['Look at 0. And 4,999 more like this. (items 0–4999)'],
		],
	])('(%s) are said once', (_, all, texts) => {
		const hints = new Hints();
		for (const given of all) hints.add(...given);
		expect(hints.all.map(({ message }) => message)).toEqual(texts);
	});

	it('are shown by their weight, what is dangerous first', () => {
		const hints = new Hints();
		hints.list((keys) => `Read ${keys}.`, 'Mail');
		hints.inform('Nothing was sent.');
		hints.alarm('Run.');
		hints.alarm('Run.');
		expect(hints.boxes).toEqual([
			{ message: 'Run. (2 times)', type: 'danger' },
			{ message: 'Read Mail.', type: 'info' },
			{ message: 'Nothing was sent.', type: 'info' },
		]);
	});

	it('are three boxes at most, each of one weight', () => {
		const hints = new Hints();
		for (const at of [1, 2]) hints.add(`Look at <b>${at}</b>.`);
		hints.inform('Nothing was sent.');
		hints.inform('One contact.');
		expect(hints.boxes).toEqual([
			{ message: 'Look at ‹b>1‹/b>.<br>Look at ‹b>2‹/b>.', type: 'warning' },
			{ message: 'Nothing was sent.<br>One contact.', type: 'info' },
		]);
	});
});
