import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import { Hints } from '../../../nodes/CrmMessaging/engine/hints';

/** The text of a hint, its item if it is about one, and its code if that isn’t the text. */
type Given = [text: string, item?: number, code?: string];

const sentence = (text: string, code = text): Sentence => ({ code, text, advice: '' });

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
		expect(hints.texts).toEqual(texts);
	});

	it('are alarms where one of the same words is', () => {
		const hints = new Hints();
		hints.add(sentence('Look'));
		hints.alarm(sentence('Run'));
		hints.alarm(sentence('Run'));
		const told = hints.texts.map((text) => [text, hints.isAlarm(text)]);
		expect(told).toEqual([
			['Look.', false],
			['Run. (2 times)', true],
		]);
	});
});
