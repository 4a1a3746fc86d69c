import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from '../../commands/first-start.cjs';
import { growthOf } from '../../commands/growth.cjs';
import { runVisibly } from '../../commands/visible-command.cjs';
import { playgroundServer } from '../../playground/n8n/cache-folder';

it('an install shows the current and final size of its folder in lines that fit a terminal', async () => {
	expect(playgroundServer.expected).toBe(server);
	const folder = mkdtempSync(join(tmpdir(), 'growth-'));
	const modules = join(folder, 'node_modules');
	expect(growthOf(modules, 0.5)()).toBe('0.0 of 0.5 GB');
	const deep = join(modules, '@scope/package/node_modules/other');
	mkdirSync(deep, { recursive: true });
	writeFileSync(join(deep, 'index.js'), Buffer.alloc(150e6, 'x'));
	expect(growthOf(modules, 0.1)()).toBe('0.1 of 0.1 GB');
	const written: string[] = [];
	const stdout = jest.spyOn(process.stdout, 'write');
	stdout.mockImplementation((text) => written.push(String(text)) > 0);
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
	rmSync(folder, { recursive: true });
	const [heading, ...lines] = written;
	expect(heading).toContain(`(${server.time}, ${server.gigabytes} GB)\n`);
	expect(lines[0]).toMatch(/^\r\x1b\[K {2}… 0\.2 of 2\.2 GB, \d+ s$/);
	expect(lines.at(-1)).toMatch(/^\r\x1b\[K {2}done after \d+ s\n$/);
});
