import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
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

	it.each<[form: string, answer: object, hint?: Sentence]>([
		['contacts', job],
		['contacts', { ...job, number_of_contacts: '2' }],
		['contacts', { _id: 'b-1' }],
		['contacts', { ...job, number_of_contacts: null, error: null, errors: [] }],
		['contacts', { ...job, number_of_contacts: '1' }, contactHint.contactsMissing('1', '2')],
		['contacts', { ...job, _id: null }, contactHint.jobWithoutId()],
		...['failed', 'error', 'rejected'].map((status): [string, object, Sentence] => [
			'contacts',
			{ bulk: { ...job, status } },
			contactHint.jobFailedAtOnce(status),
		]),
		[
			'contacts',
			{ ...job, error: { message: 'one is invalid' } },
			runHint.errorInAnswer('one is invalid'),
		],
		['purchase', sold],
		['purchase', { ...sold, number_of_purchase: '1' }],
		...[0, '0'].map((number_of_purchase): [string, object, Sentence] => [
			'purchase',
			{ ...sold, number_of_purchase },
			contactHint.purchaseMissing(),
		]),
		['hotel', { hotel_data: { uuid: 'H-1', error: { en: 'a' }, status: { en: 'failed' } } }],
		['hotel', { hotel_data: { uuid: 'h-2' } }, contactHint.otherHotel('h-2')],
		[
			'hotel',
			{ hotel_data: { uuid: 'h-1', status: 'failed' } },
			contactHint.hotelFailed('{"status":"failed"}'),
		],
	])('%s: %j', async (name, answer, ...[hint]) => {
		const form = { contacts, purchase, hotel }[name]!;
		const items = name === 'contacts' ? people : people.slice(0, 1);
		const run = await answering(form, answer, { items });
		const named = {
			contacts: 'g-1, g-2 (items 0–1)',
			purchase: 'R-1 (item 0)',
			hotel: 'h-1 (item 0)',
		}[name]!;
		expect(run.status).toBe('success');
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		expect(run.hints.map(({ message, type }) => [message, type])).toEqual(
			hint ? [[hintOf({ ...hint, text: `${hint.text}: ${named}` }).message, 'danger']] : [],
		);
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
