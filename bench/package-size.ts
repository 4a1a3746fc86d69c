import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packPackage } from '../playground/n8n/pack';
import { packageFolder } from './contenders/this-package';
import { timeToLoad } from './fresh-process';
import type { BenchReport } from './results';
import { median } from './results';

/** Packs the built package and unpacks it where the contenders load it: a build cannot disturb them. */
export function unpackPackage(): void {
	removePackage();
	mkdirSync(dirname(packageFolder), { recursive: true });
	execFileSync('tar', ['-xzf', packPackage(), '-C', dirname(packageFolder)]);
}

/** A second package of the same name would make jest complain. */
export function removePackage(): void {
	rmSync(dirname(packageFolder), { recursive: true, force: true });
}

/** The tarball's size, its dependencies, and how long n8n takes to load the package. */
export async function measurePackage(runs: number): Promise<NonNullable<BenchReport['package']>> {
	const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
		dependencies?: Record<string, string>;
	};
	const times: number[] = [];
	for (let run = 0; run < runs; run++) times.push(await timeToLoad(packageFolder));
	return {
		tarball: statSync(packPackage()).size,
		dependencies: Object.keys(manifest.dependencies ?? {}).length,
		loadMilliseconds: median(times),
	};
}
