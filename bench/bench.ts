/**
 * `npm run bench`: this package's processor time, next to other ways to do the same work, on the
 * real n8n-core.
 *
 *     npm run bench -- --only NAME  one workload: sms, push, contacts
 *     npm run bench -- --short      6 runs instead of 24
 */
import '../test/engine/harness/settings';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, isDeepStrictEqual, parseArgs } from 'node:util';
import { Expression } from 'n8n-workflow';
import { format } from 'prettier';
import { ensureServer } from '../playground/n8n/install';
import { root } from '../playground/n8n/machine';
import { loadPackage, startExpressionEngine } from '../test/engine/harness/n8n';
import { markdownTable } from '../tools/reference';
import { contenders, type Setting } from './contenders';
import { type Workload, workloads } from './workloads';

const sizes = [1, 100, 10_000];
const names = Object.keys(contenders) as Array<keyof typeof contenders>;

/** What has been sent since it was last asked for. */
let counted = { requests: 0, characters: 0, entries: 0 };

/** The mock service, in a process that measures nothing: it counts, and answers validly without looking. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	response.setHeader('content-type', 'application/json');
	if (request.method === 'GET') {
		response.end(JSON.stringify(counted));
		counted = { requests: 0, characters: 0, entries: 0 };
		return;
	}
	const sent = await text(request);
	const { contacts, deliveries = [] } = JSON.parse(sent) as Record<string, object[] | undefined>;
	counted.requests++;
	counted.characters += sent.length;
	counted.entries += (contacts ?? deliveries).length;
	const results = deliveries.map((_, at) => ({
		valid: true,
		delivery_id: `${counted.characters}-${at}`,
	}));
	const pushed = results.map((result, at) => [{ ...result, device_id: `device-${at}` }]);
	const job = {
		_id: String(counted.characters),
		number_of_contacts: contacts?.length,
		number_of_purchase: 0,
		status: 'queued',
	};
	const isPush = request.url?.includes('/push/');
	response.end(JSON.stringify(contacts ? job : { deliveries: isPush ? pushed : results }));
}

async function serve(): Promise<void> {
	const server = createServer((request, response) => void answer(request, response));
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	process.once('disconnect', () => process.exit());
}

/** Milliseconds of processor time of all threads. */
const cpuSince = (before?: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

/** Waits until the process is idle: n8n ends an execution's work after it has returned. */
async function settle(): Promise<void> {
	for (let before = process.cpuUsage(); ; before = process.cpuUsage()) {
		await pause(20);
		if (cpuSince(before) < 2) return;
	}
}

/**
 * Measures some items with each contender. They take turns, forwards and backwards, so that none always
 * follows the same one. Returns the time of each for an item, the lower quartile: other programs only make a run slower.
 */
async function measure(setting: Setting, items: number, runs: number): Promise<number[]> {
	const contestants = names.map((name) => ({
		name,
		prepare: contenders[name](setting),
		times: [] as number[],
	}));
	const takeCounts = async () => (await (await fetch(setting.service)).json()) as typeof counted;
	for (let round = -6; round < runs; round++) {
		let expected: unknown;
		for (const { name, prepare, times } of contestants.reverse()) {
			const input = Array.from({ length: items }, (_, at) => setting.workload.item(at));
			const start = prepare(input);
			await takeCounts();
			await settle();
			const before = process.cpuUsage();
			await start();
			const time = cpuSince(before) / items;
			const sent = await takeCounts();
			expected ??= sent;
			// One that left items out, or sent something else than the others, can't be compared.
			if (sent.entries !== items || !isDeepStrictEqual(sent, expected)) {
				throw new Error(`${name}, ${items} items: ${inspect({ sent, expected })}`);
			}
			if (round >= 0) times.push(time);
		}
	}
	const quartile = Math.floor((runs - 1) / 4);
	return names.map((wanted) => {
		const { times } = contestants.find(({ name }) => name === wanted)!;
		return times.sort((one, other) => one - other)[quartile]!;
	});
}

/** A table: microseconds for an item, this node's also as a multiple. */
function tableOf({ title }: Workload, rows: readonly number[][]): string {
	const short = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');
	const cells = rows.map(([other = 0, own = 0], at) => [
		sizes[at]!.toLocaleString('en'),
		`${short(other * 1000)} µs`,
		`${short(own * 1000)} µs (${short(own / other)} ×)`,
	]);
	return markdownTable([`${title}: items`, ...names], cells, '---:');
}

async function main(): Promise<void> {
	const { only, short } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			short: { type: 'boolean', default: false },
		},
	}).values;
	await ensureServer();
	const server = fork(__filename, [], { execArgv: ['--require', 'tsx/cjs'] });
	const [service] = (await once(server, 'message')) as [string];
	// To make an isolate takes many times as long as a small execution: all share one.
	await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
	const loaded = await loadPackage(root);
	const how = `Node ${process.version} on ${cpus().length} processors${short ? ', by a short run' : ''}`;
	const texts = [`Measured on ${new Date().toISOString().slice(0, 10)} with ${how}.`];
	for (const [name, workload] of Object.entries(workloads)) {
		if (!name.includes(only)) continue;
		process.stdout.write(`${name} …\n`);
		const rows: number[][] = [];
		// The largest first: n8n's server has done it all before.
		for (const size of [...sizes].reverse()) {
			rows.unshift(await measure({ workload, service, loaded }, size, short ? 6 : 24));
		}
		texts.push(tableOf(workload, rows));
	}
	await Expression.disposeExpressionEngine();
	server.disconnect();
	const tables = await format(texts.join('\n\n'), { parser: 'markdown' });
	process.stdout.write(`\n${tables}`);
}

(process.send ? serve() : main()).catch((error: unknown) => {
	process.stderr.write(`${inspect(error)}\n`);
	process.exit(1);
});
