import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/CrmMessaging/fields/values';
import { guests, everyEndpoint } from './every-operation/cases';
import { OperationRunner } from './every-operation/operation-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

const webhookUrl = 'https://a.example/h';
const formOf = (resource: string) =>
	everyEndpoint.find(({ operation }) => operation.resource.name === resource)!.form;
const sending = everyEndpoint.filter(({ changes }) => changes);

describe('additional fields', () => {
	const node = new OperationRunner({ readings: { beyondDocument: 'taken' } });
	const novelty = { deep: [1] };

	it.each(sending)('are added to the body and to each entry: $name', async (one) => {
		const { key = '' } = one.operation.limit.list ?? {};
		await node.runCase(one, {});
		const before = node.bodies as Array<Record<string, IDataObject[]>>;
		node.service.reset();
		const entry = key && '={{ { nickname: $json.user_id } }}';
		const options = { body: JSON.stringify({ novelty }), ...(entry && { entry }) };
		const { error } = await node.runCase(one, options);
		expect(error).toBeUndefined();
		const nicknames = guests.map(({ user_id }) => ({ nickname: user_id }));
		const entries = (body: (typeof before)[number]) =>
			body[key]?.map((one) => ({ ...one, ...nicknames.shift() }));
		const sent = before.map((body) => ({
			...body,
			...(key && { [key]: entries(body) }),
			novelty,
		}));
		expect(node.bodies).toEqual(sent);
	});

	it.each(sending)('are refused if they have a key of the request: $name', async (one) => {
		await node.runCase(one, {});
		const [sent = {}] = node.bodies as IDataObject[];
		node.service.reset();
		for (const key of Object.keys(sent).filter((key) => !isObject(sent[key]))) {
			const { error } = await node.runCase(one, { body: { [key]: 'x' } });
			expect(error?.message).toContain(`${where} can’t set “${key}”, which the node sets`);
		}
		expect(node.bodies).toEqual([]);
	});

	const where = 'Additional Body Fields (JSON)';
	const sms = formOf('sms');
	const contact = { ...formOf('contact'), processingResult: 'sendToTrigger', webhookUrl };

	it('are merged into objects', async () => {
		const more = { options: { webhook: { secret: 's' }, email_validation: { validate: 1 } } };
		const form = { ...contact, options: { contactsExtraFields: 'city', body: more } };
		await node.run(form, { items: guests });
		const webhook = { secret: 's', url: webhookUrl, contacts_extra_fields: ['city'] };
		expect(node.bodies).toMatchObject([{ options: { ...more.options, webhook } }]);
	});

	it('set the time that a preview shows', async () => {
		const options = { body: { start_at: '2030-01-01T10:00:00Z' }, preview: 'messages' };
		const run = await node.run({ ...sms, options }, { items: guests });
		expect(run.output.map(({ json }) => json.schedule)).toEqual(
			guests.map(() => options.body.start_at),
		);
	});

	const body = { options: { webhook: { url: 'https://b.example' } } };
	const toAnother = { ...contact, options: { body } };
	it.each<[place: string, form: IDataObject, refusal: Refusal]>([
		['a list', { ...sms, options: { body: '[1]' } }, [where, 'wrongFormat', 'a list']],
		[
			'the phone number of a recipient',
			{ ...sms, options: { entry: { phone_number: '+34600100009' } } },
			['Additional Recipient Fields (JSON)', 'setByNode', 'phone_number'],
		],
		[
			'the placeholder values of a recipient',
			{ ...sms, options: { entry: { replacements: { room: 12 } } } },
			['Additional Recipient Fields (JSON)', 'setByNode', 'replacements'],
		],
		['a key of the request', toAnother, [where, 'setByNode', 'options.webhook.url']],
		[
			'the URL that the run waits for',
			{ ...toAnother, processingResult: 'waitForResult' },
			[where, 'setByNode', 'options.webhook.url'],
		],
	])('are refused if they are or hold %s', async (_, form, refusal) => {
		await expectStopped(node, form, guests.slice(0, 1), [refusal]);
	});
});
