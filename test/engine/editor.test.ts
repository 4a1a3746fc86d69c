import { contactValues } from './contact-values';
import { NodeRunner } from './node-runner';
import { account, startService } from './running-service';

/** What the editor asks the node while a person fills the form in. */
describe('the editor', () => {
	const node = new NodeRunner();
	const editor = (credential = node.credential) =>
		node.engine.editor({
			node: { parameters: { resource: 'purchase', operation: 'record' } },
			credential,
		});

	describe('searching campaigns', () => {
		const first = { name: 'New Year gala', value: 'c0ffee000000000000000007' };

		it('lists the newest first, by name', async () => {
			const { results } = await editor().listSearch('searchCampaigns');
			expect(results).toHaveLength(7);
			expect(results[0]).toEqual(first);
			expect(results.at(-1)).toEqual({
				name: 'Welcome aboard',
				value: 'c0ffee000000000000000001',
			});
			expect(node.sent).toEqual([
				{
					method: 'GET',
					path: `/v2/account/${account.id}/campaigns/`,
					query: { limit: '200' },
					body: undefined,
				},
			]);
		});

		it.each([
			['gala', [first.name]],
			['NEW YEAR', [first.name]],
			['spring', ['Spring city breaks']],
			['nothing of the kind', []],
			['', 7],
		])('finds “%s” in any part of the name, in any case', async (filter, found) => {
			const { results } = await editor().listSearch('searchCampaigns', filter);
			const names = results.map(({ name }) => name);
			expect(typeof found === 'number' ? names.length : names).toEqual(found);
		});

		it('shows the id of a campaign without a name', async () => {
			const campaigns = [{ id: 'c-1' }, { id: 7, name: null }, 'broken'];
			node.service.faults.add({ action: { respond: { status: 200, body: { campaigns } } } });
			const { results } = await editor().listSearch('searchCampaigns');
			expect(results).toEqual([
				{ name: 'c-1', value: 'c-1' },
				{ name: '7', value: '7' },
			]);
		});

		it('is empty where there is no campaign', async () => {
			const { service, credential } = await startService({ campaigns: 0 });
			const { results } = await editor(credential).listSearch('searchCampaigns');
			await service.close();
			expect(results).toEqual([]);
		});

		it('says what is wrong with the credential', async () => {
			const search = editor({ ...node.credential, accountSecret: '' });
			await expect(search.listSearch('searchCampaigns')).rejects.toThrow(
				'The Account Secret of the credential is missing',
			);
		});

		it('says what the service refused, without the secret', async () => {
			const wrong = { ...node.credential, accountSecret: 'wrong-account-secret' };
			const failure: unknown = await editor(wrong)
				.listSearch('searchCampaigns')
				.catch((error: unknown) => error);
			expect((failure as Error).message).toMatch(
				/^The service did not accept the Account Secret \(HTTP 401\): authorization failure for account: aurora-hotels/,
			);
			expect(JSON.stringify(failure)).not.toContain('wrong-account-secret');
		});
	});

	it('offers every field of a contact as a column', async () => {
		const { fields } = await editor().resourceMapping('getContactFields');
		expect(new Set(fields.map(({ id }) => id))).toEqual(
			new Set(contactValues.map(({ field }) => field)),
		);
		for (const field of fields) {
			expect(field).toMatchObject({ required: false, defaultMatch: false, display: true });
			expect(field.displayName).toMatch(/^[A-Z]/);
		}
	});

	it.each([
		['user_id', 'User ID', 'string'],
		['tags', 'Tags', 'string'],
		['born_date', 'Birthday', 'dateTime'],
		['gdpr_date', 'GDPR Date', 'dateTime'],
		['facebook_friends', 'Facebook Friends', 'number'],
		['gdpr_accept_terms', 'GDPR Terms Accepted', 'boolean'],
		['list_subscriptions', 'List Subscriptions', 'array'],
		['channel_subscriptions', 'Channel Subscriptions', 'array'],
	])('offers %s as “%s”, a column of type %s', async (id, displayName, type) => {
		const { fields } = await editor().resourceMapping('getContactFields');
		expect(fields.find((field) => field.id === id)).toMatchObject({ displayName, type });
	});

	it('offers the allowed values of a choice', async () => {
		const { fields } = await editor().resourceMapping('getContactFields');
		expect(fields.find(({ id }) => id === 'gender')).toMatchObject({
			type: 'options',
			options: [
				{ name: 'Female', value: 'FEMALE' },
				{ name: 'Male', value: 'MALE' },
			],
		});
	});
});
