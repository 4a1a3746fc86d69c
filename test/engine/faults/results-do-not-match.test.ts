import type { IDataObject } from 'n8n-workflow';
import { linksOf } from '../node-runner';
import { everyEndpoint, messageEndpoints } from './every-endpoint';
import type { EndpointCase } from './every-endpoint';
import { FaultBench } from './fault-bench';

/** A success with so many results, in the shape of the endpoint. */
function results({ name }: EndpointCase, count: number, more: IDataObject = {}): object {
	const entries = Array.from({ length: count }, (_, index) => ({
		valid: true,
		delivery_id: `d-${index}`,
		...more,
	}));
	return { deliveries: name === 'push' ? [entries] : entries };
}

const answering = (body: unknown) => ({
	action: { processThenRespond: { status: 200, body } },
});

describe('results that do not match what was sent', () => {
	const bench = new FaultBench();

	describe.each(messageEndpoints)('$name', (endpoint) => {
		it.each([1, 3, 5])(
			'%i for two guests: all are given, linked to both, and it is said',
			async (count) => {
				const run = await bench.run(endpoint, answering(results(endpoint, count)), 2);
				expect(run.status).toBe('success');
				expect(run.output.map(({ json }) => json.delivery_id)).toEqual(
					Array.from({ length: count }, (_, index) => `d-${index}`),
				);
				expect(linksOf(run.output)).toEqual(Array.from({ length: count }, () => [0, 1]));
				expect(run.hints.map(({ message }) => message)).toEqual([
					`The service gave ${count} ${count === 1 ? 'result' : 'results'} for 2 deliveries and does not say which belong together, so the results are linked to all items of their request.`,
				]);
				expect(bench.arrived).toBe(1);
				expect(endpoint.taken(bench.node.service.state)).toBe(2);
			},
		);
	});

	it('more campaigns than were asked for: as many as were asked for are given', async () => {
		const campaigns = everyEndpoint.find(({ name }) => name === 'campaigns')!;
		const body = { campaigns: Array.from({ length: 9 }, (_, id) => ({ id, name: `${id}` })) };
		const run = await bench.run(campaigns, answering(body), 1, { items: [{}] });
		expect(run.output.map(({ json }) => json.id)).toEqual([0, 1, 2, 3, 4]);
	});

	/** n8n takes a first output item with the key `error` for a failure and runs the node again. */
	describe.each(everyEndpoint.filter(({ method }) => method === 'POST'))('$name', (endpoint) => {
		it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'with a key “error” in them are not sent again by Retry On Fail (%s)',
			async (onError) => {
				const error = { error: 'no credit' };
				const entries = results(endpoint, 2, error) as { deliveries: unknown };
				const body = {
					...{ _id: 'b-1', ...error },
					deliveries: endpoint.name === 'push' ? [[], []] : entries.deliveries,
					hotel_data: { uuid: 'h-1', ...error },
				};
				if (endpoint.name === 'push') Object.assign(body, entries);
				const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
				const run = await bench.run(endpoint, answering(body), 1, retrying);
				expect(run.tries).toBe(3);
				expect(bench.arrived).toBe(endpoint.shares ? 1 : 2);
				expect(endpoint.taken(bench.node.service.state)).toBe(2);
				expect(run.output.length + run.errorOutput.length).toBeGreaterThan(0);
			},
		);
	});
});
