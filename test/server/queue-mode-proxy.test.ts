import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, freePort } from '../../playground/n8n/machine';
import { type RunningProcess, startProcess } from '../../playground/n8n/start';
import { queueModeFolder } from './harness/queue-mode/configuration';
import { listen, type ListeningServer } from './harness/listening-server';
import { missing } from './harness/queue-mode/data-stores';
import { until } from './harness/until';

interface Arrival {
	process: string;
	path: string;
	headers: IncomingHttpHeaders;
}

const arrivals: Arrival[] = [];
const processes = new Map<string, ListeningServer>();
const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
const prefix = '/tools/n8n';
const proxies: RunningProcess[] = [];
let plainUrl: string;
let prefixedUrl: string;

/** A mock process of n8n: it's healthy, and records what arrives. */
async function startMock(name: string, port = 0): Promise<string> {
	const server = await listen(({ url: path = '', headers }, answer) => {
		if (path !== '/healthz/readiness') arrivals.push({ process: name, path, headers });
		answer.end('ok');
	}, port);
	processes.set(name, server);
	return `localhost:${server.port}`;
}

/** Starts the proxy of the compose file with its original configuration. */
async function startProxy(name: string, variables: Record<string, string>): Promise<string> {
	const program = findOnPath('caddy');
	if (!program) throw missing('Caddy', 'caddy', 'caddy');
	const url = `http://localhost:${await freePort()}`;
	const logFile = join(folder, `${name}.log`);
	const running = await startProcess({
		name: 'Caddy',
		program,
		cwd: folder,
		logFile,
		args: ['run', '--adapter', 'caddyfile', '--config', join(queueModeFolder, 'Caddyfile')],
		env: { HOME: folder, XDG_DATA_HOME: folder, SITE: url, ...variables },
		isReady: async () =>
			readFileSync(logFile, 'utf8').includes('serving initial configuration'),
	});
	proxies.push(running);
	return url;
}

beforeAll(async () => {
	const main = await startMock('main');
	const processors = [await startMock('webhook-1'), await startMock('webhook-2')].join(' ');
	const upstreams = { MAIN: main, WEBHOOK_PROCESSORS: processors };
	plainUrl = await startProxy('plain', { ...upstreams, N8N_PREFIX: '' });
	prefixedUrl = await startProxy('prefixed', { ...upstreams, N8N_PREFIX: prefix });
}, 60_000);

afterAll(async () => {
	for (const proxy of proxies) await proxy.stop();
	for (const server of processes.values()) await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
	arrivals.length = 0;
});

async function post(url: string, headers: Record<string, string> = {}): Promise<number> {
	return (await fetch(url, { method: 'POST', body: '{}', headers })).status;
}

describe('the proxy of docker/queue-mode', () => {
	const servers: Array<[name: string, url: () => string]> = [
		['at the root', () => plainUrl],
		['under a prefix', () => prefixedUrl + prefix],
	];
	describe.each(servers)('%s', (_name, url) => {
		it.each(['/webhook/a/b?key=1', '/webhook-waiting/7/node', '/form/a', '/form-waiting/a'])(
			'distributes calls to %s among the webhook processors',
			async (path) => {
				for (let nth = 0; nth < 4; nth++) expect(await post(url() + path)).toBe(200);
				const names = arrivals
					.map((one) => one.process)
					.sort()
					.join(' ');
				expect(names).toBe('webhook-1 webhook-1 webhook-2 webhook-2');
				expect(new Set(arrivals.map((one) => one.path))).toEqual(new Set([path]));
			},
		);

		it.each(['/', '/rest/settings', '/webhook-test/a', '/form-test/a', '/webhooks'])(
			'forwards %s to the main process',
			async (path) => {
				expect(await post(url() + path)).toBe(200);
				expect(arrivals).toMatchObject([{ process: 'main', path }]);
			},
		);

		it('forwards the real address of the caller, whatever its own header holds', async () => {
			await post(`${url()}/webhook/a`, { 'x-forwarded-for': '203.0.113.7' });
			expect(arrivals[0]!.headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
		});
	});

	it('forwards nothing outside the prefix to n8n', async () => {
		await post(`${prefixedUrl}/webhook/a`);
		expect(arrivals).toEqual([]);
	});

	it('skips a webhook processor that is down until it is back', async () => {
		const { port, stop } = processes.get('webhook-1')!;
		const reached = async (url: string) => {
			arrivals.length = 0;
			const statuses = [];
			for (let nth = 0; nth < 4; nth++) statuses.push(await post(`${url}/webhook/a`));
			const names = [...new Set(arrivals.map((one) => one.process))].sort();
			return statuses.every((status) => status === 200) ? names.join() : 'not all';
		};
		await stop();
		await until(
			'the other one to receive all calls',
			async () => (await reached(plainUrl)) === 'webhook-2',
		);
		await startMock('webhook-1', port);
		const both = 'webhook-1,webhook-2';
		// Each proxy checks the processors by itself, and other tests need both.
		for (const url of [plainUrl, prefixedUrl + prefix]) {
			await until('both to receive calls', async () => (await reached(url)) === both, 30_000);
		}
	}, 60_000);
});
