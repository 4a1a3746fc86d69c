import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node24';

/** Packs the built package as `npm publish` would; returns the tarball's path. */
export function packPackage(): string {
	if (!existsSync(join(root, 'dist'))) {
		throw new Error('The package is not built. Run: npm run build');
	}
	const destination = join(root, 'build', 'package');
	mkdirSync(destination, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
	const answer = execFileSync('npm', args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [packed] = JSON.parse(answer) as Array<{ filename: string }>;
	if (!packed) throw new Error('npm pack made no tarball.');
	return join(destination, packed.filename);
}
