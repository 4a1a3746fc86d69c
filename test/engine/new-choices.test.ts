import type { IDataObject } from 'n8n-workflow';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue, choiceAdvice } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { hintsOf, pushForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** What the service learns tomorrow may be said today, where it does not come from the form's own list. */
describe('a value that the service does not document', () => {
	const node = new NodeRunner({}, { readings: { beyondDocument: 'taken' } });
	const purchase = {
		resource: 'purchase',
		operation: 'upsert',
		origin: 'pms',
		uuid: 'room-1',
		transactionCode: 'R-1',
		price: 10,
		currency: 'EUR',
		contactsFrom: 'json',
		contactsJson: '{ "user_id": "g-1" }',
	};
	const contact = (channel: string): IDataObject => ({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: {
			user_id: 'g-1',
			channel_subscriptions: [{ channel, blacklisted: true }],
		},
	});
	const filter = (status: string): IDataObject => ({
		resource: 'campaign',
		operation: 'getAll',
		filters: { status: `={{ "${status}" }}` },
	});

	it.each<[what: string, form: IDataObject, value: string]>([
		['status', { ...purchase, status: '={{ "waitlisted" }}' }, 'waitlisted'],
		['channel', contact('whatsapp'), 'whatsapp'],
		[
			'category',
			pushForm({ notification: { categoryPush: '={{ "CATEGORY_ROOM_SERVICE" }}' } }),
			'CATEGORY_ROOM_SERVICE',
		],
	])('is sent as it is, with a hint: %s', async (_what, form, value) => {
		const run = await node.run(form);
		expect(run.status).toBe('success');
		expect(JSON.stringify(node.bodies)).toContain(`"${value}"`);
		expect(hintsOf(run)).toEqual([
			expect.stringContaining(
				`“${value}” isn’t one of the values that the service documents (`,
			),
		]);
	});

	it('is asked for where it is a campaign state', async () => {
		const run = await node.run(filter('archived'));
		expect(node.sent).toMatchObject([{ query: { status: 'archived' } }]);
		expect(hintsOf(run).join()).toContain('“archived” isn’t one of the values');
	});

	const states = 'completed, draft, inprogress, ongoing, paused, scheduled';

	it.each<[form: IDataObject, sentence: Sentence]>([
		[
			filter('paussed'),
			inField(
				'Status',
				wrongValue.notInList('“paussed”', states, choiceAdvice.meant('paused')),
			),
		],
		[
			filter('Not sure'),
			inField('Status', wrongValue.notInList('“Not sure”', states, choiceAdvice.use)),
		],
	])('is refused where it is misspelt or no such word', async (form, sentence) => {
		await expectStopped(node, form, sentence);
	});

	it('is refused where it is a misspelt word of a booking system', async () => {
		const { error } = await node.run({ ...purchase, status: '={{ "storniet" }}' });
		expect(error).toMatchObject({
			code: 'notInList',
			description: expect.stringMatching(
				/^In full: Status: “storniet” isn’t one of .*, reserved\. Did you mean canceled\? Nothing was sent\.$/,
			) as string,
		});
		expect(node.sent).toEqual([]);
	});

	describe('as a status, is what was chosen for it', () => {
		const recorded = (status: string, unrecognizedStatus: string) =>
			node.run({
				...purchase,
				status: `={{ "${status}" }}`,
				options: { unrecognizedStatus },
			});

		it.each(['waitlisted', 'Wait listed'])('left out with a hint: %s', async (status) => {
			const run = await recorded(status, 'leaveOut');
			expect(run.status).toBe('success');
			expect(node.bodies).toMatchObject([{ purchase: { transaction_code: 'R-1' } }]);
			expect(JSON.stringify(node.bodies)).not.toContain('"status"');
			expect(hintsOf(run).join()).toMatch(/“.+” isn’t one of .+ It was left out/);
		});

		it.each(['waitlisted', 'Wait listed'])('an error: %s', async (status) => {
			const { error } = await recorded(status, 'error');
			expect(error).toMatchObject({
				code: 'notInList',
				description: expect.stringContaining(`“${status}”`) as string,
			});
			expect(node.sent).toEqual([]);
		});

		it.each(['leaveOut', 'error'])('not asked of a word that is known: %s', async (way) => {
			const run = await recorded('In-House', way);
			expect(node.bodies).toMatchObject([{ purchase: { status: 'check_in' } }]);
			expect(hintsOf(run)).toEqual([]);
		});
	});
});
