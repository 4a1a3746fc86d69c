/** The mock service of the bench: it counts, and answers validly. As a program it prints its port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
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

/** A request of a contender. */
interface Sent {
	contacts?: object[];
	purchase?: object;
	deliveries?: object[];
}

let lastId = 0;
const nextId = (): string => (++lastId).toString(16).padStart(24, '0');

function answerTo({ contacts, purchase, deliveries }: Sent): object {
	if (deliveries) {
		return { deliveries: deliveries.map(() => ({ valid: true, delivery_id: nextId() })) };
	}
	const counts = {
		number_of_contacts: contacts?.length,
		number_of_purchase: purchase ? 1 : 0,
	};
	return { _id: nextId(), ...counts, status: 'queued' };
}

function listen(): void {
	const zero: Counted = { requests: 0, bytes: 0, entries: 0 };
	let [counted, latency] = [zero, 0];
	const app = express();
	app.get('/', ({ query }, response) => {
		response.json(counted);
		[counted, latency] = [zero, Number(query.latency)];
	});
	app.use(express.json({ limit: Infinity }), ({ body, headers }, response) => {
		const sent = body as Sent;
		counted = {
			requests: counted.requests + 1,
			bytes: counted.bytes + Number(headers['content-length']),
			entries: counted.entries + (sent.contacts ?? sent.deliveries ?? []).length,
		};
		setTimeout(() => response.json(answerTo(sent)), latency);
	});
	const server = app.listen(0, '127.0.0.1', () => {
		process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
	});
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	// The bench holds the other end: when it is gone, so is the mock service.
	process.stdin.resume().once('end', () => process.exit());
}

if (require.main === module) listen();
