import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';

const root = join(__dirname, '..');

/** A page of docs/ that is made out of the source. */
export interface GeneratedPage {
	/** Its file, from the root of the repository. */
	file: string;
	/** The tool that writes it, for the sentence that says it is out of date. */
	tool: string;
	text(): string | Promise<string>;
}

/**
 * Runs a tool that writes a page: `[--check] [file]` writes the page, or with `--check` shows
 * whether it is out of date.
 *
 * @returns the exit code
 */
export async function writePage(page: GeneratedPage, words: readonly string[]): Promise<number> {
	const own = join(root, page.file);
	const file = resolve(words.find((word) => word !== '--check') ?? own);
	const config = await resolveConfig(own);
	const text = await format(await page.text(), { ...config, parser: 'markdown' });
	if (!words.includes('--check')) {
		writeFileSync(file, text);
		return 0;
	}
	if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0;
	console.error(`${relative(root, file)} is out of date: run tsx ${page.tool}`);
	return 1;
}

/** Runs a tool that writes a page with the words of the command line. */
export function runPageTool(page: GeneratedPage): void {
	writePage(page, process.argv.slice(2)).then(
		(code) => {
			process.exitCode = code;
		},
		(error: unknown) => {
			console.error(error);
			process.exitCode = 1;
		},
	);
}
