import type { IDataObject } from 'n8n-workflow';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { guests, everyEndpoint } from './every-operation/endpoint-cases';
import { madeUpEndpoints } from './every-operation/made-up';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

const sending = everyEndpoint.filter(({ operation }) => changes(operation.endpoint));
const listing = sending.filter(({ operation }) => operation.limit.list);

describe('additional fields', () => {
	const node = new NodeRunner(
		{},
		{ moreEndpoints: madeUpEndpoints, readings: { beyondDocument: 'taken' } },
	);
	const run = async ({ form, node: own }: (typeof sending)[number], options: IDataObject) =>
		await node.run({ ...form, options }, { items: guests, ...own });
	const added = { novelty: { deep: [1] }, origin: 'elsewhere' };

	it.each(sending)('are merged last, into the body and into each entry: $name', async (one) => {
		const { key = '' } = one.operation.limit.list ?? {};
		await run(one, {});
		const before = node.bodies as Array<Record<string, IDataObject[]>>;
		node.service.reset();
		const entry = key && '={{ { nickname: $json.user_id } }}';
		const { error } = await run(one, { body: JSON.stringify(added), ...(entry && { entry }) });
		expect(error).toBeUndefined();
		const nicknames = guests.map(({ user_id }) => ({ nickname: user_id }));
		const entries = (body: (typeof before)[number]) =>
			body[key]?.map((one) => ({ ...one, ...nicknames.shift() }));
		expect(node.bodies).toEqual(
			before.map((body) => ({ ...body, ...(key && { [key]: entries(body) }), ...added })),
		);
	});

	const [sms] = listing.filter(({ operation }) => operation.resource.name === 'sms');
	const contact = listing.find(({ operation }) => operation.resource.name === 'contact')!;

	it('are merged into objects, and replace any other value', async () => {
		const more = { options: { webhook: { secret: 's' }, email_validation: { validate: 1 } } };
		const form = {
			...contact.form,
			processingResult: 'sendToTrigger',
			webhookUrl: 'https://a.example/h',
			options: { contactsExtraFields: 'city', validate: true, body: more },
		};
		await node.run(form, { items: guests });
		const webhook = {
			secret: 's',
			url: 'https://a.example/h',
			contacts_extra_fields: ['city'],
		};
		expect(node.bodies).toMatchObject([{ options: { ...more.options, webhook } }]);
	});

	const where = 'Additional Fields (JSON), Body';
	it.each<[body: string, refusal: Refusal]>([
		['[1]', [where, 'wrongFormat', 'a list']],
		['{ "deliveries": [] }', [where, 'elsewhereInForm', 'Recipient']],
	])('are rejected, and nothing is sent: %s', async (body, refusal) => {
		const form = { ...sms!.form, options: { body } };
		await expectStopped(node, form, refusal, { items: guests.slice(0, 1) });
	});
});
