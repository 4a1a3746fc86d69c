/** Writes what the editor shows as output before a first run, out of the operations' declarations. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../nodes/CrmMessaging/actions';
import { outputPreview, previewFile, previewFolder } from './output-previews';

async function main(): Promise<void> {
	const folder = join(__dirname, '..', previewFolder);
	rmSync(folder, { recursive: true, force: true });
	for (const operation of operations) {
		const file = join(folder, previewFile(operation));
		const config = await resolveConfig(file);
		mkdirSync(dirname(file), { recursive: true });
		const text = JSON.stringify(outputPreview(operation));
		writeFileSync(
			file,
			await format(text, { ...config, parser: 'json', objectWrap: 'collapse' }),
		);
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
