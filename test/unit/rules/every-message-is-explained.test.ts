import { join } from 'node:path';
import { explanations } from '../../../tools/troubleshooting/explanations';
import { notMessages } from '../../../tools/troubleshooting/groups';
import { messagesIn, type Message } from '../../../tools/troubleshooting/messages';
import { troubleshootingPage } from '../../../tools/troubleshooting/page';
import { packageSource, sourceOf } from '../../../tools/troubleshooting/source';
import { itIsCurrent } from './page-tool';

const root = join(__dirname, '../../..');
const real = messagesIn(packageSource(root, ['nodes', 'credentials']), root);

/** The texts of the messages in some sources, by their paths. */
function textsIn(sources: Record<string, string>): string[] {
	const texts = Object.entries(sources).map(([path, text]) => [`/p/${path}`, text] as const);
	return messagesIn(sourceOf(new Map(texts)), '/p').map(({ text }) => text);
}

/** The text of the messages in the body of a function of a file in run/. */
function textsOf(body: string): string[] {
	return textsIn({ 'nodes/engine/made.ts': `export function made(given, count) { ${body} }` });
}

describe('the page on messages', () => {
	const page = itIsCurrent('write-troubleshooting.ts', 'troubleshooting.md');

	it('has the words people see', () => {
		for (const words of [
			'is not a phone number in E.164 format; write + and the country code first',
			'“Token token=” or another thing that no secret has; paste the secret alone',
			'The service is receiving too many requests (HTTP 429)',
			'refused the connection',
			'contacts occur more than once',
			'No callback came within Max Wait.',
			'it is not signed',
		]) {
			expect(page).toContain(words);
		}
	});

	it('names nothing that goes on in the source', () => {
		for (const { text } of real) expect(text).not.toMatch(/\$\{|=>|\bundefined\b/);
	});

	const said = (text: string): Message => ({
		text,
		advice: [],
		file: 'nodes/CrmMessaging/engine/made.ts',
		givenTo: 'InputError',
	});

	it('cannot be made where a message says nothing of what to do and is not explained', () => {
		expect(() => troubleshootingPage([...real, said('… is made of stone')])).toThrow(
			/neither advised nor explained:\n… is made of stone/,
		);
		const advised = '… is made of stone; take wood';
		expect(troubleshootingPage([...real, said(advised)])).toContain(`- **${advised}**`);
	});

	it('cannot be made where an explanation is of a message that is gone', () => {
		for (const gone of [Object.keys(explanations)[0]!, [...notMessages.keys()][0]!]) {
			const others = real.filter(({ text }) => text !== gone);
			expect(() => troubleshootingPage(others)).toThrow(`said nowhere:\n${gone}`);
		}
	});

	it('cannot be made where nobody said when a message comes', () => {
		const unknown = { ...said('so says the moon; listen'), givenTo: 'sing' };
		expect(() => troubleshootingPage([...real, unknown])).toThrow(
			/in no group:\nso says the moon/,
		);
	});
});

describe('the messages of a source', () => {
	it('are all of its errors, however short', () => {
		expect(textsOf('throw new InputError(`is short`);')).toEqual(['… is short']);
		expect(textsIn({ 'nodes/editor/made.ts': "throw new OddError('No');" })).toEqual(['No']);
	});

	it('are all of its sentences, whatever they are given to', () => {
		expect(textsOf("sing('The moon came out.');")).toEqual(['The moon came out.']);
		expect(textsOf("return { why: 'the moon came out' };")).toEqual(['… the moon came out']);
		expect(textsOf("return ['The moon came out.'];")).toEqual(['The moon came out.']);
	});

	it('have gaps where something changes, and values in quotation marks', () => {
		expect(textsOf('throw new InputError(`${quote(given)} is not ${given}`);')).toEqual([
			'“…” is not …',
		]);
	});

	it('say every way in which they can end', () => {
		const ways = "given ? 'try it once more' : 'let it be then'";
		expect(textsOf(`return \`It went wrong: \${${ways}}\`;`)).toEqual([
			'It went wrong: try it once more',
			'It went wrong: let it be then',
		]);
	});

	it('say several, where one and several are told apart', () => {
		expect(
			textsOf("return `The ${count === 1 ? 'cow jumps' : 'cows jump'} over it.`;"),
		).toEqual(['The cows jump over it.']);
	});

	it('are told whole where their words stand elsewhere', () => {
		expect(
			textsIn({
				'nodes/a.ts': "export const moon = 'the moon came out';",
				'nodes/b.ts':
					"import { moon } from './a';\nconst names = { big: 'Big Moon' };\nexport const made = () => new OddError(`${names.big}: ${moon}`);",
			}),
		).toEqual(['Big Moon: the moon came out']);
		expect(
			textsOf(
				"const known = new Map([['a', 'has come out late']]); return `It ${known.get(given)} today.`;",
			),
		).toEqual(['It has come out late today.']);
	});

	it('have beside them what is advised', () => {
		const text =
			"const late = 'The moon is late'; export const made = { 403: { what: late, advice: 'Wait for it.' } };";
		const [message] = messagesIn(sourceOf(new Map([['/p/nodes/a.ts', text]])), '/p');
		expect(message).toMatchObject({
			text: 'The moon is late (HTTP 403)',
			advice: ['Wait for it.'],
		});
	});

	it('are no lists of words', () => {
		expect(textsOf("return 'this that and other'.split(' ');")).toEqual([]);
		expect(
			textsOf("return ['this that and other'].flatMap((line) => line.split(' '));"),
		).toEqual([]);
		expect(textsOf("return ['This is the other.'].join(' ');")).toEqual(['This is the other.']);
	});

	it('are neither labels nor texts of the form nor expressions', () => {
		expect(
			textsOf(
				"return { name: 'of the whole moon', list: 'Texts by Language', call: '{{ all of the moon }}' };",
			),
		).toEqual([]);
		expect(
			textsIn({ 'nodes/service/fields/a.ts': "export const a = ['a moon came out'];" }),
		).toEqual([]);
	});
});
