import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../../commands/programs.cjs';
import { root } from './node24';

/** Packs the built package as `npm publish` would; returns the tarball's path. */
export function packPackage(): string {
	if (!existsSync(join(root, 'dist'))) {
		throw new Error('The package is not built. Run: npm run build');
	}
	const destination = join(root, 'build', 'package');
	mkdirSync(destination, { recursive: true });
	// Someone else may be reading the tarball of an earlier pack: the new one takes its place whole.
	const growing = mkdtempSync(join(destination, 'growing-'));
	try {
		const name = packInto(growing);
		renameSync(join(growing, name), join(destination, name));
		return join(destination, name);
	} finally {
		rmSync(growing, { recursive: true, force: true });
	}
}

/** Packs into a folder; returns the tarball's name. */
function packInto(folder: string): string {
	const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
	const { command, args } = npmCommand(['pack', ...options]);
	const answer = execFileSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [packed] = JSON.parse(answer) as Array<{ filename: string }>;
	if (!packed) throw new Error('npm pack made no tarball.');
	return packed.filename;
}
