/** The mock service of the bench: it counts, and answers validly. As a program it prints its port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
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

/** Lets it count from zero and answer after a latency in milliseconds; returns what it counted before. */
export async function takeCounts(service: string, latency = 0): Promise<Counted> {
	const answer = await fetch(`${service}/?latency=${latency}`);
	return (await answer.json()) as Counted;
}

let counted: Counted = { requests: 0, bytes: 0, entries: 0 };
/** Milliseconds before an answer. */
let latency = 0;
let lastId = 0;

const nextId = (): string => (++lastId).toString(16).padStart(24, '0');

/** A request of a contender. */
interface Sent {
	contacts?: object[];
	purchase?: object;
	deliveries?: Array<{ device_id?: string }>;
}

function answerOf(path: string, { contacts = [], purchase, deliveries = [] }: Sent): object {
	if (path.endsWith('/sync_data')) {
		const counts = {
			number_of_contacts: contacts.length,
			number_of_purchase: purchase ? 1 : 0,
		};
		return { bulk: { _id: nextId(), ...counts, status: 'queued' } };
	}
	const results = deliveries.map(({ device_id }) => ({
		valid: true,
		delivery_id: nextId(),
		device_id,
	}));
	return { deliveries: path.endsWith('/push/deliveries') ? [results] : results };
}

function receive(
	{ method, url = '' }: IncomingMessage,
	body: Buffer,
	end: (answer: object) => void,
) {
	// The bench's own request.
	if (method === 'GET') {
		latency = Number(url.split('=')[1]);
		end(counted);
		counted = { requests: 0, bytes: 0, entries: 0 };
		return;
	}
	const sent = JSON.parse(body.toString()) as Sent;
	counted.requests++;
	counted.bytes += body.length;
	counted.entries += (sent.contacts ?? sent.deliveries ?? []).length;
	const answer = answerOf(url, sent);
	if (latency > 0) setTimeout(end, latency, answer);
	else end(answer);
}

function listen(): void {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () =>
			receive(request, Buffer.concat(chunks), (answer) => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(answer));
			}),
		);
	});
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	server.listen(0, '127.0.0.1', () => {
		process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
	});
	// The bench holds the other end: when it is gone, so is the sink.
	process.stdin.resume().once('end', () => process.exit());
}

if (require.main === module) listen();
