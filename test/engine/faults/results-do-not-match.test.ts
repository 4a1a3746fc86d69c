import type { IDataObject } from 'n8n-workflow';
import { messageHint } from '../../../nodes/CrmMessaging/catalogue/messages';
import { hintOf } from '../../../nodes/CrmMessaging/engine/hints';
import { linksOf } from '../node-runner';
import { everyEndpoint, messageEndpoints } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { FaultBench } from './fault-bench';

/** A success with this number of results, in the shape of the endpoint. */
function results({ answer }: EndpointCase, count: number): object {
	const entries = Array.from({ length: count }, (_, index) => ({
		valid: true,
		delivery_id: `d-${index}`,
	}));
	const [first] = answer.deliveries as unknown[];
	return { deliveries: Array.isArray(first) ? [entries] : entries };
}

/** The answer with an error in every object of it. */
function withError(answer: IDataObject): unknown {
	return JSON.parse(JSON.stringify(answer).replaceAll('}', ', "error": "no credit"}'));
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
					hintOf(
						messageHint.resultsShared(
							`${count} ${count === 1 ? 'result' : 'results'}`,
							'2 recipients',
						),
					).message,
				]);
				expect(bench.arrived).toBe(1);
				expect(endpoint.taken(bench.node.service)).toHaveLength(2);
			},
		);
	});

	it('more campaigns than were asked for: as many as were asked for are given', async () => {
		const campaigns = everyEndpoint.find(({ answer }) => 'campaigns' in answer)!;
		const limited = { ...campaigns, form: { ...campaigns.form, limit: 5 } };
		const body = { campaigns: Array.from({ length: 9 }, (_, id) => ({ id, name: `${id}` })) };
		const run = await bench.run(limited, answering(body), 1, { items: [{}] });
		expect(run.output.map(({ json }) => json.id)).toEqual([0, 1, 2, 3, 4]);
	});

	/** n8n takes a first output item with the key `error` for a failure and runs the node again. */
	const given = everyEndpoint.filter(({ changes, success }) => changes && success !== 'nothing');
	/** With the service's own answer as output, where there is a choice. */
	const withAnswer = given.map((endpoint) => {
		const hasChoice = endpoint.operation.options?.some(({ name }) => name === 'output');
		const options = hasChoice ? { output: 'bulkJob' } : {};
		return { ...endpoint, form: { ...endpoint.form, options } };
	});
	describe.each(withAnswer)('$name', (endpoint) => {
		it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'with a key “error” in them are not sent again by Retry On Fail (%s)',
			async (onError) => {
				const body = withError(endpoint.answer);
				const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
				const run = await bench.run(endpoint, answering(body), 1, retrying);
				expect(run.tries).toBe(3);
				expect(bench.arrived).toBe(endpoint.shares ? 1 : 2);
				expect(endpoint.taken(bench.node.service)).toHaveLength(2);
				expect(run.output.length + run.errorOutput.length).toBeGreaterThan(0);
			},
		);
	});
});
