import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoOwner } from '../../playground/demo/fill-n8n';
import { N8nClient } from '../../playground/n8n/client';
import { freePort, root } from '../../playground/n8n/machine';
import { DEMO_ACCOUNT } from '../../playground/service/options';
import { until } from './harness/playground';

const startLimitMs = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
let started: ChildProcess | undefined;
let output = '';
let n8nPort = 0;
let servicePort = 0;

const timeZone = 'Asia/Tokyo';

beforeAll(async () => {
	n8nPort = await freePort();
	servicePort = await freePort();
	const ports = ['--n8n-port', String(n8nPort), '--service-port', String(servicePort)];
	const args = ['start', '--', ...ports, '--folder', folder, '--no-open'];
	// A process group of its own, as in a terminal: Ctrl-C goes to all of it.
	const env = { ...process.env, TZ: timeZone };
	started = spawn('npm', args, { cwd: root, detached: true, env });
	for (const stream of [started.stdout, started.stderr]) {
		stream!.on('data', (text: Buffer) => (output += text.toString()));
	}
	const isReady = () => output.includes('Ctrl-C ends everything');
	await until('npm start to be ready', isReady, startLimitMs);
}, startLimitMs + 5_000);

/** Ends it as a person does, with Ctrl-C: everything that it started ends, too. */
afterAll(async () => {
	try {
		process.kill(-started!.pid!, 'SIGINT');
		const [code, signal] = (await once(started!, 'exit')) as [number | null, string | null];
		// A shell that npm started may end by the signal, after its own processes.
		expect(code ?? signal).toBe(code === null ? 'SIGINT' : 0);
		await expect(fetch(`http://localhost:${n8nPort}/healthz`)).rejects.toThrow();
		await expect(fetch(`http://localhost:${servicePort}/`)).rejects.toThrow();
	} finally {
		if (started?.exitCode === null && started.signalCode === null)
			process.kill(-started.pid!, 'SIGKILL');
		rmSync(folder, { recursive: true, force: true });
	}
}, 30_000);

describe('npm start', () => {
	test('shows all addresses, the login and the account', () => {
		expect(output).toContain(`http://localhost:${n8nPort}`);
		expect(output).toContain(`:${servicePort}`);
		expect(output).toMatch(/email\s+\S+@\S+/);
		expect(output).toMatch(/password\s+\S+/);
		const { id, accountSecret, masterSecret, appIds } = DEMO_ACCOUNT;
		for (const value of [id, accountSecret, masterSecret, ...appIds]) {
			expect(output).toContain(value);
		}
	});

	test("uses this machine's time zone", async () => {
		const client = new N8nClient(`http://localhost:${n8nPort}`);
		await client.enter(demoOwner);
		expect(await client.call('GET', '/settings')).toMatchObject({ timezone: timeZone });
	});

	test("accepts the booking event from the README's command", async () => {
		const readme = readFileSync(join(root, 'README.md'), 'utf8');
		const [, command = ''] = /```sh\n(curl[^]*?)```/.exec(readme) ?? [];
		const args = ['-c', command.replace('localhost:5678', `localhost:${n8nPort}`)];
		const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
		expect(execFileSync('sh', args, options)).toContain('Workflow was started');
		await until('contact and SMS', async () => {
			const answer = await fetch(`http://localhost:${servicePort}/_control/state`);
			const { counts } = (await answer.json()) as { counts: Record<string, number> };
			return counts.contacts === 1 && counts.sms_deliveries === 1;
		});
	}, 30_000);
});
