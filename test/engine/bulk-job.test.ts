import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { account } from './running-service';
import { failedItem } from './what-became';

/** Hands contacts in, so that there is a job, and forgets the request; gives the job's id. */
async function submit(node: NodeRunner): Promise<string> {
	const run = await node.run({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '{ "user_id": "g-1" }',
	});
	node.service.requests.length = 0;
	return run.output[0]!.json.bulk_id as string;
}

describe('bulk job: get', () => {
	const node = new NodeRunner(
		{ resource: 'bulkJob', operation: 'get' },
		{ processingDelayMs: 60_000 },
	);

	it('gives the job itself, linked to its item', async () => {
		const id = await submit(node);
		const run = await node.run({ bulkId: '={{ $json._id }}' }, { items: [{ _id: id }] });
		expect(node.sent).toEqual([
			{
				method: 'GET',
				path: `/v2/account/${account.id}/contact/bulk/${id}`,
				query: {},
				body: undefined,
			},
		]);
		expect(run.output).toEqual([
			{
				json: {
					_id: id,
					number_of_contacts: 1,
					match_contact_user_id: true,
					validate_emails: false,
					contacts_webhook_extra_fields: [],
					webhook_url: '',
					status: 'queue',
				},
				pairedItem: [{ item: 0 }],
			},
		]);
	});

	it('asks for an id with special characters as one part of the address', async () => {
		await node.run({ bulkId: ' a/b?c=ç ' });
		expect(node.service.requests.map(({ path }) => path)).toEqual([
			`/v2/account/${account.id}/contact/bulk/a%2Fb%3Fc%3D%C3%A7`,
		]);
	});

	it('refuses an id that is missing', async () => {
		const bulkId = '={{ $json.none }}';
		await expectStopped(
			node,
			{ bulkId },
			'Bulk Job ID is required, but its expression gives nothing',
		);
	});

	it.each(['bulk_id', '_id'])(
		'finds the id by itself in the output before it: %s',
		async (key) => {
			const id = await submit(node);
			const run = await node.run({}, { items: [{ [key]: id }] });
			expect(run.output.map(({ json }) => json._id)).toEqual([id]);
		},
	);

	it('reads one job an item, and leads one that does not exist to the error output', async () => {
		const items = [{ _id: await submit(node) }, { _id: 'none' }, { _id: await submit(node) }];
		const run = await node.run(
			{ bulkId: '={{ $json._id }}' },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(run.output.map(({ json }) => json._id)).toEqual([items[0]!._id, items[2]!._id]);
		expect(linksOf(run.output)).toEqual([[0], [2]]);
		const message = 'The service has nothing with the ID “none” (HTTP 404): bulk not found';
		const description =
			'Check the ID. If it is right, check Base URL and Account ID in the credential.';
		expect(run.errorOutput).toEqual([
			failedItem(1, items[1]!, message, { description, httpCode: 404 }),
		]);
	});
});

describe('bulk job: wait until processed', () => {
	const node = new NodeRunner(
		{ resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId: 'job-1' },
		{ processingDelayMs: 400 },
	);
	/** The job has these states, one a reading; the last one stays. */
	const goThrough = (...states: Array<string | undefined>) =>
		states.forEach((status, after) =>
			node.service.faults.add({
				after,
				times: after === states.length - 1 ? Infinity : 1,
				action: { respond: { status: 200, body: { bulk: { _id: 'job-1', status } } } },
			}),
		);

	it('gives the job once the service has processed it', async () => {
		const id = await submit(node);
		const run = await node.run({ bulkId: id });
		expect(run.output).toMatchObject([
			{ json: { _id: id, status: 'processed' }, pairedItem: [{ item: 0 }] },
		]);
		expect(node.sent).toHaveLength(2);
		expect(run.milliseconds).toBeGreaterThan(900);
	});

	it.each(['processed', 'completed', 'done', 'Finished', 'imported', 'ok', 'successful'])(
		'gives a job at once whose status is “%s”',
		async (status) => {
			goThrough(status);
			const run = await node.run({});
			expect(run.output).toEqual([
				{ json: { _id: 'job-1', status }, pairedItem: [{ item: 0 }] },
			]);
			expect(node.sent).toHaveLength(1);
		},
	);

	it('waits a status out that it does not know, and one that is missing', async () => {
		goThrough('queued', 'crunching', undefined, 'processed');
		const run = await node.run({ timeLimit: 20 });
		expect(run.output.map(({ json }) => json.status)).toEqual(['processed']);
		expect(node.sent).toHaveLength(4);
	}, 20_000);

	it.each([
		['failed', '“failed”', ''],
		['error', '“error”', ''],
		// n8n takes an error that says this word for a cancellation of the execution.
		['canceled', '…', 'In full: The bulk job job-1 ended with the status “canceled”.'],
	])('fails when the job ends as “%s”', async (status, told, description) => {
		goThrough(status);
		const run = await node.run({});
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message: `The bulk job job-1 ended with the status ${told} [item 0]`,
			...(description && { description }),
			context: { itemIndex: 0 },
		});
	});

	it('gives a job that was processed with errors, and says so', async () => {
		goThrough('Processed with errors');
		const run = await node.run({});
		expect(run.output).toHaveLength(1);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The bulk job job-1 was processed with the status “Processed with errors”: something in it may have failed.',
		]);
	});

	it('gives a job with a status that the person calls final, in any case', async () => {
		goThrough('Ready');
		const run = await node.run({ options: { finalStatuses: 'archived, ready' } });
		expect(run.output.map(({ json }) => json.status)).toEqual(['Ready']);
	});

	it('fails at its time limit, with the last status', async () => {
		goThrough('queue', 'crunching');
		const { error } = await node.run({ timeLimit: 1.2 });
		expect(error?.message).toBe(
			'The bulk job job-1 was not processed within 1.2 seconds, its last status is “crunching”; raise the time limit or look again later [item 0]',
		);
	});

	it('asks of a status it does not know whether it is a final one', async () => {
		goThrough('ready');
		const { error } = await node.run({ timeLimit: 0.01 });
		expect(error?.message).toContain(
			'its last status is “ready”; if that says that it is processed, add it to the option Final Statuses',
		);
	});

	it.each([0, -1, 'soon'])('refuses a time limit of %p', async (timeLimit) => {
		const sentence = 'Time Limit must be a number of seconds above 0';
		await expectStopped(node, { timeLimit }, sentence);
	});

	it('leads a job that failed to the error output, and gives the others', async () => {
		const ids = [await submit(node), await submit(node), await submit(node)];
		node.service.endBulkJob(ids[1]!, 'failed');
		const items = ids.map((_id) => ({ _id }));
		const run = await node.run(
			{ bulkId: '={{ $json._id }}' },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(run.output.map(({ json }) => json._id)).toEqual([ids[0], ids[2]]);
		expect(linksOf(run.output)).toEqual([[0], [2]]);
		const message = `The bulk job ${ids[1]} ended with the status “failed”`;
		expect(run.errorOutput).toEqual([failedItem(1, items[1]!, message)]);
	}, 20_000);
});
