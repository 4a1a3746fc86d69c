import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(__dirname, '../../docs/contributing/service.md'), 'utf8');

/** The text below a heading of docs/contributing/service.md, up to the next heading of any level. */
export function sectionOf(heading: string): string {
	const [, section] = `\n${text}`.split(`# ${heading}\n`);
	if (section === undefined)
		throw new Error(`docs/contributing/service.md has no heading ${heading}`);
	return section.split(/\n#+ /)[0]!;
}

/** The headings of one level inside a section of the second level. */
export function headingsIn(heading: string): string[] {
	const [, after = ''] = text.split(`\n## ${heading}\n`);
	return [...after.split(/\n## /)[0]!.matchAll(/^### (.*)$/gm)].map(([, name]) => name!);
}

/** The rows of the table below a heading, without that of the column names; code marks are taken off keys. */
export function rowsOf(heading: string): string[][] {
	const lines = sectionOf(heading)
		.split('\n')
		.filter((line) => line.startsWith('|'));
	return lines.slice(2).map((line) =>
		line
			.slice(1, -1)
			.split(/(?<!\\)\|/)
			.map((cell) => cell.trim()),
	);
}
