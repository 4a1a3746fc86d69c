import type { IDataObject } from 'n8n-workflow';
import { account, hintsOf, linksOf, NodeRunner } from './node-runner';

describe('bulk job: get', () => {
	const node = new NodeRunner({ resource: 'bulkJob', operation: 'get' });
	const job = { _id: 'job-1', status: 'queue' };

	it.each([
		['bulk_id', { bulk: job }],
		['_id', job],
	])('returns the job of the item’s field %s, from the answer %j', async (key, body) => {
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run({}, { items: [{ [key]: 'job-1' }] });
		const path = `/v2/account/${account.id}/contact/bulk/job-1`;
		expect(node.sent).toMatchObject([{ method: 'GET', path, query: {} }]);
		expect(run.output).toEqual([{ json: job, pairedItem: { item: 0 } }]);
		expect(hintsOf(run)).toEqual([]);
	});
});

describe('a bulk job of several items', () => {
	const node = new NodeRunner({ resource: 'bulkJob', operation: 'waitUntilProcessed' });
	/** Answers every request for a job. */
	const answer = (_id: string, status = 'processed'): void => {
		const respond = { status: 200, body: { bulk: { _id, status } } };
		const path = new RegExp(`/${_id}$`);
		node.service.faults.add({ path, times: Infinity, action: { respond } });
	};
	const contacts = (...ids: string[]): IDataObject[] =>
		ids.map((bulk_id, at) => ({ user_id: `g-${at}`, bulk_id }));

	it('is requested once, in the order of their first items', async () => {
		for (const id of ['job-b', 'job-a', 'job-c']) answer(id);
		const items = contacts('job-b', 'job-a', ' job-b ', 'job-c', 'job-a', 'job-b');
		const run = await node.run({}, { items });
		expect(node.sent).toHaveLength(3);
		expect(run.output.map(({ json }) => json._id)).toEqual(['job-b', 'job-a', 'job-c']);
		expect(linksOf(run.output)).toEqual([[0, 2, 5], [1, 4], [3]]);
	});

	it('returns an error item with its fields for every item if it failed', async () => {
		answer('job-a');
		answer('job-b', 'failed');
		const items = contacts('job-b', 'job-a', 'job-b');
		const run = await node.run({}, { items, onError: 'continueErrorOutput' });
		expect(node.sent).toHaveLength(2);
		expect(linksOf(run.output)).toEqual([[1]]);
		expect(linksOf(run.errorOutput)).toEqual([[0], [2]]);
		expect(run.errorOutput[1]!.json).toMatchObject({
			...items[2],
			error: { code: 'jobFailed' },
		});
		const stopped = await node.run({}, { items });
		expect(stopped.error?.message).toMatch(/job-b.* \[items 0, 2\]$/);
	});
});

describe('bulk job: wait until processed', () => {
	const node = new NodeRunner(
		{ resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId: 'job-1' },
		{ processingDelayMs: 60_000 },
	);
	/** The job has these statuses, one per request; the last one stays. */
	const changeStatus = (...states: string[]) =>
		states.forEach((status, after) =>
			node.service.faults.add({
				after,
				times: after === states.length - 1 ? Infinity : 1,
				action: { respond: { status: 200, body: { bulk: { _id: 'job-1', status } } } },
			}),
		);

	it('returns the processed job after waiting through its other statuses', async () => {
		changeStatus('queue', 'Queued', 'processing', 'processed');
		const began = Date.now();
		const run = await node.run({ timeLimit: 300 });
		expect(Date.now() - began).toBeGreaterThan(900);
		expect(run.output).toEqual([
			{ json: { _id: 'job-1', status: 'processed' }, pairedItem: { item: 0 } },
		]);
		expect(node.sent).toHaveLength(4);
	});

	it.each(['failed', 'Error'])('stops at once with the status %s', async (status) => {
		changeStatus(status);
		const run = await node.run({});
		// Nothing of what was sent, as it only reads.
		expect(run.error).toMatchObject({
			message: `The bulk job job-1 ended with the status “${status}” [item 0]`,
			description: 'Ask the service’s provider why, with the ID of the job.',
		});
	});

	it('names another status without the word that makes n8n cancel the execution', async () => {
		changeStatus('canceled');
		const run = await node.run({ timeLimit: 0.1 });
		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('Its last status is “cancel\u200bed” [item 0]');
	});

	it.each(['queue', 'ready, Queued'])(
		'refuses the status of a new job as a completed one: %s',
		async (extraCompletedStatuses) => {
			const run = await node.run({ options: { extraCompletedStatuses } });
			expect(run.error?.message).toMatch(
				/^Extra Completed Statuses can’t be “queued?”, the status of a new bulk job/,
			);
			expect(node.sent).toEqual([]);
		},
	);
});
