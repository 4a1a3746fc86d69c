import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startServiceStandIn } from '../../../playground/service/stand-in';

// Each test starts a process of its own.
jest.setTimeout(20_000);

const ROOT = join(__dirname, '../../..');
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
const CLI = join(ROOT, 'playground/service/cli.ts');

/** Starts the command; `said` grows with what it prints. */
function run(args: string[], env: Record<string, string> = {}) {
	const command = spawn(process.execPath, [TSX, CLI, ...args], {
		env: { ...process.env, ...env },
	});
	const said = { out: '', error: '' };
	command.stdout.on('data', (text) => (said.out += text));
	command.stderr.on('data', (text) => (said.error += text));
	return { command, said };
}

test('it says where it listens and how to use it, serves, and Ctrl-C ends it', async () => {
	const env = { SERVICE_ACCOUNT_ID: 'my-hotel' };
	const { command, said } = run(
		['--port', '0', '--booking-webhook', 'http://n8n.test/hook'],
		env,
	);
	while (!said.out.includes('Ctrl-C')) await once(command.stdout, 'data');
	const url = /listens at (http:\/\/127\.0\.0\.1:\d+) /.exec(said.out)?.[1];
	expect(said.out).toContain('Account ID      my-hotel');
	expect(said.out).toContain('Account secret  demo-account-secret');
	expect(said.out).toContain('Master secret   demo-master-secret');
	expect(said.out).toContain('App ID          demo-app');
	expect(said.out).toContain('Bookings go to  http://n8n.test/hook');
	const response = await fetch(`${url}/v2/account/my-hotel/campaigns/`, {
		headers: { authorization: 'Token token=demo-account-secret' },
	});
	expect(response.status).toBe(200);
	// A job and its callback's next try are still to come: they must not keep the command alive.
	await fetch(`${url}/account/my-hotel/sync_data`, {
		method: 'POST',
		headers: {
			authorization: 'Token token=demo-account-secret',
			'content-type': 'application/json',
		},
		body: JSON.stringify({ origin: 'x', options: { webhook: { url: `${url}/nowhere` } } }),
	});
	command.kill('SIGINT');
	const [code] = (await once(command, 'exit')) as [number];
	expect(code).toBe(0);
	expect(said.error).toBe('');
});

test('a busy port is said in one sentence', async () => {
	const other = await startServiceStandIn();
	const { port } = new URL(other.url);
	const { command, said } = run(['--port', port]);
	const [code] = (await once(command, 'close')) as [number];
	await other.close();
	expect(code).toBe(1);
	expect(said.error).toBe(
		`Port ${port} is already in use: end the other program or choose another port with --port.\n`,
	);
});

test.each<[string[], RegExp]>([
	[['--port', 'many'], /^--port must be a number from 0 to 65535, not "many"\.\n$/],
	[['--colour'], /^Unknown option '--colour'[^\n]*\n$/],
])('%j is explained', async (args, sentence) => {
	const { command, said } = run(args);
	const [code] = (await once(command, 'close')) as [number];
	expect(code).toBe(1);
	expect(said.error).toMatch(sentence);
});

test('--help names every option', async () => {
	const { command, said } = run(['--help']);
	const [code] = (await once(command, 'close')) as [number];
	expect(code).toBe(0);
	for (const option of ['--port', '--account-id', '--booking-webhook', '--help']) {
		expect(said.out).toContain(option);
	}
});
