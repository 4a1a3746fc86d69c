import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { brokenRequest } from '../../../nodes/CrmMessaging/catalogue/requests';
import { transport } from '../../../nodes/CrmMessaging/service/limiter';
import { everyEndpoint, guests, type EndpointCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { credentialFor } from '../running-service';
import { RecordingServer } from '../recording-server';

const json = { 'content-type': 'application/json' };
const megabyte = Buffer.alloc(1024 * 1024, ' ');
const packed = gzipSync(Buffer.alloc(2 * transport.mostBytes, ' '));
const levels = 200_000;
const deep = `{"_id": "b-1", "deliveries": ${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Writes until the client stops reading. */
function writeEndlessly(response: ServerResponse, status: number): void {
	const endless = Readable.from(
		(function* () {
			for (;;) yield megabyte;
		})(),
	);
	response.writeHead(status, json);
	pipeline(endless, response, () => {});
}

/** A malicious service, or another server in its place. */
describe('the answer of a hostile service', () => {
	const node = new OperationRunner();
	const server = new RecordingServer();

	const run = async (one: EndpointCase) => {
		const credential = credentialFor(server.url);
		return await node.runCase(one, {}, { items: guests.slice(0, 1), credential });
	};
	const messageOf = (what: string) =>
		`${brokenRequest.unreadableAnswer({ reason: what }).text} [item 0]`;
	const withAnswer = everyEndpoint.filter(({ results }) => results !== undefined);

	it.each(everyEndpoint)('is read up to a limit if it’s endless: $name', async (one) => {
		server.answer = (response) => writeEndlessly(response, 200);
		const { error } = await run(one);
		expect(error?.message).toBe(messageOf('it holds more than 32 MB'));
		expect(server.written).toBeGreaterThan(transport.mostBytes);
		expect(server.written).toBeLessThan(2 * transport.mostBytes);
	});

	it('is read up to a limit if it’s an endless error', async () => {
		server.answer = (response) => writeEndlessly(response, 400);
		expect((await run(everyEndpoint[0]!)).error?.message).toBe(
			'The service answered with an error (HTTP 400) [item 0]',
		);
		expect(server.written).toBeGreaterThan(transport.mostBytes);
		expect(server.written).toBeLessThan(2 * transport.mostBytes);
	});

	it.each(withAnswer)('is decompressed up to a limit: $name', async (one) => {
		server.answer = (response) =>
			response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed);
		expect(packed.length).toBeLessThan(100_000);
		expect((await run(one)).error?.message).toBe(messageOf('it holds more than 32 MB'));
	});

	it.each(withAnswer)('isn’t parsed if it’s too deeply nested: $name', async (one) => {
		server.answer = (response) => response.writeHead(200, json).end(deep);
		expect((await run(one)).error?.message).toBe(messageOf('it holds more than 100 levels'));
		server.answer = (response) =>
			response.writeHead(400, json).end(deep.replace('_id', 'error'));
		expect((await run(one)).error?.message).toBe(
			'The service answered with an error (HTTP 400) [item 0]',
		);
	});

	it.each<[what: string, headers: Record<string, string>]>([
		['huge headers', { 'x-large': 'x'.repeat(100_000) }],
		['a wrong content encoding', { 'content-encoding': 'gzip' }],
		['fewer bytes than its content length', { 'content-length': '5000' }],
		['a location that is a file', { location: 'file:///etc/passwd' }],
		['a wrong content type', { 'content-type': 'image/png; charset=utf-7' }],
	])('ends in a success or a known error with %s', async (_, headers) => {
		for (const one of everyEndpoint) {
			server.answer = (response) => {
				response.writeHead(200, { ...json, ...headers });
				response.write('{');
				setTimeout(() => response.destroy(), 20);
			};
			const { error, status } = await run(one);
			expect(status).toBe('error');
			expect(error!.message).toMatch(/^The (server|service accepted)/);
		}
	});
});
