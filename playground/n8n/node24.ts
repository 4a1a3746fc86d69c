import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { node24 as nodeProgram } from '../../commands/programs.cjs';

/** The checkout. */
export const root = join(__dirname, '..', '..');

/** The Node 24 that came with `npm ci`: n8n runs on nothing older. */
export const node24 = nodeProgram();

/** PATH with that Node first, so that npm and everything it starts run on it. */
export const pathWithNode24 = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
	delimiter,
);

/**
 * The folder of that Node's C headers. Without it a compile would fetch them from the internet, or
 * take those of another Node.
 */
export function node24Headers(): string | undefined {
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const folder = join(root, 'node_modules', 'node', 'node_modules', name);
	return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? folder : undefined;
}
