import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from '../../commands/first-start.cjs';
import { growthOf } from '../../commands/growth.cjs';
import { runVisibly } from '../../commands/visible-command.cjs';
import { playgroundServer } from '../../playground/n8n/cache-folder';

let folder: string;
let modules: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'growth-'));
	modules = join(folder, 'node_modules');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(name: string, megabytes: number): void {
	mkdirSync(join(modules, name), { recursive: true });
	writeFileSync(join(modules, name, 'index.js'), Buffer.alloc(megabytes * 1e6, 'x'));
}

it('says how large a folder is of how large it becomes, however deep, and never more', () => {
	const { now } = Date;
	let time = now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 1_000));
	const growth = growthOf(modules, 0.5);
	expect(growth()).toBe('0.0 of 0.5 GB');
	install('@scope/package/node_modules/other', 100);
	// A second has gone into the look before, and nine have to pass.
	expect(growth()).toBe('0.0 of 0.5 GB');
	time += 9_000;
	expect(growth()).toBe('0.1 of 0.5 GB');
	clock.mockRestore();
	expect(growthOf(modules, 0.1)()).toBe('0.1 of 0.1 GB');
});

it('shows it while the command runs, in lines that fit a terminal', async () => {
	expect(playgroundServer.expected).toBe(server);
	install('package', 100);
	const said: string[] = [];
	const stdout = jest.spyOn(process.stdout, 'write');
	stdout.mockImplementation((text) => said.push(String(text)) > 0);
	const wasTerminal = process.stdout.isTTY;
	process.stdout.isTTY = true;
	await runVisibly({
		title: 'Downloading the n8n server, once for all checkouts',
		expected: server.time,
		grows: { folder: modules, gigabytes: server.gigabytes },
		command: process.execPath,
		args: ['-e', 'setTimeout(() => undefined, 1500)'],
		cwd: folder,
		logFile: join(folder, 'log'),
	});
	process.stdout.isTTY = wasTerminal;
	stdout.mockRestore();
	const [heading, ...lines] = said;
	expect(heading).toContain(`(${server.time}, ${server.gigabytes} GB)\n`);
	expect(lines[0]).toMatch(/^\r\x1b\[K {2}… 0\.1 of 2\.2 GB, \d+ s$/);
	expect(lines.at(-1)).toMatch(/^\r\x1b\[K {2}done after \d+ s\n$/);
});
