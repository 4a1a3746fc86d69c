import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertCanStart } from '../../tools/first-start.cjs';
import { runVisibly } from '../../tools/visible-command.cjs';

const folder = mkdtempSync(join(tmpdir(), 'progress-'));
afterAll(() => rmSync(folder, { recursive: true }));

const install = {
	title: 'Downloading the n8n server',
	expected: '4 to 8 minutes',
	grows: { folder, gigabytes: 2.2 },
	command: process.execPath,
	cwd: folder,
	logFile: join(folder, 'log'),
};

/** Writes to its log until the test has seen a line of progress. */
const untilSeen = (log: string) => [
	'-e',
	`console.log(${JSON.stringify(log)}); setInterval(() => require('fs').existsSync('seen') && process.exit(), 50)`,
];

it('an install shows its downloads, size and time in a line that fits a terminal', async () => {
	const line = /^\r\x1b\[K {2}… 2 downloads, \d\.\d of 2\.2 GB, \d+ s$/;
	const written: string[] = [];
	const stdout = jest.spyOn(process.stdout, 'write');
	stdout.mockImplementation((text) => {
		if (line.test(String(text))) writeFileSync(join(folder, 'seen'), '');
		return written.push(String(text)) > 0;
	});
	const wasTerminal = process.stdout.isTTY;
	process.stdout.isTTY = true;
	await runVisibly({ ...install, args: untilSeen('npm http fetch\nnpm http fetch') });
	process.stdout.isTTY = wasTerminal;
	stdout.mockRestore();
	expect(written[0]).toBe('Downloading the n8n server (4 to 8 minutes, 2.2 GB)\n');
	expect(written.at(-1)).toMatch(/^\r\x1b\[K {2}done after \d+ s\n$/);
});

it.each([
	[
		'a full disk, in one sentence',
		'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n'.repeat(30),
		`Downloading the n8n server: the disk of ${folder} is full. Make room there, and start again.`,
	],
	['the last lines', 'first\nnpm error code E404', /E404$/],
])('an install that fails shows %s', async (_, log, reason) => {
	const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
	const args = ['-e', `console.log(${JSON.stringify(log)}); process.exit(1)`];
	const failed = await runVisibly({ ...install, args }).catch((error: Error) => error.message);
	stdout.mockRestore();
	expect(failed).toMatch(reason);
	if (typeof reason === 'string') expect(failed).toBe(reason);
});

describe('before anything is installed, npm start', () => {
	const servers = [createServer(), createServer()];
	const ports: number[] = [];
	const choices = { n8nPort: 0, servicePort: 0, folder, fresh: false, open: false };

	beforeAll(async () => {
		for (const server of servers) {
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			ports.push((server.address() as AddressInfo).port);
		}
		[choices.n8nPort, choices.servicePort] = ports as [number, number];
	});
	afterAll(() => servers.forEach((server) => server.close()));

	const problem = (rooms: Array<{ folder: string; room: number }>, platform?: NodeJS.Platform) =>
		assertCanStart(choices, rooms, platform).then(
			() => '',
			(error: Error) => error.message,
		);

	it('names both ports that are taken, and a whole command that works', async () => {
		const message = await problem([]);
		expect(message).toContain(
			`uses port ${ports[0]} of n8n and port ${ports[1]} of the mock service. End it, or choose other ports:`,
		);
		const [, n8nPort, servicePort] =
			/^ {2}npm start -- --n8n-port (\d+) --service-port (\d+) --folder '\S+' --no-open$/m.exec(
				message,
			)!;
		const others = { ...choices, n8nPort: Number(n8nPort), servicePort: Number(servicePort) };
		await expect(assertCanStart(others, [])).resolves.toBeUndefined();
	});

	it('adds up what one disk needs, and names all problems together', async () => {
		const message = await problem(
			[
				{ folder, room: 400_000 },
				{ folder: tmpdir(), room: 600_000 },
			],
			'win32',
		);
		expect(message).toMatch(/^The demo runs on Linux and macOS\. On Windows, /);
		expect(message).toMatch(/The disk of \S+ has \S+ GB free, and 1000000 GB are needed\./);
		expect(message).toContain('npm start -- --n8n-port');
	});
});
