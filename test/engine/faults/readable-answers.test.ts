import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { brokenRequest } from '../../../nodes/CrmMessaging/catalogue/requests';
import type { FaultAction } from '../../../playground/service/stand-in';
import { linksOf } from '../node-runner';
import { credentialFor } from '../running-service';
import { everyEndpoint, guests, messageEndpoints } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { unclearOr } from './fault';
import { FaultBench, toldBy } from './fault-bench';
import { Proxy } from './proxy';

const compressions = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const withoutTimes = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value).replace(/"[0-9a-f]{24}"|"[0-9a-f-]{36}"/g, '"id"'));

describe('a success that arrives in an unusual way', () => {
	const bench = new FaultBench();
	const proxy = new Proxy(() => bench.node.service.url);
	const one = { items: guests.slice(0, 1) };
	const viaProxy = () => ({ ...one, credential: credentialFor(proxy.url) });

	/** What comes out when nothing is wrong with the answer itself. */
	async function usual(endpoint: EndpointCase, action?: FaultAction): Promise<unknown> {
		const run = await bench.run(endpoint, { action }, 1, one);
		expect(run.status).toBe('success');
		expect(run.output.length).toBeGreaterThan(0);
		expect(bench.arrived).toBe(1);
		return withoutTimes(run.output);
	}

	describe.each(everyEndpoint)('$name', (endpoint) => {
		it('in drops', async () => {
			const expected = await usual(endpoint);
			expect(await usual(endpoint, { dripMs: 5 })).toEqual(expected);
		});

		it.each(Object.entries(compressions))('compressed with %s', async (name, compress) => {
			const expected = await usual(endpoint);
			proxy.change = ({ status, text }, response) => {
				response.writeHead(status, {
					'content-type': 'application/json',
					'content-encoding': name,
				});
				response.end(compress(text));
			};
			const run = await bench.run(endpoint, {}, 1, viaProxy());
			expect(run.status).toBe('success');
			expect(withoutTimes(run.output)).toEqual(expected);
			expect(bench.arrived).toBe(1);
		});

		it('with 10 MB beside what is asked for', async () => {
			const body = { ...endpoint.answer, more: 'x'.repeat(10_000_000) };
			const run = await bench.run(
				endpoint,
				{ action: { respond: { status: 200, body } } },
				1,
				one,
			);
			expect(run.status).toBe('success');
			expect(linksOf(run.output)).toEqual([[0]]);
		});
	});

	const answering = everyEndpoint.filter(({ success }) => success !== 'nothing');
	it.each(answering)(
		'$name: as half of something compressed, cannot be read and is not sent again',
		async (endpoint) => {
			proxy.change = ({ status, text }, response) => {
				response.writeHead(status, { 'content-encoding': 'gzip' });
				response.end(gzipSync(text).subarray(0, 20));
			};
			const run = await bench.run(endpoint, {}, 2, viaProxy());
			expect(toldBy(run.error)).toEqual({
				name: 'NodeApiError',
				code: 'unreadableAnswer',
				message: expect.stringMatching(
					/^The service accepted the request, but its answer can’t be read: it isn’t a JSON object( \(answer: .+\))? \[item 0\]$/,
				) as string,
				description: unclearOr(brokenRequest.unreadableAnswer(''))(endpoint).advice,
				itemIndex: 0,
			});
			expect(bench.arrived).toBe(1);
		},
	);

	const entries = Array.from({ length: 300_000 }, () => ({ valid: true, delivery_id: 'd-1' }));
	// Push gives a list for each target.
	const formsOf = ({ answer }: EndpointCase): unknown[] =>
		[answer.deliveries].flat().some(Array.isArray) ? [entries, [entries, []]] : [entries];
	const endless = messageEndpoints.flatMap((endpoint) =>
		formsOf(endpoint).map((deliveries) => ({ endpoint, deliveries })),
	);

	it.each(endless)('$endpoint.name, with 300,000 results for two guests', async (one) => {
		const { endpoint, deliveries } = one;
		const action = { processThenRespond: { status: 200, body: { deliveries } } };
		const run = await bench.run(endpoint, { action }, 1);
		expect(run.error).toBeUndefined();
		expect(run.output.length).toBeGreaterThanOrEqual(300_000);
		expect(run.hints).toHaveLength(1);
	});
});
