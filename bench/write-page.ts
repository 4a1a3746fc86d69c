/**
 * `npm run bench:page`: writes what `npm run bench` measured last into docs/performance.md. With
 * `--check` and perhaps another folder of documents, says whether the page there shows what is stored
 * beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../playground/n8n/node24';
import { groupsFor } from './cases';
import { contentsFor, pageFilesIn } from './page-files';
import type { PageFiles } from './page-files';
import type { BenchReport } from './results';
import { storedReport } from './stored-report';
import type { StoredReport } from './stored-report';

const names = ['page', 'picture', 'stored'] as const satisfies Array<keyof PageFiles>;

function read<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** The last run, if it measured everything. */
function lastRun(): StoredReport {
	const report = read<BenchReport>(join(root, 'build', 'bench.json'));
	const measured = new Set(report.groups.map(({ name }) => name));
	const left = groupsFor({ only: '', quick: false }).filter(({ name }) => !measured.has(name));
	const missing = [...left.map(({ name }) => name), ...report.failed];
	if (missing.length > 0 || !report.package) {
		throw new Error(
			`The page shows a whole run, and the last one lacks ${missing.join(', ') || 'the package'}; run npm run bench without --only and --quick`,
		);
	}
	return storedReport(report);
}

async function main([word, folder]: string[]): Promise<void> {
	const files = pageFilesIn(folder);
	const isCheck = word === '--check';
	const report = isCheck ? read<StoredReport>(files.stored) : lastRun();
	const contents = await contentsFor(files, report);
	for (const name of names) {
		if (!isCheck) writeFileSync(files[name], contents[name]);
		else if (readFileSync(files[name], 'utf8') !== contents[name]) {
			throw new Error(
				`${relative(root, files[name])} does not show what is stored: run npm run bench and npm run bench:page`,
			);
		}
	}
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
