import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import type { IDataObject } from 'n8n-workflow';
import { wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { inField } from './sentences';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { guests, everyEndpoint } from './every-operation/endpoint-cases';
import { madeUpEndpoints } from './every-operation/made-up';
import { NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

const sending = everyEndpoint.filter(({ operation }) => changes(operation.endpoint));
const listing = sending.filter(({ operation }) => operation.limit.list);

/** What the service learns tomorrow can be sent today. */
describe('additional fields', () => {
	const node = new NodeRunner(
		{},
		{ moreEndpoints: madeUpEndpoints, readings: { beyondDocument: 'taken' } },
	);
	const run = async ({ form, node: own }: (typeof sending)[number], options: IDataObject) =>
		await node.run({ ...form, options }, { items: guests, ...own });
	const added = { novelty: { deep: [1] }, origin: 'elsewhere' };

	it.each(sending)('of the body are merged last: $name', async (one) => {
		await run(one, {});
		const before = node.bodies as IDataObject[];
		node.service.reset();
		const { error } = await run(one, { body: JSON.stringify(added) });
		expect(error).toBeUndefined();
		expect(node.bodies).toEqual(before.map((body) => ({ ...body, ...added })));
	});

	it.each(listing)('of each entry are merged last: $name', async (one) => {
		const { key } = one.operation.limit.list!;
		await run(one, {});
		const before = node.bodies as Array<Record<string, IDataObject[]>>;
		node.service.reset();
		await run(one, { entry: '={{ { nickname: $json.user_id } }}' });
		const nicknames = guests.map(({ user_id }) => ({ nickname: user_id }));
		expect((node.bodies as typeof before).flatMap((body) => body[key])).toEqual(
			before
				.flatMap((body) => body[key]!)
				.map((entry, at) => ({ ...entry, ...nicknames[at] })),
		);
	});

	const [sms] = listing.filter(({ operation }) => operation.resource.name === 'sms');
	const contact = listing.find(({ operation }) => operation.resource.name === 'contact')!;

	it('are merged into objects, and replace what is no object', async () => {
		const options = { contactsExtraFields: 'city', validate: true };
		const more = { options: { webhook: { secret: 's' }, email_validation: { validate: 1 } } };
		const form = {
			...contact.form,
			processingResult: 'sendToTrigger',
			webhookUrl: 'https://a.example/h',
		};
		const preview = { body: more, ...options, preview: 'requests' };
		const { output } = await node.run({ ...form, options: preview }, { items: guests });
		expect(output[0]!.json.body).toMatchObject({
			options: {
				webhook: {
					secret: 's',
					url: 'https://a.example/h',
					contacts_extra_fields: ['city'],
				},
				email_validation: { validate: 1 },
			},
		});
	});

	it('that differ between items make a request each', async () => {
		await run(sms!, { body: '={{ { tag: $json.user_id } }}' });
		expect(node.bodies).toMatchObject(guests.map(({ user_id }) => ({ tag: user_id })));
	});

	it('that are empty change nothing', async () => {
		for (const nothing of ['', '{}']) await run(sms!, { body: nothing });
		const [one, other] = node.bodies;
		expect([one, Object.keys(one as object)]).toEqual([
			other,
			expect.not.arrayContaining(['body']),
		]);
	});

	it.each<[given: string, sentence: Sentence]>([
		['[1]', wrongValue.wrongFormat('a list', 'a JSON object', '{ "priority": "high" }')],
		['{ "deliveries": [] }', wrongSetting.elsewhereInForm('deliveries', 'Recipient')],
		['{ "message_holder": "Hi" }', wrongSetting.elsewhereInForm('message_holder', 'Message')],
	])('%s are refused, and nothing is sent', async (given, sentence) => {
		const options = { body: given };
		const inBody = inField('Additional Fields (JSON), Body', sentence);
		await expectStopped(node, { ...sms!.form, options }, inBody, {
			items: guests.slice(0, 1),
		});
	});
});
