/**
 * Writes the field reference out of the node's own declarations.
 * `tsx tools/write-reference.ts [--check] [file]` writes docs/reference.md, or with `--check` exits
 * with 1 when it is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../nodes/CrmMessaging/operations';
import { declaredFields, Reference } from './reference';

const root = join(__dirname, '..');

async function main(words: string[]): Promise<number> {
	const file = resolve(
		words.find((word) => word !== '--check') ?? join(root, 'docs/reference.md'),
	);
	const config = await resolveConfig(join(root, 'docs/reference.md'));
	const page = new Reference(operations, await declaredFields()).page();
	const text = await format(page, { ...config, parser: 'markdown' });
	if (!words.includes('--check')) {
		writeFileSync(file, text);
		return 0;
	}
	if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0;
	console.error(`${relative(root, file)} is out of date: run tsx tools/write-reference.ts`);
	return 1;
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
