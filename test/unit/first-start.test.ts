import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertCanStart } from '../../tools/first-start.cjs';
import { runVisibly } from '../../tools/visible-command.cjs';
import { listen } from '../server/harness/listening-server';

const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

const messageOf = (work: Promise<unknown>) =>
	work.then(
		() => '',
		(error: Error) => error.message,
	);

it.each([
	[
		'a full disk, in one sentence',
		'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n'.repeat(30),
		/^Downloading: the disk of \S+ is full\. Make room there, and start again\.$/,
	],
	['the last lines', 'first\nnpm error code E404', /E404$/],
])('an install that fails shows %s', async (_, log, reason) => {
	const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
	const failing = runVisibly({
		title: 'Downloading',
		expected: '4 to 8 minutes',
		grows: { folder, gigabytes: 2.2 },
		command: process.execPath,
		args: ['-e', `console.log(${JSON.stringify(log)}); process.exit(1)`],
		cwd: folder,
		logFile: join(folder, 'log'),
	});
	const message = await messageOf(failing);
	stdout.mockRestore();
	expect(message).toMatch(reason);
});

it('npm start names all problems together, with a whole command that works', async () => {
	const servers = await Promise.all([1, 2].map(() => listen(() => undefined)));
	const [n8nPort, servicePort] = servers.map(({ port }) => port) as [number, number];
	const choices = { n8nPort, servicePort, folder, fresh: false, open: false };
	const rooms = [
		{ folder, room: 400_000 },
		{ folder: tmpdir(), room: 600_000 },
	];
	const message = await messageOf(assertCanStart(choices, rooms, 'win32'));
	expect(message).toMatch(/^The demo runs on Linux and macOS\. On Windows, /);
	expect(message).toMatch(/The disk of \S+ has \S+ GB free, and 1000000 GB are needed\./);
	expect(message).toContain(
		`uses port ${n8nPort} of n8n and port ${servicePort} of the mock service. End it, or choose other ports:`,
	);
	const command =
		/^ {2}npm start -- --n8n-port (\d+) --service-port (\d+) --folder '\S+' --no-open$/m;
	const [, otherN8n, otherService] = command.exec(message)!;
	const others = { n8nPort: Number(otherN8n), servicePort: Number(otherService) };
	expect(await messageOf(assertCanStart({ ...choices, ...others }, []))).toBe('');
	await Promise.all(servers.map(({ stop }) => stop()));
});
