import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isCurrent } from '../../tools/build-when-stale.cjs';

/** Longer than a tick of a file system's clock. */
const tick = () => pause(30);

describe('dist/', () => {
	let checkout: string;
	const at = (path: string) => join(checkout, path);

	beforeEach(async () => {
		checkout = mkdtempSync(join(tmpdir(), 'build-test-'));
		for (const folder of ['nodes/Deep', 'credentials', 'icons']) {
			mkdirSync(at(folder), { recursive: true });
		}
		for (const file of ['package.json', 'tsconfig.json', 'gulpfile.js', 'nodes/Deep/a.ts']) {
			writeFileSync(at(file), 'old');
		}
		await tick();
		mkdirSync(at('dist'));
		await tick();
	});

	afterEach(() => rmSync(checkout, { recursive: true, force: true }));

	it('is up to date when nothing has changed since its build', () => {
		expect(isCurrent(checkout)).toBe(true);
	});

	it.each<[string, () => void]>([
		['it is gone', () => rmSync(at('dist'), { recursive: true })],
		['a source has changed', () => writeFileSync(at('nodes/Deep/a.ts'), 'new')],
		['a source is new', () => writeFileSync(at('nodes/Deep/b.ts'), 'new')],
		['a source is gone', () => rmSync(at('nodes/Deep/a.ts'))],
		['the compiler has other options', () => writeFileSync(at('tsconfig.json'), 'new')],
		[
			'a source got an older time',
			() => utimesSync(at('nodes/Deep/a.ts'), new Date(0), new Date(0)),
		],
	])('is built again when %s', (_, change) => {
		change();
		expect(isCurrent(checkout)).toBe(false);
	});

	it('is built again when a source changed in the moment in which its build began', () => {
		const begun = Math.floor(statSync(at('gulpfile.js')).ctimeMs) / 1000;
		utimesSync(at('dist'), begun, begun);
		expect(isCurrent(checkout)).toBe(false);
	});
});
