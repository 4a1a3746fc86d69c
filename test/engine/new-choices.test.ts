import type { IDataObject } from 'n8n-workflow';
import { contactForm, contactsInJson, purchaseForm } from './import-forms';
import { hintsOf, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

describe('a value that the service does not document', () => {
	const node = new NodeRunner({}, { readings: { beyondDocument: 'taken' } });
	const whatsapp = [{ channel: 'whatsapp', blacklisted: true }];
	const contact = contactForm(contactsInJson({ user_id: 'g', channel_subscriptions: whatsapp }));
	const purchase = (status: string, unrecognizedStatus = 'send'): IDataObject =>
		purchaseForm({ status: `={{ "${status}" }}`, options: { unrecognizedStatus } });
	const filter = (status: string): IDataObject => ({
		resource: 'campaign',
		operation: 'getAll',
		filters: { status: `={{ "${status}" }}` },
	});
	const category = '={{ "CATEGORY_ROOM_SERVICE" }}';

	it.each<[value: string, form: IDataObject]>([
		['waitlisted', purchase('waitlisted')],
		['whatsapp', contact],
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
		[purchase('waitlisted', 'error'), ['Status', 'notInList', '“waitlisted”']],
	])('is refused if it is misspelt, or that is chosen: %#', async (form, refusal) => {
		await expectStopped(node, form, refusal);
	});

	it('is left out if that is chosen', async () => {
		const run = await node.run(purchase('waitlisted', 'leaveOut'));
		expect(node.bodies).toMatchObject([{ purchase: { transaction_code: 'R-1' } }]);
		expect(JSON.stringify(node.bodies)).not.toContain('"status"');
		expect(hintsOf(run).join()).toMatch(/“.+” isn’t one of .+ It was left out/);
	});
});
