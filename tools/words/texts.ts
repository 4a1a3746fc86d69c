/** Every text of the project that a person reads, by area. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createScanner, LanguageVariant, ScriptTarget, SyntaxKind } from 'typescript';
import { commentsOf, hashCommentsOf } from './comments';
import { textsOfForm, type Described } from './forms';

export const root = join(__dirname, '../..');

/** Texts of one kind, to which the same rules and the same allowance apply. */
export type Area =
	| 'user pages'
	| 'contributor pages'
	| 'generated pages'
	| 'forms'
	| 'messages'
	| 'notes'
	| 'demo page'
	| 'comments in nodes'
	| 'comments in tests'
	| 'comments';

export interface Text {
	area: Area;
	/** Its file, or its place in a form. */
	place: string;
	/** Markdown; its lines are those of the file. */
	text: string;
	/** Texts of forms and messages have rules of their own. */
	kind?: 'label' | 'tooltip' | 'notice' | 'message';
}

const foreign = new Set(['node_modules', 'dist', 'build', '.git', 'reports', '.stryker-tmp']);
const catalogue = 'nodes/CrmMessaging/catalogue';
const generated = ['docs/reference.md', 'docs/troubleshooting.md'];

function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder))
		.sort()
		.flatMap((name) => {
			const path = folder ? `${folder}/${name}` : name;
			if (foreign.has(name)) return [];
			return statSync(join(root, path)).isDirectory() ? filesIn(path) : [path];
		});
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

function areaOfPage(file: string): Area {
	if (generated.includes(file)) return 'generated pages';
	const forContributors = /^docs\/contributing\/|^(CONTRIBUTING|CHANGELOG)\.md$|^\.github\//;
	return forContributors.test(file) ? 'contributor pages' : 'user pages';
}

function areaOfComments(file: string): Area {
	if (/^(nodes|credentials)\//.test(file)) return 'comments in nodes';
	return file.startsWith('test/') ? 'comments in tests' : 'comments';
}

/** The text between a web page's tags, and its titles. */
function textOfHtml(html: string): string {
	return html
		.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, (all) =>
			all.replace(/[^\n]/g, ''),
		)
		.replace(/<code>([^<]*)<\/code>/g, '`$1`')
		.replace(/<\/?(?:b|i|em|strong|a|kbd)\b[^>]*>/g, '')
		.replace(/<[^>]*>/g, (tag) => `\n${tag.replace(/[^\n]/g, '')}`)
		.replace(/^\s+/gm, '')
		.replace(/\n/g, '\n\n');
}

/** The strings of a piece of code that are words and not names. */
function stringsOf(source: string): string[] {
	const found: string[] = [];
	const scanner = createScanner(ScriptTarget.Latest, true, LanguageVariant.Standard, source);
	const depths: number[] = [];
	let open = '';
	for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
		if (
			kind === SyntaxKind.StringLiteral ||
			kind === SyntaxKind.NoSubstitutionTemplateLiteral
		) {
			found.push(scanner.getTokenValue());
		} else if (kind === SyntaxKind.TemplateHead) {
			depths.push(0);
			open = `${scanner.getTokenValue()}X`;
		} else if (kind === SyntaxKind.OpenBraceToken && depths.length > 0) {
			depths[depths.length - 1]!++;
		} else if (kind === SyntaxKind.CloseBraceToken && depths.length > 0) {
			if (depths.at(-1)! > 0) depths[depths.length - 1]!--;
			else if (scanner.reScanTemplateToken(false) === SyntaxKind.TemplateTail) {
				depths.pop();
				found.push(open + scanner.getTokenValue());
			} else open += `${scanner.getTokenValue()}X`;
		}
	}
	return found.filter((text) => /\p{L}{2,} \p{L}/u.test(text));
}

function notesOf(file: string): string {
	const { nodes } = JSON.parse(read(file)) as {
		nodes: Array<{ notes?: string; parameters: { content?: unknown; errorMessage?: unknown } }>;
	};
	return nodes
		.flatMap(({ notes, parameters: { content, errorMessage } }) => [
			notes,
			content,
			errorMessage,
		])
		.filter((text) => typeof text === 'string' && !text.startsWith('='))
		.join('\n\n');
}

/** The forms as they are built, since n8n loads those. */
function formTexts(): Text[] {
	const load = (file: string): Described[] => {
		const path = join(root, 'dist', file);
		const built = Object.values(
			createRequire(__filename)(path) as Record<string, new () => object>,
		);
		return built.map((Class) => {
			const made = new Class();
			return ('description' in made ? made.description : made) as Described;
		});
	};
	const { n8n } = JSON.parse(read('package.json')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const forms = [...n8n.nodes, ...n8n.credentials]
		.flatMap((file) => load(file.replace(/^dist\//, '')))
		.flatMap((described) => textsOfForm(described.displayName, described));
	const known = new Set<string>();
	return forms
		.filter(({ kind, text }) => !known.has(`${kind} ${text}`) && known.add(`${kind} ${text}`))
		.map((text) => ({ ...text, area: 'forms' }));
}

/** Every text, in the order of files. */
export function allTexts(): Text[] {
	const files = filesIn('');
	const ending = (pattern: RegExp) => files.filter((file) => pattern.test(file));
	const code = ending(/\.(ts|cts|mjs|cjs|js)$/).filter((file) => !file.endsWith('.d.ts'));
	const withHashes = ending(/^(docker|\.github|\.ci)\/.*|\.(yaml|yml)$/).filter(
		(file) => !/\.(md|json)$/.test(file),
	);
	const messages = existsSync(join(root, catalogue)) ? filesIn(catalogue) : [];
	return [
		...ending(/\.md$/).map((file): Text => ({
			area: areaOfPage(file),
			place: file,
			text: read(file),
		})),
		...ending(/^examples\/[^/]+\.json$/).map((file): Text => ({
			area: 'notes',
			place: file,
			text: notesOf(file),
		})),
		...ending(/\.html$/).map((file): Text => ({
			area: 'demo page',
			place: file,
			text: textOfHtml(read(file)),
		})),
		...ending(/^playground\/service\/(?:page\/.*\.js|control\/.*\.ts|readings\.ts)$/).flatMap(
			(file) =>
				stringsOf(read(file)).map((text): Text => ({
					area: 'demo page',
					place: file,
					text,
				})),
		),
		...formTexts(),
		...messages.flatMap((file) =>
			stringsOf(read(file)).map((text): Text => ({
				area: 'messages',
				place: file,
				text,
				kind: 'message',
			})),
		),
		...code.map((file): Text => ({
			area: areaOfComments(file),
			place: file,
			text: commentsOf(read(file)),
		})),
		...withHashes.map((file): Text => ({
			area: 'comments',
			place: file,
			text: hashCommentsOf(read(file)),
		})),
	];
}
