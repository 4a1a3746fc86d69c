import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(__dirname, '../../..');

/** The text of a file of the project. */
export const readText = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The package's own package.json. */
export const manifest = JSON.parse(readText('package.json')) as {
	name: string;
	version: string;
	homepage: string;
	scripts: Record<string, string>;
	engines: { node: string };
	devDependencies: Record<string, string>;
	n8n: { nodes: string[] };
};

/** The address to import a file of the repository from, once it's public. */
export const rawFiles =
	'https://raw.githubusercontent.com/n8n-nodes-crm-messaging/n8n-nodes-crm-messaging/main/';

/** Folders whose pages are generated or not the project's own. */
const foreign = new Set(['node_modules', 'dist', 'build', '.git', 'reports', '.stryker-tmp']);

/** A piece of code on a page. */
export interface Block {
	language: string;
	text: string;
}

/** The parts of a documentation page that tests check. */
export interface Page {
	/** Its path from the root. */
	file: string;
	blocks: Block[];
	/** The text without pieces of code. */
	prose: string;
	targets: string[];
	code: string[];
	/** Names of fields and the like, in italics or bold. */
	terms: string[];
	anchors: Set<string>;
}

/** Reads a page. */
export function readPage(file: string): Page {
	const text = readText(file);
	const blocks: Block[] = [];
	const prose = text.replace(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm, (_, __, language, inner) => {
		blocks.push({ language: language as string, text: inner as string });
		return '';
	});
	const code: string[] = [];
	const plain = prose.replace(/`([^`\n]+)`/g, (_, inner) => {
		code.push(inner as string);
		return '';
	});
	return {
		file,
		blocks,
		prose,
		code,
		targets: [
			...[...prose.matchAll(/\]\(([^()\s]*)\)/g)].map(([, target]) => target!),
			...[...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map(([, target]) => target!),
			...[...plain.matchAll(/<(https?:[^>\s]+)>/g)].map(([, target]) => target!),
		],
		terms: termsIn(plain),
		anchors: anchorsOf(prose),
	};
}

/** Names in italics or bold: they begin with a capital, and a lead-in or sentence isn't one. */
function termsIn(text: string): string[] {
	const marked = text.matchAll(/(?<![\w\\*])(_|\*\*)(?! )([^_*\n]+)\1(?!\w)/g);
	return [...marked]
		.map(([, , term]) => term!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
		.filter((term) => /^[\p{Lu}⋯]/u.test(term) && !/[.:,]$/.test(term));
}

/** All pages of the project. */
export function allPages(): Page[] {
	return filesIn('', '.md').map((file) => readPage(file));
}

/** The project's files of one kind, by their paths from the root. */
export function filesIn(folder: string, extension: string): string[] {
	return readdirSync(join(root, folder))
		.sort()
		.flatMap((name) => {
			if (foreign.has(name)) return [];
			const path = join(folder, name);
			if (statSync(join(root, path)).isDirectory()) return filesIn(path, extension);
			return name.endsWith(extension) ? [path] : [];
		});
}

/** The mistake in a page's link to a place in the project; undefined if there is none. */
export function deadEnd(
	{ file, anchors }: Pick<Page, 'file' | 'anchors'>,
	target: string,
): string | undefined {
	if (target.startsWith(rawFiles))
		return deadEnd({ file: '', anchors }, target.slice(rawFiles.length));
	if (/^https?:/.test(target)) return undefined;
	const [path = '', anchor] = target.split('#');
	const goal = normalize(join(dirname(file), path));
	const isThere = path === '' || (!goal.startsWith('..') && existsSync(join(root, goal)));
	if (!isThere) return `${target} is not there`;
	if (anchor === undefined) return undefined;
	const known = path === '' ? anchors : readPage(goal).anchors;
	return known.has(anchor) ? undefined : `${target} has no such heading`;
}

/** The anchors that the headings of a page get, as the site that shows it makes them. */
function anchorsOf(prose: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
		const words = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
		let free = anchor;
		for (let count = 1; anchors.has(free); count++) free = `${anchor}-${count}`;
		anchors.add(free);
	}
	return anchors;
}
