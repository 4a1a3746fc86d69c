import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** One person in several items of one run. */
describe('contacts that occur twice', () => {
	const node = new NodeRunner({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
	});
	const items = [
		{ user_id: '1', email: 'a@x.example', city: 'Sevilla' },
		{ user_id: '2', email: 'a@x.example' },
		{ user_id: '1', zip: '41001' },
		{ email: 'C@x.example', city: 'Cádiz' },
		{ email: 'c@x.example', city: 'Jerez' },
	];
	const counted = (choice: string) => [
		`2 contacts (1, c@x.example) appear more than once. ${choice}. The option Duplicate Contacts decides what is sent.`,
	];

	it.each([
		[undefined, items, [[0], [1], [2], [3], [4]], 'Every copy was sent'],
		[
			'last',
			[items[2], items[1], items[4]],
			[[0, 2], [1], [3, 4]],
			'Only the last of each was sent',
		],
		[
			'merge',
			[{ ...items[0], zip: '41001' }, items[1], items[4]],
			[[0, 2], [1], [3, 4]],
			'Each was sent once, with the fields of all',
		],
	])('are counted, and sent as chosen: %s', async (duplicates, sent, links, choice) => {
		const run = await node.run({ options: { duplicateContacts: duplicates } }, { items });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: sent }]);
		expect(linksOf(run.output)).toEqual(links);
		const bulk_id = node.service.state.bulkJobs[0]!._id;
		expect(run.output.map(({ json }) => json)).toEqual(
			sent.map((contact) => ({ ...contact, bulk_id })),
		);
		expect(hintsOf(run)).toEqual(counted(choice));
	});

	it('of one item are linked to it once', async () => {
		const contactsJson = JSON.stringify([items[0], items[2], items[1]]);
		const parameters = { contactsFrom: 'json', contactsJson };
		for (const duplicates of ['last', 'merge']) {
			const run = await node.run({
				...parameters,
				options: { duplicateContacts: duplicates },
			});
			expect(linksOf(run.output)).toEqual([[0], [0]]);
		}
	});

	it('stay two where they are of different origins', async () => {
		const two = [
			{ user_id: '1', from: 'pms' },
			{ user_id: '1', from: 'web' },
		];
		const parameters = {
			origin: '={{ $json.from }}',
			otherKeys: 'leaveOut',
			options: { duplicateContacts: 'last' },
		};
		const run = await node.run(parameters, { items: two });
		expect(node.bodies).toHaveLength(2);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});

	it('fail together, and are sent once by a retry', async () => {
		const options = { duplicateContacts: 'merge', parallelRequests: 1, batchSize: 1 };
		const refusal = { respond: { status: 400, body: { error: 'no' } } };
		node.service.faults.add({ after: 0, action: refusal });
		const run = await node.run({ options }, { items, onError: 'continueErrorOutput' });
		expect(linksOf(run.errorOutput)).toEqual([[0], [2]]);
		expect(linksOf(run.output)).toEqual([[1], [3, 4]]);

		node.service.reset();
		node.service.faults.add({ after: 1, action: { respond: { status: 429 } } });
		const again = await node.run(
			{ options: { ...options, maxTries: 1 } },
			{ items, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		);
		expect(again.status).toBe('success');
		const ids = node.service.state.bulkJobs.map(({ number_of_contacts }) => number_of_contacts);
		expect(ids).toEqual([1, 1, 1]);
		expect(linksOf(again.output)).toEqual([[0, 2], [1], [3, 4]]);
	});
});
