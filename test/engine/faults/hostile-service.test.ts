import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { brokenRequest, unreadable } from '../../../nodes/CrmMessaging/catalogue/requests';
import { largestAnswer } from '../../../nodes/CrmMessaging/service/exchange';
import { everyEndpoint, guests, type EndpointCase } from '../every-operation/endpoint-cases';
import { NodeRunner } from '../node-runner';
import { credentialFor } from '../running-service';
import { RecordingServer } from '../recording-server';

const json = { 'content-type': 'application/json' };
const megabyte = Buffer.alloc(1024 * 1024, ' ');
const packed = gzipSync(Buffer.alloc(2 * largestAnswer, ' '));
const levels = 200_000;
const deep = `{"_id": "b-1", "deliveries": ${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Writes until no one reads any more. */
function writeOn(response: ServerResponse, status: number): void {
	const endless = Readable.from(
		(function* () {
			for (;;) yield megabyte;
		})(),
	);
	response.writeHead(status, json);
	pipeline(endless, response, () => {});
}

/** A service that means harm, or another server in its place. */
describe('a hostile service', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();

	const run = async ({ form, node: of }: EndpointCase) =>
		await node.run(
			{ ...form, options: { ...(form.options as IDataObject), maxTries: 1 } },
			{ items: guests.slice(0, 1), credential: credentialFor(server.url), ...of },
		);
	const messageOf = (what: string) => `${brokenRequest.unreadableAnswer(what).text} [item 0]`;
	const withAnswer = everyEndpoint.filter(({ success }) => success !== 'nothing');

	it.each(everyEndpoint)('whose answer has no end is read within a bound: $name', async (one) => {
		server.answer = (response) => writeOn(response, 200);
		const { error } = await run(one);
		const hasSaid = one.success === 'nothing';
		expect(error?.message).toBe(hasSaid ? undefined : messageOf(unreadable.tooLarge(32)));
		expect(server.written).toBeGreaterThan(largestAnswer);
		expect(server.written).toBeLessThan(2 * largestAnswer);
	});

	it('whose refusal has no end is read within a bound, too', async () => {
		server.answer = (response) => writeOn(response, 400);
		expect((await run(everyEndpoint[0]!)).error?.message).toBe(
			'The service refused the request (HTTP 400) [item 0]',
		);
		expect(server.written).toBeGreaterThan(largestAnswer);
		expect(server.written).toBeLessThan(2 * largestAnswer);
	});

	it.each(withAnswer)('that packs much into little is unpacked so far: $name', async (one) => {
		server.answer = (response) =>
			response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed);
		expect(packed.length).toBeLessThan(100_000);
		expect((await run(one)).error?.message).toBe(messageOf(unreadable.tooLarge(32)));
	});

	it.each(withAnswer)('whose answer is deep is not read: $name', async (one) => {
		server.answer = (response) => response.writeHead(200, json).end(deep);
		expect((await run(one)).error?.message).toBe(messageOf(unreadable.tooDeep(100)));
		server.answer = (response) =>
			response.writeHead(400, json).end(deep.replace('_id', 'error'));
		expect((await run(one)).error?.message).toBe(
			'The service refused the request (HTTP 400): b-1 [item 0]',
		);
	});

	it.each<[what: string, headers: Record<string, string>]>([
		['headers without measure', { 'x-large': 'x'.repeat(100_000) }],
		['a packing that is none', { 'content-encoding': 'gzip' }],
		['fewer bytes than it says', { 'content-length': '5000' }],
		['a location that is a file', { location: 'file:///etc/passwd' }],
		['a type that is none', { 'content-type': 'image/png; charset=utf-7' }],
	])('with %s breaks nothing', async (_, headers) => {
		for (const one of everyEndpoint) {
			server.answer = (response) => {
				response.writeHead(200, { ...json, ...headers });
				response.write('{');
				setTimeout(() => response.destroy(), 20);
			};
			const { error, status } = await run(one);
			const isSilent = one.success === 'nothing' && !error;
			expect(isSilent || status === 'error').toBe(true);
			if (error) expect(error.message).toMatch(/^The (connection to|service accepted)/);
		}
	});
});
