/** What the playground and the tests use of this machine: Node 24, programs, ports, and npm's own packing. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import getPort from 'get-port';
import which from 'which';
import { node24 as nodeProgram, npmCommand } from '../../tools/programs.cjs';

/** The checkout. */
export const root = join(__dirname, '..', '..');

/** The Node 24 that came with `npm ci`: n8n runs on nothing older. */
export const node24 = nodeProgram();

/** PATH with that Node first, so that npm and everything it starts run on it. */
export const pathWithNode24 = [join(root, 'node_modules', '.bin'), process.env.PATH].join(
	delimiter,
);

/** Whether there is a program at this path that may be run. */
export function isProgram(path: string): boolean {
	return which.sync(resolve(path), { nothrow: true }) !== null;
}

/** The first of these programs that a folder of the PATH holds, as a path. */
export function findOnPath(...names: string[]): string | undefined {
	return names.map((name) => which.sync(name, { nothrow: true })).find((path) => path !== null);
}

/** The Chromium of this machine: `CHROMIUM`, or one in the usual places; says how to get one when there is none. */
export function requireChromium(): string {
	const { CHROMIUM: chosen } = process.env;
	if (chosen && !isProgram(chosen)) {
		throw new Error(`CHROMIUM is set to ${chosen}, which is not a program.`);
	}
	const onMac = ['Chromium', 'Google Chrome'].map(
		(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
	);
	const found =
		chosen ??
		findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
		onMac.find(isProgram);
	if (found) return found;
	const install =
		process.platform === 'darwin'
			? 'brew install --cask chromium'
			: 'sudo apt-get install chromium';
	throw new Error(`The browser tests need Chromium or Chrome. Install one with: ${install}`);
}

/**
 * A free port that stays free until it is used, also while its server restarts. It lies below the ports
 * that systems give to outgoing connections and to servers that ask for any port.
 */
export function freePort(): Promise<number> {
	const candidates = Array.from({ length: 20 }, () => randomInt(11_000, 30_000));
	return getPort({ host: '127.0.0.1', port: candidates });
}

/** A tarball as npm describes it. */
export interface Tarball {
	filename: string;
	size: number;
	files: Array<{ path: string }>;
}

/** Packs the package in a folder into another folder. */
export function packInto(folder: string, cwd: string): Tarball {
	const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
	const { command, args } = npmCommand(['pack', ...options]);
	const stdio = 'pipe';
	const answer = execFileSync(command, args, { cwd, encoding: 'utf8', stdio });
	const [packed] = JSON.parse(answer) as Tarball[];
	if (!packed) throw new Error('npm pack made no tarball.');
	return packed;
}

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
