/** Every text of the project that a person reads, as Markdown. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../playground/n8n/node24';

/** A text that a person reads. */
export interface Text {
	area: string;
	/** Its file, or its place in a form. */
	place: string;
	/** Of the file. */
	line: number;
	text: string;
	/** Whether its sentences may be long: those of pages for contributors, or made from several texts. */
	isLong: boolean;
}

type Piece = Pick<Text, 'line' | 'text'>;

interface Source {
	area: string;
	isLong?: true;
	files: string[];
	exclude?: string[];
	/** The pieces of a file; the whole file when left out. */
	read?: (source: string) => Piece[];
}

const code = '*.{ts,cts,mjs,cjs,js}';
// Not service.md, which keeps the words of the service's own document.
const forContributors = ['docs/contributing/!(service).md', 'CONTRIBUTING.md', '.github/**/*.md'];

const generated = ['docs/reference.md', 'docs/troubleshooting.md'];

const sources: readonly Source[] = [
	{
		area: 'pages',
		files: ['*.md', 'docs/*.md', '{examples,playground,docker}/**/*.md'],
		exclude: ['CONTRIBUTING.md', ...generated],
	},
	{ area: 'generated pages', isLong: true, files: generated },
	{ area: 'contributor pages', isLong: true, files: forContributors },
	{ area: 'notes', files: ['examples/*.json'], read: notesOf },
	{ area: 'demo page', files: ['playground/**/*.html'], read: textOfHtml },
	{
		area: 'demo page',
		files: ['playground/service/{page,control}/**/*.{js,ts}'],
		exclude: ['**/random-booking.ts'],
		read: stringsOf,
	},
	{ area: 'messages', files: ['nodes/CrmMessaging/catalogue/*.ts'], read: stringsOf },
	{
		area: 'terminal',
		files: [`{commands,tools,bench,playground}/**/${code}`, '*.{js,mjs,cjs}'],
		// Those of generated pages are read there.
		exclude: ['playground/service/**', 'tools/{reference*,troubleshooting,limits}.ts'],
		read: stringsOf,
	},
	{ area: 'terminal', files: ['playground/demo/usage.txt'] },
];

/** Strings of code that are words and not names. */
function stringsOf(source: string): Piece[] {
	const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true);
	const partsOf = (node: ts.Node) => {
		if (ts.isStringLiteralLike(node)) return [node];
		if (!ts.isTemplateExpression(node)) return [];
		return [node.head, ...node.templateSpans.map(({ literal }) => literal)];
	};
	const visit = (node: ts.Node): Piece[] => {
		const { line } = file.getLineAndCharacterOfPosition(node.getStart());
		const text = partsOf(node)
			.map((part) => part.text)
			.join('X');
		const lines = text
			.split('\n')
			.map((one, at) => ({ line: line + 1 + at, text: one.trim() }));
		const inner: Piece[] = [];
		ts.forEachChild(node, (child) => void inner.push(...visit(child)));
		return [...lines.filter((one) => /\p{L}{2,} \p{L}/u.test(one.text)), ...inner];
	};
	return visit(file);
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

/** The forms as they are built, since n8n loads those; the same text once. */
function formTexts(): Text[] {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const load = createRequire(__filename);
	const all = [...n8n.nodes, ...n8n.credentials].flatMap((file) => {
		const exported = load(join(root, file)) as Record<string, new () => object>;
		return Object.values(exported).flatMap((Class) => {
			const made = new Class();
			return textsOfForm('description' in made ? (made.description as Shown) : made);
		});
	});
	const places = new Map(all.map(([place, text]) => [text, place]));
	return [...places].map(([text, place]) => ({
		area: 'forms',
		place,
		line: 1,
		text,
		isLong: false,
	}));
}

/** Every text, area by area. */
export function allTexts(): Text[] {
	const inFiles = sources.flatMap(({ area, isLong = false, files, exclude, read }) =>
		globSync(files, { cwd: root, exclude })
			.sort()
			.flatMap((place) => {
				const source = readFileSync(join(root, place), 'utf8');
				const pieces = read?.(source) ?? [{ line: 1, text: source }];
				return pieces.map(({ line, text }) => ({ area, place, line, text, isLong }));
			}),
	);
	return [...inFiles, ...formTexts()];
}
