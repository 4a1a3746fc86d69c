/**
 * `npm run release -- 1.2.3`: gives the checkout its next version, dates the changelog, and keeps the
 * version's workflows. It publishes nothing: that is done by the workflow in .github/workflows/release.yml,
 * which a tag starts.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/node24';
import { npmCommand } from '../../commands/programs.cjs';
import { withRelease } from './changelog';
import { filesWithVersion, withVersion } from './version-places';

function npm(...words: string[]): void {
	const { command, args } = npmCommand(words);
	execFileSync(command, args, { cwd: root, stdio: 'inherit' });
}

function rewrite(file: string, change: (text: string) => string): void {
	const path = join(root, file);
	writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function main([version = '']: string[]): void {
	if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
		throw new Error('Say which version it is to be: npm run release -- 1.2.3');
	}
	const day = new Date().toISOString().slice(0, 10);
	// First what may refuse: nothing is changed then.
	const changelog = withRelease(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, day);
	npm('version', version, '--no-git-tag-version', '--allow-same-version');
	for (const file of filesWithVersion) rewrite(file, (text) => withVersion(text, version));
	npm('run', 'save-workflows');
	rewrite('CHANGELOG.md', () => changelog);
	console.log(
		`\nThis is ${version} now. Look at it, commit it, and go on as docs/contributing/releasing.md says.`,
	);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
