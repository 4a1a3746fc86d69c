/**
 * `npm run bench`: this package's processor time and garbage, next to other ways to do the same work. Each
 * workload is measured in a process of its own, on the real n8n-core.
 *
 *     npm run bench -- --only NAME  one workload: sms, push, contacts
 *     npm run bench -- --short      6 runs instead of 24
 *     npm run bench -- --save       also shows the tables in docs/contributing/performance.md
 */
import '../test/engine/harness/settings';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, isDeepStrictEqual, parseArgs } from 'node:util';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { format } from 'prettier';
import { ensureServer } from '../playground/n8n/install';
import { node24, root } from '../playground/n8n/machine';
import {
	startExpressionEngine,
	stopExpressionEngine,
} from '../test/engine/harness/expression-engine';
import { loadPackage } from '../test/engine/harness/loaded-package';
import { markdownTable, withText } from '../tools/markdown';
import { contenders } from './contenders';
import { workloads, type Workload } from './workloads';

const sizes = [1, 100, 10_000];
type ContenderName = keyof typeof contenders;
const names = Object.keys(contenders) as ContenderName[];
const page = join(root, 'docs', 'contributing', 'performance.md');

// The mock service, in the process that measures nothing: it counts, and answers validly without looking.

interface Counted {
	requests: number;
	characters: number;
	entries: number;
}

let counted: Counted = { requests: 0, characters: 0, entries: 0 };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	response.setHeader('content-type', 'application/json');
	if (request.method === 'GET') {
		response.end(JSON.stringify(counted));
		counted = { requests: 0, characters: 0, entries: 0 };
		return;
	}
	const sent = await text(request);
	const { contacts, deliveries } = JSON.parse(sent) as Record<string, object[] | undefined>;
	counted.requests++;
	counted.characters += sent.length;
	counted.entries += (contacts ?? deliveries ?? []).length;
	const result = (_: object, at: number) => ({
		valid: true,
		delivery_id: `${counted.characters}-${at}`,
	});
	const results = request.url?.includes('/push/')
		? deliveries?.map((one, at) => [{ ...result(one, at), device_id: `device-${at}` }])
		: deliveries?.map(result);
	const job = {
		_id: String(counted.characters),
		number_of_contacts: contacts?.length,
		status: 'queued',
	};
	response.end(
		JSON.stringify(contacts ? { ...job, number_of_purchase: 0 } : { deliveries: results }),
	);
}

async function startService(): Promise<Server> {
	const server = createServer((request, response) => void answer(request, response));
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return server;
}

// The measurement, in a process of its own.

/** The cost of one item: milliseconds of processor time of all threads, and bytes allocated on V8's heap. */
interface Figures {
	cpu: number;
	bytes: number;
}
type MeasuredRow = Record<ContenderName, Figures>;

const cpuSince = (before?: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

/** Waits until the process is idle: n8n ends an execution's work after it has returned. */
async function settle(): Promise<void> {
	for (;;) {
		const before = process.cpuUsage();
		await pause(20);
		if (cpuSince(before) < 2) return;
	}
}

async function timed(start: () => Promise<void>, size: number): Promise<Figures> {
	const profiler = new GCProfiler();
	profiler.start();
	const heapBefore = getHeapStatistics().used_heap_size;
	const cpuBefore = process.cpuUsage();
	await start();
	const cpu = cpuSince(cpuBefore);
	const { statistics } = profiler.stop();
	const kept = getHeapStatistics().used_heap_size - heapBefore;
	const bytes = statistics.reduce(
		(sum, { beforeGC, afterGC }) =>
			sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
		kept,
	);
	return { cpu: cpu / size, bytes: bytes / size };
}

/** At one size, a young collection falls inside the run or not. */
const around = [0.8, 1, 1.2, 0.9, 1.1, 1.3];

/** Lower quartiles: other programs only make a run slower. */
function summary(runs: readonly Figures[]): Figures {
	const quartile = (figure: keyof Figures): number =>
		runs.map((run) => run[figure]).sort((one, other) => one - other)[
			Math.floor((runs.length - 1) / 4)
		]!;
	return { cpu: quartile('cpu'), bytes: quartile('bytes') };
}

/** The contenders take turns, forwards and backwards, so that none always follows the same one. */
async function measure(workload: Workload, service: string, runs: number): Promise<MeasuredRow[]> {
	// To make an isolate takes many times as long as a small execution: all share one.
	await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
	const setting = { workload, service, loaded: await loadPackage(root) };
	const prepares = names.map((name) => [name, contenders[name](setting)] as const);
	const takeCounts = async () => (await (await fetch(service)).json()) as Counted;
	const rows: MeasuredRow[] = [];
	// The largest first: n8n's server has done it all before.
	for (const items of [...sizes].reverse()) {
		const found = new Map<ContenderName, Figures[]>(names.map((name) => [name, []]));
		for (let round = -6; round < runs; round++) {
			const size = Math.round(items >= 1000 ? items * around[(round + 6) % 6]! : items);
			let wanted: Counted | undefined;
			for (const [name, prepare] of round % 2 ? [...prepares].reverse() : prepares) {
				const start = prepare(Array.from({ length: size }, (_, at) => workload.item(at)));
				await takeCounts();
				await settle();
				const figures = await timed(start, size);
				const sent = await takeCounts();
				wanted ??= sent;
				// One that left items out, or sent something else than the others, can't be compared.
				if (sent.entries !== size || !isDeepStrictEqual(sent, wanted)) {
					throw new Error(`${name}, ${size} items: ${inspect({ sent, wanted })}`);
				}
				if (round >= 0) found.get(name)!.push(figures);
			}
		}
		const summaries = [...found].map(([name, all]) => [name, summary(all)]);
		rows.unshift(Object.fromEntries(summaries) as MeasuredRow);
	}
	await stopExpressionEngine();
	return rows;
}

/** A table: processor time and bytes an item; those of the others also as multiples of the floor's time. */
function tableOf({ title }: Workload, rows: readonly MeasuredRow[]): string {
	const short = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');
	const cells = rows.map((row, at) => [
		sizes[at]!.toLocaleString('en'),
		...names.map((name) => {
			const { cpu, bytes } = row[name];
			const times = name === 'Floor' ? '' : ` (${short(cpu / row.Floor.cpu)} ×)`;
			return `${short(cpu * 1000)} µs${times}, ${short(bytes / 1000)} kB`;
		}),
	]);
	return markdownTable([`${title}: items`, ...names], cells, '---:');
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			short: { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
		},
	});
	const { only, short, save } = values;
	await ensureServer();
	const server = await startService();
	const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const how = `Node ${process.version} on ${cpus().length} processors${short ? ', by a short run' : ''}`;
	const texts = [`Measured on ${new Date().toISOString().slice(0, 10)} with ${how}.`];
	for (const name of Object.keys(workloads).filter((one) => one.includes(only))) {
		process.stdout.write(`${name} …\n`);
		const child = fork(__filename, [name, service, short ? '6' : '24'], {
			execPath: node24,
			execArgv: ['--require', 'tsx/cjs'],
		});
		const result = new Promise<MeasuredRow[]>((resolve, reject) => {
			child.once('message', (rows) => resolve(rows as MeasuredRow[]));
			child.once('exit', () => reject(new Error(`${name} was not measured.`)));
		});
		texts.push(tableOf(workloads[name as keyof typeof workloads], await result));
	}
	server.close().closeAllConnections();
	const tables = await format(texts.join('\n\n'), { parser: 'markdown' });
	process.stdout.write(`\n${tables}`);
	if (!save) return;
	const saved = withText(readFileSync(page, 'utf8'), 'measured: npm run bench', tables);
	writeFileSync(page, await format(saved, { parser: 'markdown' }));
}

async function measureForParent([name, service, runs]: string[]): Promise<void> {
	const workload = workloads[name as keyof typeof workloads];
	process.send?.(await measure(workload, service!, Number(runs)), () => process.exit());
}

(process.send ? measureForParent(process.argv.slice(2)) : main()).catch((error: unknown) => {
	process.stderr.write(`${inspect(error)}\n`);
	process.exit(1);
});
