/**
 * `npm run save-workflows`: keeps workflows and defaults of this version in test/saved-workflows/, so
 * that later versions are held to them. Made again as long as the version is not released.
 */
import './code-before-data';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../playground/n8n/node24';
import { isReleased } from './release';
import { defaultsFile, savedDefaults, savedFolder, savedWorkflows } from './saved-workflows';

async function main(): Promise<void> {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		version: string;
	};
	if (isReleased(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)) {
		throw new Error(
			`${version} is released: its workflows never change. Give the package its next version first (npm run release).`,
		);
	}
	const folder = join(savedFolder, version);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const config = await resolveConfig(join(folder, defaultsFile));
	const files = new Map([...savedWorkflows(), [defaultsFile, savedDefaults()]]);
	for (const [file, content] of files) {
		const text = await format(JSON.stringify(content), { ...config, parser: 'json' });
		writeFileSync(join(folder, file), text);
	}
	console.log(`${relative(root, folder)}: ${files.size} files`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
