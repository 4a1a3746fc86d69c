import type { StoredWorkflow } from '../../playground/n8n/client';
import type { FaultAction } from '../../playground/service/mock-service';
import { activated, postGuests } from './harness/import-jobs';
import { inRow, split, start, text } from './harness/import-workflow';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './harness/playground';

let playground: SharedPlayground;

beforeAll(async () => {
	playground = await sharedPlayground();
}, startLimitMs);

afterAll(() => playground?.stop());

beforeEach(() => playground.service.reset());

const phones = Array.from({ length: 6 }, (_, index) => `+3460020000${index}`);

/** Texts the guests one by one. */
async function textAll(path: string): Promise<StoredWorkflow> {
	const options = { batchSize: 1, parallelRequests: 1, maxTries: 1 };
	const node = text('={{ "It is " + $now.toMillis() }}', options);
	const workflow = await activated(playground, inRow(path, start(path), split, node));
	await postGuests(`${playground.n8n.url}/webhook/${path}`, phones);
	return workflow;
}

const texted = (): string[] =>
	playground.service.state.smsDeliveries.map(({ phone_number }) => phone_number).sort();

/** A service that turns a request away, and says when to come back. */
const busy: FaultAction = { respond: { status: 503, headers: { 'retry-after': '0' } } };

describe('on a real n8n, nobody is texted twice', () => {
	test.each([
		['retries the failed execution from the list', 'by-hand', undefined],
		['edits the node and retries with the saved workflow', 'edited', 'Another text'],
	])('when a person %s', async (_, name, messageHolder) => {
		playground.service.faults.add({ after: 3, action: busy });
		const workflow = await textAll(`retried-${name}`);
		const [failed] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(failed?.status).toBe('error');
		expect(texted()).toEqual(phones.slice(0, 3));
		if (messageHolder) {
			const options = { batching: { batchSize: 2, parallelRequests: 1, maxTries: 3 } };
			await playground.client.edit(workflow.id, 'Text', { messageHolder, options });
		}
		await playground.client.retry(failed!.id, messageHolder !== undefined);
		const [again] = await playground.client.finishedExecutions(workflow.id, 2);
		expect(again?.status).toBe('success');
		expect(texted()).toEqual(phones);
		const texts = playground.service.state.smsDeliveries.map(({ text }) => text);
		if (messageHolder) expect(texts.slice(3)).toEqual(Array(3).fill(messageHolder));
	});
});
