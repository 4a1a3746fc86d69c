import { resolve } from 'node:path';
import which from 'which';

/** Whether there is a program at this path that may be run. */
export function isProgram(path: string): boolean {
	return which.sync(resolve(path), { nothrow: true }) !== null;
}

/** The first of these programs that a folder of the PATH holds, as a path. */
export function findOnPath(...names: string[]): string | undefined {
	return names.map((name) => which.sync(name, { nothrow: true })).find((path) => path !== null);
}
