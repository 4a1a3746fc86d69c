import type { IDataObject } from 'n8n-workflow';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';

/** What the service says of what it created. */
describe('answers that do not fit what was sent', () => {
	const node = new NodeRunner();
	const people = [{ user_id: 'g-1' }, { user_id: 'g-2' }];
	const contacts = {
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '={{ $json }}',
	};
	const purchase = {
		...contacts,
		resource: 'purchase',
		operation: 'upsert',
		uuid: 'room-1',
		transactionCode: 'R-1',
		price: 10,
		currency: 'EUR',
	};
	const hotel = {
		resource: 'hotel',
		operation: 'create',
		uuid: 'h-1',
		name: 'Aurora',
		itemsFrom: 'json',
		itemsJson: '[{ "language": "en", "data": { "text": "a" } }]',
	};
	const job = { _id: 'b-1', number_of_contacts: 2, number_of_purchase: 0, status: 'queued' };
	const sold = { ...job, number_of_contacts: 1, number_of_purchase: 1 };
	const answering = async (form: IDataObject, body: object, options: RunOptions) => {
		node.service.faults.add({ action: { respond: { status: 201, body } } });
		const run = await node.run(form, options);
		expect(node.service.requests).toHaveLength(1);
		return run;
	};

	it.each<[form: string, answer: object, hint?: string]>([
		['contacts', job],
		['contacts', { ...job, number_of_contacts: '2' }],
		['contacts', { _id: 'b-1' }],
		['contacts', { ...job, number_of_contacts: null, error: null, errors: [] }],
		[
			'contacts',
			{ ...job, number_of_contacts: '1' },
			'The service counted 1 of 2 contacts (number_of_contacts), so some may be missing: g-1, g-2 (items 0–1).',
		],
		[
			'contacts',
			{ ...job, _id: null },
			'The service gave the bulk job no ID (_id), so nothing can be looked up by it: g-1, g-2 (items 0–1).',
		],
		...['failed', 'error', 'rejected'].map((status): [string, object, string] => [
			'contacts',
			{ bulk: { ...job, status } },
			`The service created the bulk job with the status “${status}”: g-1, g-2 (items 0–1).`,
		]),
		[
			'contacts',
			{ ...job, error: { message: 'one is invalid' } },
			'The answer of the service also reports an error, “one is invalid”: g-1, g-2 (items 0–1).',
		],
		['purchase', sold],
		['purchase', { ...sold, number_of_purchase: '1' }],
		...[0, '0'].map((number_of_purchase): [string, object, string] => [
			'purchase',
			{ ...sold, number_of_purchase },
			'The service counted no purchase (number_of_purchase: 0), which may come from the wrong Product ID Key: R-1 (item 0).',
		]),
		['hotel', { hotel_data: { uuid: 'H-1', error: { en: 'a' }, status: { en: 'failed' } } }],
		[
			'hotel',
			{ hotel_data: { uuid: 'h-2' } },
			'The service answered with another hotel, “h-2”, than was sent: h-1 (item 0).',
		],
		[
			'hotel',
			{ hotel_data: { uuid: 'h-1', status: 'failed' } },
			'The service answered that the hotel failed: {"status":"failed"}: h-1 (item 0).',
		],
	])('%s: %j', async (name, answer, ...[hint]) => {
		const form = { contacts, purchase, hotel }[name]!;
		const items = name === 'contacts' ? people : people.slice(0, 1);
		const run = await answering(form, answer, { items });
		expect(run.status).toBe('success');
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		expect(run.hints).toMatchObject(hint ? [{ message: hint, type: 'danger' }] : []);
		expect(run.hints).toHaveLength(hint ? 1 : 0);
	});

	it.each([{ _id: null }, { _id: '', number_of_contacts: null }])(
		'of which nothing is a job leaves open what became of all: %j',
		async (answer) => {
			const run = await answering(contacts, answer, { items: people });
			expect(run.error?.message).toContain('it names no bulk job (no _id)');
			expect(run.error?.context).toMatchObject({ outcome: 'unknown' });
		},
	);

	it('are told again by a retry, which sends nothing twice', async () => {
		const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const form = { ...contacts, options: { batchSize: 1, parallelRequests: 1 } };
		const answer = { ...job, number_of_contacts: 0 };
		node.service.faults.add({ action: { respond: { status: 201, body: answer } } });
		node.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
		const run = await node.run(form, { items: people, ...retrying });
		expect(node.bodies).toHaveLength(3);
		expect(run.status).toBe('success');
		expect(hintsOf(run)).toContain(
			'The service counted 0 of 1 contacts (number_of_contacts), so some may be missing: g-1 (item 0).',
		);
	});
});
