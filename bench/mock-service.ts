/** The mock service of the bench: it counts, and answers validly without looking. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** Requests, bytes and entries that the mock service received since it began to count. */
export interface Counted {
	requests: number;
	bytes: number;
	entries: number;
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

/** Starts it; returns its address and its server. */
export async function startService(): Promise<{ url: string; server: Server }> {
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
	const server = app.listen(0, '127.0.0.1');
	// A client that reads items for a while finds its connection still open.
	server.keepAliveTimeout = 600_000;
	await once(server, 'listening');
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Lets it count from zero and answer after a latency in milliseconds; returns what it counted before. */
export async function takeCounts(service: string, latency = 0): Promise<Counted> {
	const answer = await fetch(`${service}/?latency=${latency}`);
	return (await answer.json()) as Counted;
}
