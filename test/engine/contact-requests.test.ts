import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { hintsOf } from './message-forms';
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
	/** The bodies that hand these contacts in. */
	const bodiesOf = (...contacts: IDataObject[][]) =>
		contacts.map((some) => ({ origin: 'pms', contacts: some }));

	const perJob = { options: { output: 'bulkJob' } };

	it('travel 1,000 a request, and each comes out as it was sent, with its bulk job', async () => {
		const items = guests(2500);
		const run = await node.run({}, { items });
		const jobs = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json)).toEqual(
			items.map((item, at) => ({ ...item, bulk_id: jobs[Math.floor(at / 1000)] })),
		);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		expect(run.hints).toEqual([]);
	});

	it('come out as one item per bulk job where that is chosen, linked to all its items', async () => {
		const items = guests(2500);
		const run = await node.run(perJob, { items });
		expect(node.bodies).toEqual(
			bodiesOf(items.slice(0, 1000), items.slice(1000, 2000), items.slice(2000)),
		);
		const jobs = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual(jobs);
		expect(run.output.map(({ json }) => json.number_of_contacts)).toEqual([1000, 1000, 500]);
		expect(linksOf(run.output)).toEqual([range(0, 1000), range(1000, 2000), range(2000, 2500)]);
		expect(run.hints).toEqual([]);
	});

	it('are divided although one item brings them all', async () => {
		const contacts = guests(1001);
		const run = await node.run(
			{ ...perJob, contactsFrom: 'json', contactsJson: '={{ $json.contacts }}' },
			{ items: [{ contacts }] },
		);
		expect(node.bodies).toEqual(bodiesOf(contacts.slice(0, 1000), contacts.slice(1000)));
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});

	it.each([0, 1001, 2.5, 'some'])('are refused with %p a request', async (batchSize) => {
		const run = await node.run({ options: { batchSize } }, { items: guests(1) });
		expect(run.error).toMatchObject({
			message: `Batching, Batch Size must be a whole number from 1 to 1000, not “${batchSize}” [item 0]`,
		});
		expect(node.sent).toEqual([]);
	});

	it('share a request only with those of the same origin and the same options', async () => {
		const items: Array<[origin: string, check: boolean]> = [
			['pms', true],
			['web', true],
			['pms', false],
			['pms', true],
		];
		const run = await node.run(
			{
				origin: '={{ $json.origin }}',
				options: { ...perJob.options, validate: '={{ $json.check }}' },
				contactsFrom: 'json',
				contactsJson: '={{ { user_id: $json.id } }}',
			},
			{ items: items.map(([origin, check], at) => ({ origin, check, id: `g${at}` })) },
		);
		const submission = (origin: string, validate: boolean, ...ids: string[]) => ({
			origin,
			options: { email_validation: { validate } },
			contacts: ids.map((user_id) => ({ user_id })),
		});
		expect(node.bodies).toEqual([
			submission('pms', true, 'g0', 'g3'),
			submission('web', true, 'g1'),
			submission('pms', false, 'g2'),
		]);
		expect(linksOf(run.output)).toEqual([[0, 3], [1], [2]]);
		expect(run.output.map(({ json }) => json.validate_emails)).toEqual([true, true, false]);
	});

	it('are handed in with the options that were chosen', async () => {
		const url = 'https://n8n.example.com/hook?a=1';
		const chosen = {
			createIfInvalid: false,
			createIfNoCredit: true,
			contactsExtraFields: 'city, language',
			purchaseExtraFields: '',
			...perJob.options,
		};
		const run = await node.run(
			{ processingResult: 'sendToTrigger', webhookUrl: url, options: chosen },
			{ items: guests(1) },
		);
		const contacts_extra_fields = ['city', 'language'];
		const options = {
			email_validation: { create_if_invalid: false, create_if_no_credit: true },
			webhook: { url, contacts_extra_fields },
		};
		expect(node.bodies).toEqual([{ origin: 'pms', options, contacts: guests(1) }]);
		expect(run.output[0]!.json).toMatchObject({ contacts_extra_fields, webhook_url: url });
	});

	it('are the exact requests in a preview, which sends nothing', async () => {
		const options = { preview: 'requests', batchSize: 2 };
		const run = await node.run({ options }, { items: guests(3) });
		const url = `${node.service.url}/account/aurora-hotels/sync_data`;
		expect(run.output.map(({ json }) => json)).toEqual(
			bodiesOf(guests(3).slice(0, 2), guests(3).slice(2)).map((body) => ({
				method: 'POST',
				url,
				body,
				contacts: body.contacts.length,
			})),
		);
		expect(linksOf(run.output)).toEqual([[0, 1], [2]]);
		expect(hintsOf(run)).toEqual(['3 contacts.', hintOf(runHint.preview()).message]);
		expect(node.sent).toEqual([]);
	});

	it('of which one request fails are reported with those that were accepted before', async () => {
		const respond = { status: 400, body: { error: 'contacts[0] is wrong' } };
		node.service.faults.add({ after: 1, action: { respond } });
		const options = { parallelRequests: 1, batchSize: 2 };
		const run = await node.run({ options }, { items: guests(5) });
		const [job] = node.service.state.bulkJobs;
		expect(run.error).toMatchObject({
			code: 'invalidRequest',
			message: expect.stringMatching(/: contacts\[0\] is wrong \[items 2–3\]$/) as string,
			description: `${refusedRequest.invalidRequest().advice} Of 5 contacts, 2 were accepted and 3 weren’t sent. Accepted: ${job!._id}.`,
			httpCode: '400',
		});
		expect(node.bodies).toEqual(bodiesOf(guests(5).slice(0, 2), guests(5).slice(2, 4)));
	});
});
