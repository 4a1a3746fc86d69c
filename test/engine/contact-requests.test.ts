import { linksOf, NodeRunner } from './node-runner';

/** How contacts of many items share requests, and what a submission says beside them. */
describe('contacts of many items', () => {
	const node = new NodeRunner({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
	});
	const guests = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ user_id: `guest-${at}` }));
	const range = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) => from + at);

	it('travel 1,000 a request, and each bulk job is linked to all its items', async () => {
		const items = guests(2500);
		const run = await node.run({}, { items });
		expect(node.bodies).toEqual([
			{ origin: 'pms', contacts: items.slice(0, 1000) },
			{ origin: 'pms', contacts: items.slice(1000, 2000) },
			{ origin: 'pms', contacts: items.slice(2000) },
		]);
		const jobs = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual(jobs);
		expect(run.output.map(({ json }) => json.number_of_contacts)).toEqual([1000, 1000, 500]);
		expect(linksOf(run.output)).toEqual([range(0, 1000), range(1000, 2000), range(2000, 2500)]);
		expect(run.hints).toEqual([]);
	});

	it('are divided although one item brings them all', async () => {
		const contacts = guests(1001);
		const run = await node.run(
			{ contactsFrom: 'json', contactsJson: '={{ $json.contacts }}' },
			{ items: [{ contacts }] },
		);
		expect(node.bodies).toEqual([
			{ origin: 'pms', contacts: contacts.slice(0, 1000) },
			{ origin: 'pms', contacts: contacts.slice(1000) },
		]);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it('travel fewer a request where the option says so', async () => {
		const items = guests(5);
		const run = await node.run({ options: { batchSize: 2 } }, { items });
		expect(node.bodies).toEqual([
			{ origin: 'pms', contacts: items.slice(0, 2) },
			{ origin: 'pms', contacts: items.slice(2, 4) },
			{ origin: 'pms', contacts: items.slice(4) },
		]);
		expect(linksOf(run.output)).toEqual([[0, 1], [2, 3], [4]]);
	});

	it.each([0, 1001, 2.5, 'some'])('are refused with %p a request', async (batchSize) => {
		const run = await node.run({ options: { batchSize } }, { items: guests(1) });
		expect(run.error).toMatchObject({
			message: 'Contacts per Request must be a whole number from 1 to 1000 [item 0]',
		});
		expect(node.sent).toEqual([]);
	});

	it('share a request only with those of the same origin', async () => {
		const items = ['pms', 'web', 'pms', 'web'].map((origin, at) => ({ origin, id: `g${at}` }));
		const run = await node.run(
			{
				origin: '={{ $json.origin }}',
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { user_id: '={{ $json.id }}' } },
			},
			{ items },
		);
		expect(node.bodies).toEqual([
			{ origin: 'pms', contacts: [{ user_id: 'g0' }, { user_id: 'g2' }] },
			{ origin: 'web', contacts: [{ user_id: 'g1' }, { user_id: 'g3' }] },
		]);
		expect(linksOf(run.output)).toEqual([
			[0, 2],
			[1, 3],
		]);
	});

	it('share a request only with those of the same options', async () => {
		const items = [{ check: true }, { check: false }, { check: true }];
		const run = await node.run(
			{ options: { validate: '={{ $json.check }}' }, otherKeys: 'custom' },
			{ items },
		);
		const validating = (validate: boolean) => ({ email_validation: { validate } });
		expect(node.bodies).toEqual([
			{ origin: 'pms', options: validating(true), contacts: [items[0], items[2]] },
			{ origin: 'pms', options: validating(false), contacts: [items[1]] },
		]);
		expect(linksOf(run.output)).toEqual([[0, 2], [1]]);
		expect(run.output.map(({ json }) => json.validate_emails)).toEqual([true, false]);
	});

	it('are not sent at all when there is no item', async () => {
		const run = await node.run({}, { items: [] });
		expect(run.output).toEqual([]);
		expect(node.sent).toEqual([]);
	});

	describe('with options of the submission', () => {
		const items = [{ email: 'a@b.example' }];

		it('say everything that was chosen', async () => {
			const run = await node.run(
				{
					callback: 'triggerUrl',
					webhookUrl: 'https://n8n.example.com/hook?a=1',
					options: {
						validate: true,
						createIfInvalid: false,
						createIfNoCredit: true,
						webhookContactsExtraFields: 'city, language',
						webhookPurchaseExtraFields: 'status',
					},
				},
				{ items },
			);
			expect(node.bodies).toEqual([
				{
					origin: 'pms',
					options: {
						email_validation: {
							validate: true,
							create_if_invalid: false,
							create_if_no_credit: true,
						},
						webhook: {
							url: 'https://n8n.example.com/hook?a=1',
							contacts_extra_fields: ['city', 'language'],
							purchase_extra_fields: ['status'],
						},
					},
					contacts: items,
				},
			]);
			expect(run.output[0]!.json).toMatchObject({
				validate_emails: true,
				contacts_extra_fields: ['city', 'language'],
				purchase_extra_fields: ['status'],
				webhook_url: 'https://n8n.example.com/hook?a=1',
			});
		});

		const parts: Array<[given: object, options: object]> = [
			[{ validate: false }, { email_validation: { validate: false } }],
			[{ createIfInvalid: true }, { email_validation: { create_if_invalid: true } }],
			[{ createIfNoCredit: false }, { email_validation: { create_if_no_credit: false } }],
		];

		it.each(parts)('say only what was chosen: %j', async (options, sent) => {
			await node.run({ options: { ...options } }, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', options: sent, contacts: items }]);
		});

		it('say nothing where nothing was chosen, or left empty', async () => {
			await node.run({ options: { webhookContactsExtraFields: '' } }, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		});

		it('give the exact requests as a preview and send nothing', async () => {
			const run = await node.run(
				{ options: { preview: true, batchSize: 2 } },
				{ items: guests(3) },
			);
			const url = `${node.service.url}/account/aurora-hotels/sync_data`;
			const of = (contacts: object[]) => ({
				method: 'POST',
				url,
				body: { origin: 'pms', contacts },
				contacts: contacts.length,
			});
			expect(run.output.map(({ json }) => json)).toEqual([
				of(guests(3).slice(0, 2)),
				of(guests(3).slice(2)),
			]);
			expect(linksOf(run.output)).toEqual([[0, 1], [2]]);
			expect(run.hints.map(({ message }) => message)).toEqual([
				'This is a preview: nothing was sent. Remove the option Preview to send.',
			]);
			expect(node.sent).toEqual([]);
		});
	});

	describe('of which one request fails', () => {
		const refuseSecond = () =>
			node.service.faults.add({
				path: /sync_data/,
				after: 1,
				action: { respond: { status: 400, body: { error: 'contacts[0] is wrong' } } },
			});

		it('are reported with those that were accepted before', async () => {
			refuseSecond();
			const run = await node.run({ options: { batchSize: 2 } }, { items: guests(5) });
			const [job] = node.service.state.bulkJobs;
			expect(run.error).toMatchObject({
				message:
					'The service refused the request (HTTP 400): contacts[0] is wrong [item 2]',
				description: `Correct what it names; nothing of this request was taken. Before it, 2 contacts were accepted (${job!._id}).`,
				httpCode: '400',
				context: { itemIndex: 2 },
			});
			expect(node.bodies).toHaveLength(2);
		});

		it('go to the error output item by item, and the others are sent', async () => {
			refuseSecond();
			const run = await node.run(
				{ options: { batchSize: 2 } },
				{ items: guests(5), onError: 'continueErrorOutput' },
			);
			expect(node.bodies).toHaveLength(3);
			expect(linksOf(run.output)).toEqual([[0, 1], [4]]);
			expect(linksOf(run.errorOutput)).toEqual([[2], [3]]);
			expect(run.errorOutput.map(({ error }) => error?.message)).toEqual([
				'The service refused the request (HTTP 400): contacts[0] is wrong [item 2]',
				'The service refused the request (HTTP 400): contacts[0] is wrong [item 3]',
			]);
		});
	});
});
