import type { IDataObject } from 'n8n-workflow';
import { hintsOf, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

describe('a value that the service does not document', () => {
	const node = new NodeRunner({}, { readings: { beyondDocument: 'taken' } });
	const contacts = {
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '{ "user_id": "g-1" }',
	};
	const whatsapp = [{ channel: 'whatsapp', blacklisted: true }];
	const contactsJson = { user_id: 'g-1', channel_subscriptions: whatsapp };
	const purchase = (status: string, unrecognizedStatus = 'send'): IDataObject => ({
		...contacts,
		resource: 'purchase',
		uuid: 'room-1',
		transactionCode: 'R-1',
		price: 10,
		currency: 'EUR',
		status: `={{ "${status}" }}`,
		options: { unrecognizedStatus },
	});
	const filter = (status: string): IDataObject => ({
		resource: 'campaign',
		operation: 'getAll',
		filters: { status: `={{ "${status}" }}` },
	});
	const category = '={{ "CATEGORY_ROOM_SERVICE" }}';

	it.each<[value: string, form: IDataObject]>([
		['waitlisted', purchase('waitlisted')],
		['whatsapp', { ...contacts, contactsJson }],
		['CATEGORY_ROOM_SERVICE', pushForm({ notification: { categoryPush: category } })],
		['archived', filter('archived')],
	])('is sent as it is, with a hint: %s', async (value, form) => {
		const run = await node.run(form);
		expect(run.status).toBe('success');
		expect(JSON.stringify(node.sent)).toContain(`"${value}"`);
		const documented = `“${value}” isn’t one of the values that the service documents (`;
		expect(hintsOf(run).filter((hint) => hint.includes(documented))).toHaveLength(1);
	});

	it.each<[form: IDataObject, refusal: Refusal]>([
		[filter('paussed'), ['Status', 'notInList', 'Did you mean paused?']],
		[filter('Not sure'), ['Status', 'notInList', 'Use one of these values']],
		[purchase('storniet'), ['Status', 'notInList', 'Did you mean canceled?']],
		[purchase('waitlisted', 'error'), ['Status', 'notInList', '“waitlisted”']],
		[purchase('Wait listed', 'error'), ['Status', 'notInList', '“Wait listed”']],
	])('is refused if it is misspelt, or that is chosen: %#', async (form, refusal) => {
		await expectStopped(node, form, refusal);
	});

	it.each(['waitlisted', 'Wait listed'])('is left out if that is chosen: %s', async (status) => {
		const run = await node.run(purchase(status, 'leaveOut'));
		expect(node.bodies).toMatchObject([{ purchase: { transaction_code: 'R-1' } }]);
		expect(JSON.stringify(node.bodies)).not.toContain('"status"');
		expect(hintsOf(run).join()).toMatch(/“.+” isn’t one of .+ It was left out/);
	});
});
