import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { start } from './client';

const ROOT = join(__dirname, '../../..');
const COMMAND = ['node_modules/tsx/dist/cli.mjs', 'playground/service/cli.ts'];

const commands: ChildProcess[] = [];

// One that a failed test leaves behind would keep the test run alive.
afterEach(() => commands.splice(0).forEach((command) => command.kill()));

/** Starts the command; `said` grows with what it prints, `ended` gives its exit code. */
function run(args: string[], more: Record<string, string> = {}) {
	const env = { ...process.env, ...more };
	const command = spawn(process.execPath, [...COMMAND, ...args], { cwd: ROOT, env });
	commands.push(command);
	const said = { out: '', error: '' };
	command.stdout.on('data', (text) => (said.out += text));
	command.stderr.on('data', (text) => (said.error += text));
	const ended = once(command, 'close').then(([code]) => code as number | null);
	return { command, said, ended };
}

test('it says where it listens and how to use it, serves, and Ctrl-C ends it', async () => {
	const args = ['--port', '0', '--booking-webhook', 'http://n8n.test/hook'];
	const { command, said, ended } = run(args, { SERVICE_ACCOUNT_ID: 'my-hotel' });
	while (!said.out.includes('Ctrl-C')) await once(command.stdout, 'data');
	const url = /listens at (http:\/\/127\.0\.0\.1:\d+) /.exec(said.out)?.[1];
	expect(said.out).toMatch(/^ {2}Account ID +my-hotel$/m);
	expect(said.out).toMatch(/^ {2}Master Secret +demo-master-secret$/m);
	expect(said.out).toMatch(/^ {2}Bookings go to +http:\/\/n8n.test\/hook$/m);
	const authorization = 'Token token=demo-account-secret';
	// A job and its callback's next try are still to come: they must not keep the command alive.
	const json = 'application/json';
	const { status } = await fetch(`${url}/account/my-hotel/sync_data`, {
		method: 'POST',
		headers: { authorization, accept: json, 'content-type': json },
		body: JSON.stringify({ origin: 'x', options: { webhook: { url: `${url}/nowhere` } } }),
	});
	command.kill('SIGINT');
	// Windows has no signals: there it is ended, not told to end.
	const code = process.platform === 'win32' ? null : 0;
	expect([status, await ended, said.error]).toEqual([201, code, '']);
});

test('a busy port is said in one sentence', async () => {
	const { port } = new URL((await start()).url);
	const { said, ended } = run(['--port', port]);
	expect(await ended).toBe(1);
	const advice = 'end the other program or choose another port with --port';
	expect(said.error).toBe(`Port ${port} is already in use: ${advice}.\n`);
});

test.each<[arg: string, value: string[], code: number, said: RegExp]>([
	['--port', ['many'], 1, /^--port must be a number from 0 to 65535, not "many"\.\n$/],
	['--colour', [], 1, /^Unknown option '--colour'[^\n]*\n$/],
	['--help', [], 0, /--port[^]*--account-id[^]*--booking-webhook[^]*--help/],
])('%s is explained', async (arg, value, code, sentence) => {
	const { said, ended } = run([arg, ...value]);
	expect(await ended).toBe(code);
	expect(code === 0 ? said.out : said.error).toMatch(sentence);
});
