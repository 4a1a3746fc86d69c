import type { IDataObject } from 'n8n-workflow';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { contactFields } from '../../nodes/CrmMessaging/service/fields/contact';
import { operations } from '../../nodes/CrmMessaging/actions';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { NodeRunner } from './node-runner';
import { account } from './running-service';

describe('the editor', () => {
	const node = new NodeRunner();
	const editor = (credential = node.credential) =>
		node.engine.editor({
			node: { parameters: { resource: 'purchase', operation: 'upsert' } },
			credential,
		});

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

		it('shows the ID of a campaign without a name', async () => {
			const body = { campaigns: [{ id: 'c-1' }] };
			node.service.faults.add({ action: { respond: { status: 200, body } } });
			const { results } = await editor().listSearch('searchCampaigns');
			expect(results).toEqual([{ name: 'c-1', value: 'c-1' }]);
		});

		it('shows that the secret is wrong', async () => {
			const search = editor({ ...node.credential, accountSecret: 'wrong' }).listSearch(
				'searchCampaigns',
			);
			const { text } = refusedRequest.wrongSecret('Account Secret', '');
			await expect(search).rejects.toThrow(text);
		});
	});

	it('offers every contact field as a column, and preselects six common ones', async () => {
		const { fields } = await editor().resourceMapping('getContactFields');
		expect(fields.map(({ id }) => id)).toEqual(contactFields.map(({ name }) => name));
		for (const field of fields) {
			expect(field).toMatchObject({ required: false, defaultMatch: false, display: true });
			expect(field.displayName).toMatch(/^[A-Z]/);
		}
		const shown = fields.filter(({ removed }) => !removed).map(({ id }) => id);
		expect(shown).toEqual(['user_id', 'name_first', 'name_last', 'email', 'phone', 'language']);
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

	describe('a form without a chosen operation', () => {
		/** The requests of a form, to a service with one answer. */
		const sentBy = async (form: IDataObject, body: IDataObject) => {
			node.service.reset();
			node.service.faults.add({ action: { respond: { status: 200, body } } });
			const { status } = await node.run(form, { items: guests.slice(0, 1) });
			return { status, sent: node.sent };
		};

		const first = everyEndpoint.filter(
			({ operation }) =>
				operations.includes(operation) &&
				operation.operation === operation.resource.defaultOperation,
		);

		it.each(first)('runs the default operation of its resource: $name', async (endpoint) => {
			const { operation, ...others } = endpoint.form;
			const chosen = await sentBy(endpoint.form, endpoint.answer);
			expect(operation).toEqual(expect.any(String));
			expect(chosen).toMatchObject({
				status: 'success',
				sent: [{ method: endpoint.method }],
			});
			expect(await sentBy(others, endpoint.answer)).toEqual(chosen);
		});

		it('creates contacts if no resource was chosen either', async () => {
			const form = { origin: 'pms', contactsFrom: 'mapAutomatically' };
			const { sent } = await sentBy(form, { _id: 'b-1' });
			expect(sent.map(({ path }) => path)).toEqual([`/account/${account.id}/sync_data`]);
		});
	});
});
