/**
 * `npm run reference`: writes the pages, and the editor's previews of outputs, that are made out of the
 * declarations. `tsx tools/write-pages.ts FOLDER` writes them below another folder.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../nodes/CrmMessaging/actions';
import { outputPreview, previewFile, previewFolder } from './output-previews';
import { referencePage } from './reference';
import { troubleshooting } from './troubleshooting';

const root = join(__dirname, '..');

async function main(folder: string): Promise<void> {
	const files = new Map([
		['docs/reference.md', referencePage(operations)],
		['docs/troubleshooting.md', troubleshooting()],
	]);
	for (const operation of operations) {
		const file = `${previewFolder}/${previewFile(operation)}`;
		files.set(file, JSON.stringify(outputPreview(operation)));
	}
	rmSync(join(folder, previewFolder), { recursive: true, force: true });
	const config = await resolveConfig(join(root, 'package.json'));
	for (const [file, text] of files) {
		const path = join(folder, file);
		mkdirSync(dirname(path), { recursive: true });
		const options = { ...config, filepath: file, objectWrap: 'collapse' as const };
		writeFileSync(path, await format(text, options));
	}
}

void main(resolve(process.argv[2] ?? root));
