/** The mock service of the bench: it counts, and answers validly. As a program it prints its port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { node24 } from '../playground/n8n/node24';

/** Requests, bytes and entries that the mock service received since it began to count. */
export interface Counted {
	requests: number;
	bytes: number;
	entries: number;
}

/** Starts it in a process of its own; returns its address and a way to stop it. */
export async function startService(): Promise<{ url: string; stop: () => void }> {
	const program = ['--require', 'tsx/cjs', __filename];
	const service = spawn(node24, program, { stdio: ['pipe', 'pipe', 'inherit'] });
	const [port] = (await once(service.stdout, 'data')) as [Buffer];
	return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void service.kill() };
}

/** Lets it count from zero, and answer after a latency in milliseconds. */
export async function beginCounting(service: string, latency: number): Promise<void> {
	const answer = await fetch(service, { method: 'PUT', body: String(latency) });
	await answer.text();
}

export async function takeCounts(service: string): Promise<Counted> {
	const answer = await fetch(service);
	return (await answer.json()) as Counted;
}

let counted: Counted = { requests: 0, bytes: 0, entries: 0 };
/** Milliseconds before an answer. */
let latency = 0;
let lastId = 0;

const nextId = (): string => (++lastId).toString(16).padStart(24, '0');

/** The entries that arrive at a path, by a key that each has once: a search is cheaper than parsing. */
interface Arrival {
	marker: string;
	status: number;
	answer(body: string, places: number[]): string;
}

const arrivals: Record<string, Arrival> = {
	'/sync_data': {
		marker: '"user_id":"',
		status: 201,
		answer: (body, { length }) => bulkJob(length, body.includes('"transaction_code":"')),
	},
	'/sms/deliveries': {
		marker: '"phone_number":"',
		status: 200,
		answer: (_, places) =>
			`{"deliveries":[${places.map(() => `{"valid":true,"delivery_id":"${nextId()}"}`).join(',')}]}`,
	},
	'/push/deliveries': {
		marker: '"device_id":"',
		status: 200,
		answer: (body, places) =>
			`{"deliveries":[[${places.map((at) => pushResult(body, at)).join(',')}]]}`,
	},
};

function entriesIn(body: string, marker: string): number[] {
	const places: number[] = [];
	for (let at = body.indexOf(marker); at >= 0; at = body.indexOf(marker, at + marker.length)) {
		places.push(at + marker.length);
	}
	return places;
}

const textAt = (body: string, at: number): string => body.slice(at, body.indexOf('"', at));

function bulkJob(contacts: number, hasPurchase: boolean): string {
	const counts = { number_of_contacts: contacts, number_of_purchase: hasPurchase ? 1 : 0 };
	return JSON.stringify({ bulk: { _id: nextId(), ...counts, status: 'queued' } });
}

function pushResult(body: string, at: number): string {
	return `{"valid":true,"delivery_id":"${nextId()}","device_id":"${textAt(body, at)}"}`;
}

/** The bench's own requests: a PUT begins to count again, and sets the latency. */
function answerToBench(method: string | undefined, body: Buffer, response: ServerResponse): void {
	if (method === 'PUT') {
		latency = Number(body.toString());
		counted = { requests: 0, bytes: 0, entries: 0 };
	}
	response.end(JSON.stringify(counted));
}

function answerToContender(path: string, body: Buffer, response: ServerResponse): void {
	counted.requests++;
	const [, arrival] = Object.entries(arrivals).find(([end]) => path.endsWith(end)) ?? [];
	if (!arrival) return void response.writeHead(404).end('{"error":"not found"}');
	// Latin-1 keeps one character a byte, which is all that counting needs.
	const text = body.toString('latin1');
	const places = entriesIn(text, arrival.marker);
	counted.bytes += body.length;
	counted.entries += places.length;
	const headers = { 'content-type': 'application/json' };
	response.writeHead(arrival.status, headers).end(arrival.answer(text, places));
}

function receive(request: IncomingMessage, response: ServerResponse): void {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const { method, url = '' } = request;
		const body = Buffer.concat(chunks);
		if (method !== 'POST') return answerToBench(method, body, response);
		const answer = (): void => answerToContender(url, body, response);
		if (latency > 0) setTimeout(answer, latency);
		else answer();
	});
}

function listen(): void {
	const server = createServer(receive);
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	server.listen(0, '127.0.0.1', () => {
		process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
	});
	// The bench holds the other end: when it is gone, so is the sink.
	process.stdin.resume().once('end', () => process.exit());
}

if (require.main === module) listen();
