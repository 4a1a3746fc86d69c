import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, freePort } from '../../playground/n8n/machine';
import { startProcess } from '../../playground/n8n/start';
import { missing } from './harness/queue-mode/data-stores';
import { queueModeFolder, variablesOf } from './harness/queue-mode/queue-mode';
import { listen } from './harness/servers';

const arrivals: Array<{ process: string; path: string; from: unknown }> = [];
const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
const ends: Array<() => Promise<void>> = [];
const prefix = '/tools/n8n';
const urls: Record<string, string> = {};

/** Starts a mock process of n8n: it's healthy, and records what arrives. */
async function startMock(process: string): Promise<string> {
	const { port, stop } = await listen(({ url: path = '', headers }, answer) => {
		const from = headers['x-forwarded-for'];
		if (path !== '/healthz/readiness') arrivals.push({ process, path, from });
		answer.end('ok');
	});
	ends.push(stop);
	return `localhost:${port}`;
}

/** Starts the proxy of the compose file with its original configuration and variables. */
async function startProxy(here: Record<string, string>): Promise<string> {
	const program = findOnPath('caddy');
	if (!program) throw missing('Caddy', 'caddy', 'caddy');
	const port = await freePort();
	const logFile = join(folder, `${port}.log`);
	const SITE = `http://localhost:${port}`;
	const { stop } = await startProcess({
		name: 'Caddy',
		program,
		cwd: folder,
		logFile,
		args: ['run', '--adapter', 'caddyfile', '--config', join(queueModeFolder, 'Caddyfile')],
		env: { HOME: folder, XDG_DATA_HOME: folder, ...variablesOf('proxy', { SITE, ...here }) },
		isReady: async () =>
			readFileSync(logFile, 'utf8').includes('serving initial configuration'),
	});
	ends.push(stop);
	return SITE;
}

beforeAll(async () => {
	const MAIN = await startMock('main');
	const processors = [await startMock('webhook-1'), await startMock('webhook-2')].join(' ');
	const variables = { MAIN, WEBHOOK_PROCESSORS: processors };
	urls.plain = await startProxy({ ...variables, N8N_PREFIX: '' });
	urls.prefixed = `${await startProxy({ ...variables, N8N_PREFIX: prefix })}${prefix}`;
}, 60_000);

afterAll(async () => {
	for (const end of ends.reverse()) await end();
	rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => void arrivals.splice(0));

const post = async (url: string): Promise<number> => {
	const headers = { 'x-forwarded-for': '203.0.113.7' };
	return (await fetch(url, { method: 'POST', body: '{}', headers })).status;
};

describe.each(['plain', 'prefixed'])('the proxy of docker/queue-mode, %s,', (kind) => {
	it.each(['/webhook/a/b?key=1', '/webhook-waiting/7/node', '/form/a', '/form-waiting/a'])(
		'distributes calls to %s among the webhook processors, with the real address of the caller',
		async (path) => {
			for (let nth = 0; nth < 4; nth++) expect(await post(urls[kind] + path)).toBe(200);
			const names = arrivals.map(({ process }) => process).sort();
			expect(names.join(' ')).toBe('webhook-1 webhook-1 webhook-2 webhook-2');
			for (const { from, ...arrival } of arrivals) {
				expect(arrival).toMatchObject({ path });
				expect(from).toMatch(/^(127\.0\.0\.1|::1)$/);
			}
		},
	);

	it.each(['/', '/rest/settings', '/webhook-test/a', '/form-test/a', '/webhooks'])(
		'forwards %s to the main process',
		async (path) => {
			expect(await post(urls[kind] + path)).toBe(200);
			expect(arrivals).toMatchObject([{ process: 'main', path }]);
		},
	);
});

it('the proxy forwards nothing outside the prefix to n8n', async () => {
	await post(urls.prefixed!.replace(prefix, '/webhook/a'));
	expect(arrivals).toEqual([]);
});
