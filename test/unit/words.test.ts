import { findingsIn, type Text } from '../../tools/words/check';
import { commentsOf, hashCommentsOf, stringsOf } from '../../tools/words/code';
import { textsOfForm } from '../../tools/words/texts';
import { habits } from '../../tools/words/style';

function findings(text: string, kind?: Text['kind'], isStrict = false): string[] {
	const found = findingsIn({ area: 'user pages', place: 'made', text, kind }, isStrict);
	return found.map(({ message }) => message);
}

const words = (count: number) => `You ${'very '.repeat(count - 2)}often.`;

describe('the text linter', () => {
	it.each([
		['The workflow goes on when it has finished.', '“goes on”'],
		['Nobody was reached.', '“Nobody”'],
		['Three contacts, none of whom was sent.', '“none of whom”'],
		['The service keeps them back.', '“keeps them back”'],
		['That many pages are there.', '“That many”'],
	])('refuses “%s”', (text, found) => {
		expect(findings(text)).toEqual([expect.stringContaining(found)]);
	});

	it.each([
		['The page says that it failed.', '“says”'],
		['The node is to wait here.', '“is to wait”'],
	])('finds “%s” only by a strict look', (text, found) => {
		expect(findings(text)).toEqual([]);
		expect(findings(text, undefined, true)).toEqual([expect.stringContaining(found)]);
	});

	it('counts the words of a sentence, code and quotations as one each', () => {
		expect(findings(words(20), undefined, true)).toEqual([]);
		expect(findings(words(21), undefined, true)).toEqual(['a sentence of 21 words']);
		expect(findings(words(32))).toEqual([]);
		expect(findings(words(33))).toEqual(['a sentence of 33 words']);
		const short = words(19).replace('often', '`a b c d e f`');
		expect(findings(short, undefined, true)).toEqual([]);
		expect(findings(`${words(15)} ${words(15)}`, undefined, true)).toEqual([]);
	});

	it('refuses a sentence that begins with a what-clause, and no question', () => {
		expect(findings('What failed leaves by the error output.')).toHaveLength(1);
		expect(findings('It stops. **Where** it cannot wait, it says so at once.')).toContainEqual(
			expect.stringContaining('begins with “Where”'),
		);
		expect(findings('What does it cost?\n\n## What the nodes do')).toEqual([]);
	});

	it('reads lists, tables and headings, and no code or links', () => {
		const page =
			'## It goes on\n\n- Nobody\n\n| It stands in | b |\n| --- | --- |\n| mend | c |\n';
		expect(findings(page)).toHaveLength(4);
		expect(findings('`goes on` [a](goes-on "x") “goes on”\n\n```\ngoes on\n```')).toEqual([]);
	});

	it('bounds tooltips, and has no semicolon in what a form or an error says', () => {
		expect(findings('a'.repeat(101), 'tooltip')).toEqual(['a tooltip of 101 characters']);
		expect(findings('It is empty; remove it.', 'message')).toHaveLength(1);
		expect(findings('It is empty; remove it.')).toEqual([]);
	});

	it('has a sentence or word for each habit that it refuses', () => {
		for (const { not, but } of habits) {
			expect(() => new RegExp(not, 'u')).not.toThrow();
			expect(but).not.toBe('');
		}
	});
});

describe('reading comments', () => {
	it('keeps their lines, and reads each tag alone', () => {
		const source =
			'/**\n * One.\n *\n * @param page its file\n * @returns two\n */\nconst a = `// no ${`${b}`} // no`;\n// yes\nconst c = /\\/\\/ no/; // also\n';
		expect(commentsOf(source).split('\n')).toEqual([
			'',
			'One.',
			'',
			'- its file',
			'- two',
			'',
			'',
			'yes',
			'also',
			'',
		]);
	});

	it('reads strings of words, a template as one', () => {
		const source = "f('one', 'two words', `three ${`in ${a} side`} four ${b} five`);";
		expect(stringsOf(source)).toEqual(['two words', 'three X four X five', 'in X side']);
	});

	it('reads # lines', () => {
		expect(hashCommentsOf('#!/bin/sh\n# yes\na # no\n')).toBe('\nyes\n\n');
	});
});

it('reads every text of a form, also inside collections', () => {
	const texts = textsOfForm({
		displayName: 'Node',
		description: 'Does it',
		properties: [
			{ displayName: 'Hello', name: 'n', type: 'notice' },
			{
				displayName: 'Options',
				name: 'o',
				type: 'collection',
				options: [
					{
						displayName: 'Mode',
						name: 'm',
						type: 'options',
						options: [{ name: 'A', description: 'First', action: 'Do it' }],
					},
				],
			},
		],
	});
	expect(texts.map(({ text }) => text)).toEqual([
		'Node',
		'Does it',
		'Hello',
		'Options',
		'Mode',
		'A',
		'First',
		'Do it',
	]);
});
