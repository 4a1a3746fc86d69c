/**
 * Prints the versions of n8n's core that the package is tried on, as JSON for the release's matrix: one a
 * folder of test/versions/, and the one that this checkout is built with.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'test', 'versions');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const others = existsSync(folder) ? readdirSync(folder) : [];
process.stdout.write(`${JSON.stringify([...others, devDependencies['n8n-core']])}\n`);
