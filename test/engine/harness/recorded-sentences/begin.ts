import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderVariable } from './record';

/** Builds the package if it is old, and makes the folder to which all workers add sentences. */
export default function begin(): void {
	const build = join(__dirname, '../../../../tools/build-when-stale.cjs');
	execFileSync(process.execPath, [build], { stdio: 'inherit' });
	process.env[folderVariable] = mkdtempSync(join(tmpdir(), 'sentences-'));
}
