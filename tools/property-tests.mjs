/**
 * Runs tests with more values than usual: `node tools/property-tests.mjs TIMES [options of jest]`.
 * PROPERTY_TIMES, where it is set, says how many times as many instead. Without options it runs every
 * file that tests properties.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [times, ...options] = process.argv.slice(2);

const testsProperties = (file) => readFileSync(file, 'utf8').includes("from 'fast-check'");
/** Jest takes a file with the slashes of a URL on every system. */
const propertyTests = () =>
	readdirSync('test', { recursive: true })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => `test/${file.replaceAll('\\', '/')}`)
		.filter(testsProperties);

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const chosen = options.length > 0 ? options : propertyTests();
const { status } = spawnSync(process.execPath, [jest, ...chosen], {
	stdio: 'inherit',
	env: { ...process.env, PROPERTY_TIMES: process.env.PROPERTY_TIMES || times },
});
process.exitCode = status ?? 1;
