import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from '../../commands/first-start.cjs';
import { registryWarning, runVisibly } from '../../commands/visible-command.cjs';
import { playgroundServer } from '../../playground/n8n/cache-folder';

const folder = mkdtempSync(join(tmpdir(), 'progress-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command as on a terminal, until a line matches. @returns all that was written */
async function writtenUntil(
	line: RegExp,
	output: string,
	grows?: { folder: string; gigabytes: number },
) {
	const seen = join(folder, `seen-${line.source.length}`);
	const untilSeen = `setInterval(() => require('fs').existsSync(${JSON.stringify(seen)}) && process.exit(), 50)`;
	const written: string[] = [];
	const stdout = jest.spyOn(process.stdout, 'write');
	stdout.mockImplementation((text) => {
		if (line.test(String(text))) writeFileSync(seen, '');
		return written.push(String(text)) > 0;
	});
	const wasTerminal = process.stdout.isTTY;
	process.stdout.isTTY = true;
	await runVisibly({
		title: 'Downloading the n8n server, once for all checkouts',
		expected: server.time,
		grows,
		command: process.execPath,
		args: ['-e', `console.log(${JSON.stringify(output)}); ${untilSeen}`],
		cwd: folder,
		logFile: join(folder, 'log'),
	});
	process.stdout.isTTY = wasTerminal;
	stdout.mockRestore();
	return written;
}

it('an install shows the current and final size of its folder in lines that fit a terminal', async () => {
	expect(playgroundServer.expected).toBe(server);
	const modules = join(folder, 'node_modules');
	const deep = join(modules, '@scope/package/node_modules/other');
	mkdirSync(deep, { recursive: true });
	writeFileSync(join(deep, 'index.js'), Buffer.alloc(150e6, 'x'));
	const line = /^\r\x1b\[K {2}… 0\.2 of 2\.2 GB, \d+ s$/;
	const written = await writtenUntil(line, '', { folder: modules, gigabytes: 2.2 });
	expect(written[0]).toContain(`(${server.time}, ${server.gigabytes} GB)\n`);
	expect(written.at(-1)).toMatch(/^\r\x1b\[K {2}done after \d+ s\n$/);
});

it('a compile shows the file it works on', async () => {
	const output = '  CC(target) obj/first.o\n  CC(target) obj/gen/sqlite3.o\n|  ^~~~';
	const line = /^\r\x1b\[K {2}… compiling sqlite3\.o, \d+ s$/;
	expect((await writtenUntil(line, output)).some((text) => line.test(text))).toBe(true);
});

it.each([
	['answers is not reported', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', ''],
	['accepts and never answers is reported', '', "doesn't answer"],
])('a registry that %s', async (_, answer, warning) => {
	const registry = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.on('data', () => answer && socket.end(answer));
	});
	await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
	const { port } = registry.address() as AddressInfo;
	const found = await registryWarning(`http://127.0.0.1:${port}/`, answer ? 20_000 : 200);
	registry.close();
	if (warning) expect(found).toContain(warning);
	else expect(found).toBe('');
});
