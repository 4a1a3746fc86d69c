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
		const { filename } = packInto(growing, root);
		renameSync(join(growing, filename), join(destination, filename));
		return join(destination, filename);
	} finally {
		rmSync(growing, { recursive: true, force: true });
	}
}

/** A tarball as npm describes it. */
export interface Tarball {
	filename: string;
	size: number;
	files: Array<{ path: string }>;
}

/** Packs a package into a folder. */
export function packInto(folder: string, cwd: string): Tarball {
	const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
	const { command, args } = npmCommand(['pack', ...options]);
	const answer = execFileSync(command, args, {
		cwd,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [packed] = JSON.parse(answer) as Tarball[];
	if (!packed) throw new Error('npm pack made no tarball.');
	return packed;
}
