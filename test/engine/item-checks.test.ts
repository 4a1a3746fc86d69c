import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	phoneOf,
	placeholderValues,
	pushForm,
	recipients,
	smsForm,
	smsToGuests,
} from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, FROM_ITEM, type Refusal } from './one-wrong-item';

const PHONE = phoneOf(1);
const LIST = 'Recipients (JSON)';
const dear = { messageHolder: 'Dear %{name}' };
const dearWith = (name: string, text: string) =>
	smsForm({ ...dear, phoneNumber: PHONE, ...placeholderValues({ [name]: text }) });
const toPhone = smsForm({ phoneNumber: FROM_ITEM });
const smsJson = smsForm(jsonDeliveries(FROM_ITEM));
const dearJson = smsForm({ ...dear, ...jsonDeliveries(FROM_ITEM) });
const pushJson = pushForm(jsonDeliveries(FROM_ITEM));
const jsonWith = (texts: unknown) => ({ phone_number: PHONE, replacements: texts });
const contactJson = contactForm(contactsInJson(FROM_ITEM));
const guest = { email: 'a@b.example', mail: 'b', loyalty_points: 3, id: 5 };
const [sms, push, ana] = [jsonWith({}), { device_id: 'a' }, jsonWith({ name: 'Ana' })];

const ofItem = smsForm({ messageHolder: 'Room %{v}' });
const noValue = (where: string, words = 'has no value'): Refusal => [
	where,
	'noPlaceholderValue',
	words,
];

describe('one wrong item', () => {
	const node = new NodeRunner();

	it.each<[form: IDataObject, right: unknown, wrong: unknown, ...Refusal]>([
		[toPhone, PHONE, '00034', 'To', 'phoneNeedsCode'],
		[smsJson, sms, '[', LIST, 'invalidJson'],
		[smsJson, sms, [sms, {}], `${LIST}, 2, phone_number`, 'required'],
		[smsJson, sms, jsonWith('x'), `${LIST}, 1, replacements`, 'wrongFormat'],
		[pushJson, push, { device_id: 'a', user_id: 'b' }, `${LIST}, 1`, 'notExactlyOne'],
		[pushJson, push, { token: 'a' }, `${LIST}, 1, token`, 'unknownKey'],
		[
			smsJson,
			sms,
			{ phoneNumber: PHONE },
			`${LIST}, 1, phoneNumber`,
			'unknownKey',
			'phone_number?',
		],
		[contactJson, guest, { room: 1 }, 'Contacts (JSON), 1', 'unidentified', 'user_id'],
		[dearWith('name', FROM_ITEM), 'Ana', null, ...noValue('Message', '%{name}')],
		[dearWith(FROM_ITEM, 'Ana'), 'name', 'room', ...noValue('Message', '%{name}')],
		[ofItem, 12, null, ...noValue('Message', 'Placeholder Values')],
		[dearJson, ana, jsonWith(undefined), ...noValue(`${LIST}, 1, Message`, 'its replacements')],
	])('stops the run: %j with %j, not %j', async (form, right, wrong, ...refusal) => {
		const [good, bad] = [{ v: right }, { v: wrong }] as IDataObject[];
		await expectStopped(node, form, refusal, { items: [good!, bad!, good!], item: 1 });
	});

	it.each([
		['first_name', 'name_first'],
		['firstName', 'name_first'],
		['postcode', 'zip'],
		['Email', 'email'],
		['phoneCountrycode', 'phone_countrycode'],
	])('can’t have a key in JSON that is nearly a contact’s: %s', async (key, near) => {
		const form = contactForm(contactsInJson([{ gender: 'male', [key]: 'x' }]));
		await expectStopped(node, form, [`Contacts (JSON), 1, ${key}`, 'nearKey', near]);
	});

	it.each<[second: IDataObject, refusal: Refusal]>([
		[{ phoneNumber: 'x' }, ['Recipient 2, To', 'phoneNeedsCode']],
		[{ phoneNumber: PHONE }, noValue('Recipient 2, Message', 'its Placeholder Values')],
	])(
		'is reported with the recipient number if its second recipient is wrong: %j',
		async (second, refusal) => {
			const first = { phoneNumber: PHONE, ...placeholderValues({ name: 'Ana' }) };
			await expectStopped(node, smsForm({ ...dear, ...recipients(first, second) }), refusal);
		},
	);
});

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];
	const notAPhone: Refusal = ['To', 'phoneNeedsCode', '“x”'];

	it('stop the run with an error that shows the first one and the count', async () => {
		await expectStopped(node, {}, notAPhone, { items, item: 1, wrong: 2 });
	});

	it('become error items in order, and the others are sent in one request', async () => {
		await expectLeftOut(node, {}, items, { 1: notAPhone, 2: ['To', 'emptyForItem'] });
		expect(node.service.state.smsDeliveries).toHaveLength(2);
		expect(node.bodies).toHaveLength(1);
		const run = await node.run({}, { items, onError: 'continueRegularOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
		expect(run.output.map(({ json }) => 'error' in json)).toEqual([false, true, true, false]);
	});
});

/** n8n parses it as the same number as …457. */
const id = Number('7061304407766123456');
const written = '7061304407766123456';
const fromItem = '={{ $json.id }}';

const hotel = { resource: 'hotel', operation: 'create', uuid: 'h-1', name: 'Aurora' };
const texts = '={{ [{ language: "en", data: { id: $json.id } }] }}';

describe('a long numeric ID', () => {
	const node = new NodeRunner();

	it.each<[form: IDataObject, where: string, words?: string]>([
		[purchaseForm({ ...automatic, transactionCode: fromItem }), 'Booking or Order ID'],
		[smsForm({ phoneNumber: fromItem }), 'To'],
		[smsForm({ messageHolder: 'No. %{id}' }), 'Input Item, id'],
		[pushForm(jsonDeliveries(`[{ "device_id": ${written} }]`)), 'Recipients (JSON)', written],
		[contactForm(automatic), 'id'],
		[contactForm(mapped({ user_id: fromItem })), 'User ID'],
		[
			smsForm({ options: { body: `{ "a": [${written}] }` } }),
			'Additional Fields (JSON), Body',
			written,
		],
		[{ ...hotel, itemsFrom: 'json', itemsJson: texts }, 'Texts by Language (JSON), 1, data'],
	])('stops the run if n8n parsed it as a number: %j', async (form, where, ...words) => {
		const refusal: Refusal = [where, 'inexactNumber', ...words];
		await expectStopped(node, form, refusal, { items: [{ id }] });
	});

	it('is read as text in an answer, and links the result to its recipient', async () => {
		const body = `{"deliveries":[[{"valid":true,"delivery_id":7061304407766123457,"device_id":${written}}]]}`;
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(pushForm({ recipientId: written }));
		expect(run.output.map(({ json }) => json)).toMatchObject([
			{ device_id: written, delivery_id: '7061304407766123457' },
		]);
		expect(hintsOf(run)).toEqual([]);
	});
});
