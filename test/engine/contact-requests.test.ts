import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson } from './import-forms';
import { linksOf, NodeRunner } from './node-runner';

describe('contacts of many items', () => {
	const node = new NodeRunner(contactForm(automatic));
	const guests = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ user_id: `guest-${at}` }));
	const range = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) => from + at);
	/** The bodies that hand these contacts in. */
	const bodiesOf = (...contacts: IDataObject[][]) =>
		contacts.map((some) => ({ origin: 'pms', contacts: some }));

	const perJob = { options: { output: 'bulkJob' } };

	it('are sent 1,000 a request, and come out each with its bulk job, or one item a job', async () => {
		const items = guests(2500);
		const run = await node.run({}, { items });
		const jobs = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json)).toEqual(
			items.map((item, at) => ({ ...item, bulk_id: jobs[Math.floor(at / 1000)] })),
		);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		const requests = [items.slice(0, 1000), items.slice(1000, 2000), items.slice(2000)];
		expect(node.bodies).toEqual(bodiesOf(...requests));

		node.service.reset();
		const byJob = await node.run(perJob, { items });
		expect(byJob.output.map(({ json }) => json.number_of_contacts)).toEqual([1000, 1000, 500]);
		const links = [range(0, 1000), range(1000, 2000), range(2000, 2500)];
		expect(linksOf(byJob.output)).toEqual(links);
		expect([...run.hints, ...byJob.hints]).toEqual([]);
	});

	it('share a request only with those of the same origin and the same options', async () => {
		const given = ['pms true', 'web true', 'pms false', 'pms true'];
		const items = given.map((text, at) => {
			const [origin, check] = text.split(' ');
			return { origin, check, id: `g${at}` };
		});
		const form = {
			origin: '={{ $json.origin }}',
			options: { ...perJob.options, validate: '={{ $json.check }}' },
			...contactsInJson('={{ { user_id: $json.id } }}'),
		};
		const run = await node.run(form, { items });
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

	it('are sent with the options that were chosen', async () => {
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
});
