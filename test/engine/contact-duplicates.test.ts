import { contactHint, duplicatesSent } from '../../nodes/CrmMessaging/catalogue/contacts';
import { automatic, contactForm, contactsInJson } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';

describe('contacts that appear twice', () => {
	const node = new NodeRunner(contactForm(automatic));
	const items = [
		{ user_id: '1', email: 'a@x.example', city: 'Sevilla' },
		{ user_id: '2', email: 'a@x.example' },
		{ user_id: '1', zip: '41001' },
		{ email: 'C@x.example', city: 'Cádiz' },
		{ email: 'c@x.example', city: 'Jerez' },
	];
	const joined = [[0, 2], [1], [3, 4]];

	it.each([
		['all', items, items.map((_, at) => [at])],
		['last', [items[2], items[1], items[4]], joined],
		['merge', [{ ...items[0], zip: '41001' }, items[1], items[4]], joined],
	] as const)('are counted, and sent as chosen: %s', async (duplicateContacts, sent, links) => {
		const run = await node.run({ options: { duplicateContacts } }, { items });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: sent }]);
		expect(linksOf(run.output)).toEqual(links);
		const bulk_id = node.service.state.bulkJobs[0]!._id;
		expect(run.output.map(({ json }) => json)).toEqual(
			sent.map((contact) => ({ ...contact, bulk_id })),
		);
		const who = '2 contacts (1, c@x.example)';
		const hint = contactHint.duplicates(who, duplicatesSent[duplicateContacts]);
		expect(hintsOf(run)).toEqual([hintText(hint)]);
	});

	it.each(['last', 'merge'])('of one item are linked to it once: %s', async (choice) => {
		const contacts = contactsInJson([items[0], items[2], items[1]]);
		const run = await node.run({ ...contacts, options: { duplicateContacts: choice } });
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it('fail together, and are sent once by a retry', async () => {
		const options = {
			duplicateContacts: 'merge',
			parallelRequests: 1,
			batchSize: 1,
			maxTries: 1,
		};
		node.service.faults.add({ action: { respond: { status: 400 } } });
		const run = await node.run({ options }, { items, onError: 'continueErrorOutput' });
		expect(linksOf(run.errorOutput)).toEqual([[0], [2]]);
		expect(linksOf(run.output)).toEqual([[1], [3, 4]]);

		node.service.reset();
		node.service.faults.add({ after: 1, action: { respond: { status: 429 } } });
		const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const again = await node.run({ options }, { items, ...retrying });
		expect(again.status).toBe('success');
		expect(node.service.state.bulkJobs).toHaveLength(3);
		expect(linksOf(again.output)).toEqual(joined);
	});
});
