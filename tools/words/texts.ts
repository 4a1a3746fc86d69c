/** Every text of the project that a person reads, by area. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from '../../playground/n8n/node24';
import type { Text } from './check';
import { commentsOf, hashCommentsOf, stringsOf, titlesOf } from './code';

/** Files with texts of an area, and how they are read: as a whole by default. */
interface Source {
	area: string;
	files: RegExp;
	read?: (source: string) => string | string[];
	kind?: Text['kind'];
}

const code = '\\.(ts|cts|mjs|cjs|js)$';
const page = 'playground/service/(page/.*\\.js|control/.*\\.ts|readings\\.ts)$';
const forContributors = 'docs/contributing/|CONTRIBUTING|CHANGELOG|\\.github/';
const generated = 'docs/(reference|troubleshooting)\\.md';

const sources: readonly Source[] = [
	{ area: 'user pages', files: new RegExp(`^(?!${forContributors}|${generated}).*\\.md$`) },
	{ area: 'contributor pages', files: new RegExp(`^(${forContributors}).*\\.md$`) },
	{ area: 'generated pages', files: new RegExp(`^${generated}$`) },
	{ area: 'notes', files: /^examples\/[^/]+\.json$/, read: notesOf },
	{ area: 'demo page', files: /\.html$/, read: textOfHtml },
	{ area: 'demo page', files: new RegExp(page), read: stringsOf },
	{
		area: 'messages',
		files: /^nodes\/CrmMessaging\/catalogue\//,
		read: stringsOf,
		kind: 'message',
	},
	{
		area: 'comments in nodes',
		files: new RegExp(`^(nodes|credentials)/.*${code}`),
		read: commentsOf,
	},
	{ area: 'titles of tests', files: /^test\/.*\.test\.ts$/, read: titlesOf },
	{ area: 'comments in tests', files: new RegExp(`^test/.*${code}`), read: commentsOf },
	{
		area: 'comments',
		files: new RegExp(`^(?!nodes/|credentials/|test/).*${code}`),
		read: commentsOf,
	},
	{
		area: 'comments',
		files: /^(docker|\.github|\.ci)\/.*(?<!\.md|\.json)$|\.ya?ml$/,
		read: hashCommentsOf,
	},
];

const foreign = ['node_modules', 'dist', 'build', '.git', 'reports', '.stryker-tmp'];

/** Every file of the checkout, also those that begin with a dot. */
function allFiles(): string[] {
	const entries = globSync(['**/*', '**/.*', '.*/**/*'], {
		cwd: root,
		exclude: ({ name }) => foreign.includes(name),
		withFileTypes: true,
	});
	const files = entries.filter((entry) => entry.isFile());
	return files.map(({ parentPath, name }) => relative(root, join(parentPath, name))).sort();
}

/** The text between a web page's tags, and its titles. */
function textOfHtml(html: string): string {
	return html
		.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
		.replace(/<code>([^<]*)<\/code>/g, '`$1`')
		.replace(/<\/?(?:b|i|em|strong|a|kbd)\b[^>]*>/g, '')
		.replace(/<[^>]*>/g, '\n')
		.replace(/^\s+/gm, '')
		.replace(/\n/g, '\n\n');
}

/** The notes and messages of an example; an expression is none. */
function notesOf(workflow: string): string {
	const { nodes } = JSON.parse(workflow) as {
		nodes: Array<{ notes?: string; parameters: Record<string, unknown> }>;
	};
	return nodes
		.flatMap(({ notes, parameters }) => [notes, parameters.content, parameters.errorMessage])
		.filter((text) => typeof text === 'string' && !text.startsWith('='))
		.join('\n\n');
}

function read(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

/** A node, a credential, a control, a group of controls or a choice. */
interface Shown {
	type?: string;
	displayName?: string;
	name?: string;
	description?: string;
	action?: string;
	hint?: string;
	properties?: Shown[];
	values?: Shown[];
	options?: Shown[];
}

/** The texts of a form, each with its place as a path of labels. */
export function textsOfForm(shown: Shown, above = ''): Text[] {
	const { type, displayName, name, description, action, hint } = shown;
	const place = `${above} › ${displayName ?? name}`;
	const texts: Array<[kind: Text['kind'], text?: string]> = [
		[type === 'notice' ? 'notice' : 'label', displayName ?? name],
		['tooltip', description],
		['label', action],
		['notice', hint],
	];
	const inner = shown.properties ?? shown.values ?? shown.options ?? [];
	return [
		...texts.flatMap(([kind, text]) => (text ? [{ area: 'forms', place, kind, text }] : [])),
		...inner.flatMap((one) => textsOfForm(one, place)),
	];
}

/** The forms as they are built, since n8n loads those; the same text once. */
function formTexts(): Text[] {
	const { n8n } = JSON.parse(read('package.json')) as {
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
	return [...new Map(all.map((one) => [`${one.kind} ${one.text}`, one])).values()];
}

/** Every text, area by area. */
export function allTexts(): Text[] {
	const files = allFiles();
	const inFiles = sources.flatMap(({ area, files: pattern, read: textsIn, kind }) =>
		files
			.filter((file) => pattern.test(file))
			.flatMap((place) =>
				[textsIn?.(read(place)) ?? read(place)]
					.flat()
					.map((text) => ({ area, place, text, kind })),
			),
	);
	return [...inFiles, ...formTexts()];
}
