/** Every text of the project that a person reads, as Markdown. */
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node.ts';
import { root } from '../../playground/n8n/machine';

/** A text that a person reads. */
export interface Text {
	area: string;
	/** Its file, or its place in a form. */
	place: string;
	/** Of the file. */
	line: number;
	text: string;
}

type Piece = Pick<Text, 'line' | 'text'>;

interface Source {
	area: string;
	files: string[];
	exclude?: string[];
}

const code = '*.{ts,cts,mjs,cjs,js}';
const generated = ['docs/reference.md', 'docs/troubleshooting.md'];

/** Areas with long sentences: pages for contributors, or made from several texts. */
export const longAreas = ['generated pages', 'contributor pages'];

const sources: readonly Source[] = [
	{
		area: 'pages',
		files: ['*.md', 'docs/*.md', '{examples,playground,docker}/**/*.md'],
		exclude: ['CONTRIBUTING.md', ...generated],
	},
	{ area: 'generated pages', files: generated },
	{
		area: 'contributor pages',
		// Not service.md, which keeps the words of the service's own document.
		files: ['docs/contributing/!(service).md', 'CONTRIBUTING.md', '.github/**/*.md'],
	},
	{ area: 'notes', files: ['examples/*.json'] },
	{
		area: 'demo page',
		files: ['playground/**/*.html', 'playground/service/{page,control}/**/*.{js,ts}'],
		exclude: ['**/random-booking.ts'],
	},
	{ area: 'messages', files: ['nodes/CrmMessaging/catalogue/*.ts'] },
	{
		area: 'terminal',
		files: [
			...[`{tools,bench,playground}/**/${code}`, '*.{js,mjs,cjs}'],
			'playground/demo/usage.txt',
		],
		// Those of generated pages are read there.
		exclude: ['playground/service/**', 'tools/{reference,troubleshooting,limits}.ts'],
	},
];

const wholeText = (text: string): Piece[] => [{ line: 1, text }];

/** How to read files that aren't code. */
const readers: Record<string, (source: string) => Piece[]> = {
	'.md': wholeText,
	'.txt': wholeText,
	'.html': textOfHtml,
	'.json': notesOf,
};

/** Strings of code that are words and not names. */
function stringsOf(source: string): Piece[] {
	const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true);
	const found: Piece[] = [];
	const visit = (node: ts.Node): void => {
		const { line } = file.getLineAndCharacterOfPosition(node.getStart());
		textOf(node)
			.split('\n')
			.forEach((text, at) => found.push({ line: line + 1 + at, text: text.trim() }));
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found.filter(({ text }) => /\p{L}{2,} \p{L}/u.test(text));
}

/** The text of a string, with an X for each value in it. */
function textOf(node: ts.Node): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return '';
	return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
		.map(({ text }) => text)
		.join('X');
}

/** The text between a web page's tags, and its titles. */
function textOfHtml(html: string): Piece[] {
	const text = html
		.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
		.replace(/<code>([^<]*)<\/code>/g, '`$1`')
		.replace(/<\/?(?:b|i|em|strong|a|kbd)\b[^>]*>/g, '')
		.replace(/<[^>]*>/g, '\n')
		.replace(/^\s+/gm, '')
		.replace(/\n/g, '\n\n');
	return [{ line: 1, text }];
}

/** The notes and messages of an example; an expression is none. */
function notesOf(workflow: string): Piece[] {
	const { nodes } = JSON.parse(workflow) as {
		nodes: Array<{ notes?: string; parameters: Record<string, unknown> }>;
	};
	return nodes
		.flatMap(({ notes, parameters }) => [notes, parameters.content, parameters.errorMessage])
		.filter((text): text is string => typeof text === 'string' && !text.startsWith('='))
		.map((text) => ({ line: 1, text }));
}

/** A node, a credential, a control, a group of controls or a choice, and what is in it. */
type Shown = Partial<
	Record<'displayName' | 'name' | 'description' | 'action' | 'hint', string> &
		Record<'properties' | 'values' | 'options', Shown[]>
>;

function textsOfForm(shown: Shown, above = ''): Array<[place: string, text: string]> {
	const { displayName = shown.name, description, action, hint } = shown;
	const place = `${above} › ${displayName}`;
	const texts = [displayName, description, action, hint].filter((text) => text !== undefined);
	const inner = shown.properties ?? shown.values ?? shown.options ?? [];
	return [
		...texts.map((text): [string, string] => [place, text]),
		...inner.flatMap((one) => textsOfForm(one, place)),
	];
}

/** The forms of the nodes and the credential; the same text once. */
function formTexts(): Text[] {
	const nodes = [new CrmMessaging(), new CrmMessagingTrigger()];
	const forms = [...nodes.map(({ description }) => description), new CrmMessagingApi()];
	const all = forms.flatMap((form) => textsOfForm(form as Shown));
	const places = new Map(all.map(([place, text]) => [text, place]));
	return [...places].map(([text, place]) => ({ area: 'forms', place, line: 1, text }));
}

/** Every text, area by area. */
export function allTexts(): Text[] {
	const inFiles = sources.flatMap(({ area, files, exclude }) =>
		globSync(files, { cwd: root, exclude })
			.sort()
			.flatMap((place) => {
				const read = readers[extname(place)] ?? stringsOf;
				const pieces = read(readFileSync(join(root, place), 'utf8'));
				return pieces.map((piece) => ({ area, place, ...piece }));
			}),
	);
	return [...inFiles, ...formTexts()];
}
