import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '../../..');

/** The text of a file of the project. */
export const readText = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The package's own package.json. */
export const manifest = JSON.parse(readText('package.json')) as {
	name: string;
	version: string;
	n8n: { nodes: string[] };
};

/** The parts of a documentation page that tests check. */
export interface Page {
	/** Blocks of shell commands. */
	commands: string[];
	/** The text without blocks of code. */
	prose: string;
	/** Names of fields and the like, in italics or bold. */
	terms: string[];
}

/** Reads a page. */
export function readPage(file: string): Page {
	const commands: string[] = [];
	const prose = readText(file).replace(
		/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm,
		(_, __, language: string, block: string) => {
			if (/^(ba)?sh$/.test(language)) commands.push(block);
			return '';
		},
	);
	const plain = prose.replace(/`[^`\n]+`/g, '');
	return { commands, prose, terms: termsIn(plain) };
}

/** Names in italics or bold: they begin with a capital, and a lead-in or sentence isn't one. */
function termsIn(text: string): string[] {
	const marked = text.matchAll(/(?<![\w\\*])(_|\*\*)(?! )([^_*\n]+)\1(?!\w)/g);
	return [...marked]
		.map(([, , term]) => term!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
		.filter((term) => /^[\p{Lu}⋯]/u.test(term) && !/[.:,]$/.test(term));
}

/** The project's files of one kind, by their paths from the root. */
export function filesIn(folder: string, extension: string): string[] {
	const foreign = ['node_modules', 'dist', 'build', 'reports', '.stryker-tmp'];
	const exclude = foreign.flatMap((name) => [name, `${name}/**`]);
	return globSync(join(folder, `**/*${extension}`), { cwd: root, exclude }).sort();
}
