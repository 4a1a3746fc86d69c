/**
 * The service of the bench, in a process of its own: it counts what arrives and answers validly,
 * and does nothing else. Prints its port; `GET /counted` gives the counts and begins anew.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Counted } from './counted';

const nothing: Counted = { requests: 0, bytes: 0, entries: 0 };
let counted = { ...nothing };
let lastId = 0;

const nextId = (): string => (++lastId).toString(16).padStart(24, '0');

/** The key that every entry of a body has once; looking for it is much cheaper than parsing. */
const markers: Array<[ending: string, key: string]> = [
	['/sync_data', '"user_id":"'],
	['/sms/deliveries', '"phone_number":"'],
	['/push/deliveries', '"device_id":"'],
];

function entriesIn(body: string, marker: string): number[] {
	const places: number[] = [];
	for (let at = body.indexOf(marker); at >= 0; at = body.indexOf(marker, at + marker.length)) {
		places.push(at + marker.length);
	}
	return places;
}

function bulkJob(contacts: number): string {
	return JSON.stringify({
		bulk: {
			_id: nextId(),
			number_of_contacts: contacts,
			number_of_purchase: 0,
			validate_emails: false,
			contacts_extra_fields: [],
			purchase_extra_fields: [],
			webhook_url: '',
			status: 'queued',
		},
	});
}

function pushResult(body: string, at: number): string {
	const device = body.slice(at, body.indexOf('"', at));
	return `{"valid":true,"delivery_id":"${nextId()}","device_id":"${device}"}`;
}

function answerTo(path: string, body: string): { status: number; text: string } {
	const [ending, marker] = markers.find(([end]) => path.endsWith(end)) ?? [];
	if (!ending || !marker) return { status: 404, text: '{"error":"not found"}' };
	const places = entriesIn(body, marker);
	counted.entries += places.length;
	if (ending === '/sync_data') return { status: 201, text: bulkJob(places.length) };
	const results = places.map((at) =>
		ending === '/push/deliveries'
			? pushResult(body, at)
			: `{"valid":true,"delivery_id":"${nextId()}"}`,
	);
	const list = `[${results.join(',')}]`;
	const isNested = ending === '/push/deliveries';
	return { status: 200, text: `{"deliveries":${isNested ? `[${list}]` : list}}` };
}

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		if (request.method === 'GET') {
			response.end(JSON.stringify(counted));
			counted = { ...nothing };
			return;
		}
		const body = Buffer.concat(chunks);
		counted.requests++;
		counted.bytes += body.length;
		// Latin-1 keeps one character a byte, which is all that counting needs.
		const { status, text } = answerTo(request.url ?? '', body.toString('latin1'));
		response.writeHead(status, { 'content-type': 'application/json' }).end(text);
	});
});

// A client that reads items for a while finds its connection still open.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// The bench holds the other end: when it is gone, so is the sink.
process.stdin.resume().once('end', () => process.exit());
