import { contactInputs } from '../../nodes/CrmMessaging/service/fields/contact';
import { NodeRunner, account } from './node-runner';

describe('the editor', () => {
	const node = new NodeRunner();
	const editor = () => node.engine.editor(node.credential);

	describe('searching campaigns', () => {
		const first = { name: 'New Year gala', value: 'c0ffee000000000000000007' };

		it('lists the newest campaigns, or those whose name contains the text in any case', async () => {
			const { results } = await editor().listSearch('searchCampaigns');
			expect(results).toHaveLength(7);
			expect(results[0]).toEqual(first);
			expect(node.sent).toMatchObject([
				{ path: `/v2/account/${account.id}/campaigns/`, query: { limit: '200' } },
			]);
			const found = await editor().listSearch('searchCampaigns', 'NEW year');
			expect(found.results).toEqual([first]);
		});

		const answer = (body: object): void =>
			void node.service.faults.add({ action: { respond: { status: 200, body } } });

		it('shows the ID of a campaign without a name, and none without an ID', async () => {
			answer({
				campaigns: [{ id: 'c-1' }, { id: 2, name: '' }, { name: 'No ID' }, { id: null }],
			});
			const { results } = await editor().listSearch('searchCampaigns');
			expect(results).toEqual(['c-1', '2'].map((id) => ({ name: id, value: id })));
		});

		it('shows the service’s words if there is no list', async () => {
			answer({ error: 'invalid token' });
			await expect(editor().listSearch('searchCampaigns')).rejects.toMatchObject({
				message: expect.stringContaining('(answer: invalid token)') as string,
				description: expect.stringContaining('Check that Base URL') as string,
			});
		});
	});

	it('offers every contact field as a column, and preselects common ones and opt-outs', async () => {
		const { fields } = await editor().resourceMapping('getContactFields');
		expect(fields.map(({ id }) => id)).toEqual(contactInputs.map(({ name }) => name));
		for (const field of fields) {
			expect(field).toMatchObject({ required: false, defaultMatch: false, display: true });
			expect(field.displayName).toMatch(/^[A-Z]/);
		}
		const shown = fields.filter(({ removed }) => !removed).map(({ id }) => id);
		const usual = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];
		expect(shown).toEqual([...usual, 'email_opt_out', 'sms_opt_out', 'push_opt_out']);
		const types = Object.fromEntries(fields.map(({ id, type }) => [id, type]));
		expect(types).toMatchObject({
			user_id: 'string',
			born_date: 'dateTime',
			facebook_friends: 'number',
			gdpr_accept_terms: 'boolean',
			list_subscriptions: 'array',
			gender: 'options',
		});
		expect(fields.find(({ id }) => id === 'gender')!.options).toEqual([
			{ name: 'Female', value: 'FEMALE' },
			{ name: 'Male', value: 'MALE' },
		]);
	});
});
