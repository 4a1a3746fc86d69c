/** Every text of the project that a person reads, as Markdown. */
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';
import { CrmMessagingApi } from '../../credentials/CrmMessagingApi.credentials';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node.ts';
import { root } from '../../playground/n8n/machine';

/** A text that a person reads. */
interface Text {
	/** Its file, or its place in a form. */
	place: string;
	/** Of the file. */
	line: number;
	text: string;
}

type Piece = Pick<Text, 'line' | 'text'>;

/** Not service.md, which keeps the words of the service's own document; troubleshooting.md is made of the catalogue. */
const sources = ['*.md', 'docs/!(troubleshooting).md', 'docs/contributing/!(service).md'].concat([
	'examples/*.json',
	'nodes/CrmMessaging/catalogue/*.ts',
	'playground/demo/usage.txt',
]);

/** How to read files that aren't pages. */
const readers: Record<string, (source: string) => Piece[]> = {
	'.ts': stringsOf,
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
	return [...places].map(([text, place]) => ({ place, line: 1, text }));
}

/** Every text. */
export function allTexts(): Text[] {
	const inFiles = globSync(sources, { cwd: root }).flatMap((place) => {
		const read = readers[extname(place)] ?? ((text: string) => [{ line: 1, text }]);
		return read(readFileSync(join(root, place), 'utf8')).map((piece) => ({ place, ...piece }));
	});
	return [...inFiles, ...formTexts()];
}
