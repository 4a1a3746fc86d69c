import type { IDataObject } from 'n8n-workflow';
import {
	automatic,
	contactForm,
	contactsInJson,
	customFields,
	mapped,
	purchaseForm,
	several,
} from './import-forms';
import {
	guests,
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
import { message, named } from './text-forms';

/** A form with one wrong value, its error, and the item that the form reads. */
type Wrong = [form: IDataObject, refusal: Refusal, item?: IDataObject];

const phoneNumber = phoneOf(1);
const user_id = 'g-1';
const LIST = 'Recipients (JSON)';
const deliveries = (...list: unknown[]) => smsForm(jsonDeliveries(list));
const dear = (more: IDataObject) => smsForm({ messageHolder: 'Dear %{name}', ...more });
const ana = { phoneNumber, ...placeholderValues({ name: 'Ana' }) };
const noText = (where: string, words: string): Refusal => [where, 'noPlaceholderValue', words];

const ofRecipients: Wrong[] = [
	[smsForm({ phoneNumber: '600123456' }), ['To', 'phoneWithoutCode']],
	[smsForm({ phoneNumber: '447400123456' }), ['To', 'phoneWithoutPlus', '+447400123456']],
	[smsForm({ phoneNumber: '+4917O1234567' }), ['To', 'notAPhone']],
	[smsForm({ phoneNumber: '++34600123456' }), ['To', 'notAPhone']],
	[smsForm(jsonDeliveries('[')), [LIST, 'invalidJson']],
	[smsForm(jsonDeliveries([])), [LIST, 'emptyList']],
	[smsForm(recipients()), ['Recipient List', 'emptyList']],
	[smsForm({ ...recipients({}), ...jsonDeliveries([{}]) }), [LIST, 'notTogether']],
	[deliveries({ phone_number: phoneNumber }, {}), [`${LIST}, 2, phone_number`, 'required']],
	[deliveries({ phoneNumber }), [`${LIST}, 1, phoneNumber`, 'unknownKey', 'phone_number?']],
	[
		deliveries({ phone_number: phoneNumber, replacements: 'x' }),
		[`${LIST}, 1, replacements`, 'wrongFormat'],
	],
	[pushForm(jsonDeliveries({ device_id: 'a', user_id: 'b' })), [`${LIST}, 1`, 'notExactlyOne']],
	[pushForm(recipients({ recipientId: '' })), ['Recipient 1, Device ID', 'required']],
	[pushForm({ recipientId: FROM_ITEM }), ['Device ID', 'severalIds'], { v: 'd-1;d-2' }],
	[dear(recipients(ana, { phoneNumber: 'x' })), ['Recipient 2, To', 'notAPhone']],
	[dear(recipients(ana, { phoneNumber })), noText('Recipient 2, Message', 'its Placeholder')],
	[
		dear(jsonDeliveries({ phone_number: phoneNumber, replacements: {} })),
		noText(`${LIST}, 1, Message`, 'its replacements'),
	],
	[dear(placeholderValues({ name: FROM_ITEM })), noText('Message', '%{name}'), { v: null }],
	[smsForm({ messageHolder: 'In %{v}' }), noText('Message', 'Placeholder Values'), { v: null }],
	[smsForm(placeholderValues({ '': 'Ana' })), ['Placeholder Value 1', 'withoutName']],
];

const vorname = { phone: phoneNumber, Vorname: 'Ana' };
const perJob = { failOnRejected: true, output: 'bulkJob' };
const ofTexts: Wrong[] = [
	[pushForm({ subject: 'Hi %{a}' }), ['Subject', 'placeholderElsewhere']],
	[pushForm({ notification: { alert: 'Hi %{a}' } }), ['Alert', 'placeholderElsewhere']],
	[message('Hi % {name}'), ['Message', 'brokenPlaceholder'], vorname],
	[message('Hi %{name'), ['Message', 'brokenPlaceholder'], vorname],
	[message('Hi %{}'), ['Message', 'brokenPlaceholder'], vorname],
	[message('=={{ $json.Vorname }}'), ['Message', 'equalsSign'], vorname],
	[message('  \n '), ['Message', 'required'], vorname],
	[{ ...named('={{ " " }}'), messageHolder: '%{a}' }, ['Message', 'blankMessage'], vorname],
	[pushForm({ subject: ' ' }), ['Subject', 'required']],
	[pushForm({ notification: { alert: ' ' } }), ['Alert', 'emptyAlert']],
	[smsForm({ sender: ' ' }), ['Sender', 'required']],
	[smsForm({ sender: 'Hotel Aurora Palma' }), ['Sender', 'tooLong']],
	[smsForm({ sender: 'A\nB' }), ['Sender', 'notASender']],
	[smsForm({ sender: '{Hotel}' }), ['Sender', 'notASender']],
	[smsForm({ sender: 'Aurora 🏨' }), ['Sender', 'notASender']],
	[smsForm({ sender: 'Aurora 🇪🇸' }), ['Sender', 'notASender']],
	[smsForm({ options: { maxMessages: 0 } }), ['Max Messages', 'numberOutOfRange']],
	[
		smsForm({ ...recipients(ana, ana), options: { maxMessages: 1 } }),
		['Max Messages', 'tooManyMessages', '2 messages'],
	],
	[
		contactForm({ ...automatic, processingResult: 'waitForResult', options: perJob }),
		['Fail on Rejected Contacts', 'notTogether'],
		{ user_id },
	],
	[smsForm({ options: { maxMessages: '' } }), ['Max Messages', 'emptyOption']],
	[smsForm({ options: { testRecipient: 'x' } }), ['Test Recipient', 'notAPhone']],
	[smsForm({ options: { dateFormat: 'DD/MM/YYYY' } }), ['Date Format', 'wrongFormat']],
];

const inJson = (...contacts: unknown[]) => contactForm(contactsInJson(contacts));
const custom = (field: IDataObject) =>
	contactForm(mapped({}, customFields({ name: 'room', value: '7' }, field)));
const CUSTOM = 'Custom Contact Fields 2';
const call = { headers: { cookie: 'session=1' }, params: {}, query: {} };
const addOne = 'Add one of: User ID, Email';
const contact = contactForm(automatic);
const ofContacts: Wrong[] = [
	[contactForm(mapped({})), ['Contact', 'emptyList']],
	[contactForm(mapped({ gender: 'x' })), ['Gender', 'notInList', '“x”']],
	[inJson({ user_id }, { gender: 'x' }), ['Contacts (JSON), 2, gender', 'notInList']],
	[
		contactForm(several({ userId: 'g' }, { additionalFields: { gender: '={{ "x" }}' } })),
		['Contacts 2, Gender', 'notInList'],
	],
	[
		contactForm(several({ userId: 'g' }, { additionalFields: { city: 'Sevilla' } })),
		['Contacts 2', 'unidentified', addOne],
	],
	[inJson({ room: 1 }), ['Contacts (JSON), 1', 'unidentified', 'Its fields are “room”']],
	[
		inJson({ ...call, body: { user_id } }),
		['Contacts (JSON), 1', 'unidentified', '{{ $json.body }}'],
	],
	[contact, ['Input Item', 'unidentified', '{{ $json.body }}'], { ...call, body: { user_id } }],
	[contact, ['Input Item', 'unidentified', 'choose Map Each Field'], { ...call, body: {} }],
	[
		contact,
		['Input Item', 'unidentified', 'Its fields are “Anschluss”'],
		{ Anschluss: '0170 1' },
	],
	[contactForm(mapped({ nickname: 'x' })), ['nickname', 'unknownColumn']],
	[
		contactForm({ ...automatic, otherKeys: 'custom' }),
		['Input Item, guest', 'notACustomField'],
		{ user_id, guest: { id: 1 } },
	],
	[
		contact,
		['Input Item, birthday', 'dateFormat', 'dd/MM/yyyy'],
		{ user_id, birthday: '03/04/1985' },
	],
	[contact, ['Input Item, birthday', 'futureDay'], { user_id, birthday: '2185-02-20' }],
	[
		contact,
		['Input Item, birthday', 'ambiguousDate', '1985-04-21'],
		{ user_id, birthday: '1985-04-22T02:30:00Z' },
	],
	[contact, ['Input Item, Sexo', 'notInList', 'mujer'], { user_id, Sexo: 'm' }],
	[
		contact,
		['Input Item, phone_number', 'otherCallingCode'],
		{ phone_countrycode: '+34', phone_number: '+447700900123' },
	],
	[contact, ['Input Item, phone_number', 'phoneLength'], { phone_number: '+4917012' }],
	[
		contactForm({ ...automatic, otherKeys: 'error' }),
		['Input Item, room', 'notAContactField'],
		{ user_id, room: 7 },
	],
	[custom({ name: 'floor', value: 'third', type: 'number' }), [CUSTOM, 'numberOutOfRange']],
	[custom({ name: ' ', value: 'sea view' }), [CUSTOM, 'withoutName']],
	[custom({ name: 'email', value: 'x@y.example' }), [CUSTOM, 'fieldAsCustomField', 'email']],
	[custom({ name: 'room', value: '2' }), [CUSTOM, 'fieldTwice']],
	[
		contactForm({
			...contactsInJson('={{ [{ user_id: "g", a: NaN }] }}'),
			otherKeys: 'custom',
		}),
		['Contacts (JSON), 1, a', 'notJson'],
	],
];

const stay = (more: IDataObject) => purchaseForm({ ...automatic, price: 10, ...more });
const hotel = (more: IDataObject) => ({
	resource: 'hotel',
	operation: 'create',
	uuid: 'h-1',
	name: 'Aurora',
	...more,
});
const TEXTS = 'Texts by Language';
const inTexts = (itemsJson: unknown) =>
	hotel({
		itemsFrom: 'json',
		itemsJson: typeof itemsJson === 'string' ? itemsJson : JSON.stringify(itemsJson),
	});
const ofOthers: Wrong[] = [
	[stay({ price: '={{ "12 €" }}', currency: 'GBP' }), ['Price', 'wrongFormat'], { user_id }],
	[stay({ price: '={{ "1.234" }}' }), ['Price', 'wrongFormat'], { user_id }],
	[stay({ additionalFields: { origin: '' } }), ['Origin', 'required'], { user_id }],
	[
		stay({ purchaseCustomFields: { field: [{ name: 'product_uuid', value: '1' }] } }),
		['Custom Purchase Fields 1', 'fieldAsCustomField'],
		{ user_id },
	],
	[
		stay({ status: '={{ "Paid in part" }}' }),
		['Status: “Paid in part” isn’t a known value', 'notInList', 'Unrecognized Status'],
		{ user_id },
	],
	[hotel({ items: { item: [] } }), [TEXTS, 'emptyList']],
	[inTexts([{ language: 'en', data: { text: ' ' } }]), [`${TEXTS} 1`, 'emptyList']],
	[
		inTexts([
			{ language: 'pt_BR', data: { text: 'a' } },
			{ language: 'pt_PT', data: { text: 'b' } },
		]),
		[`${TEXTS} 2`, 'secondLanguage'],
	],
	[inTexts('={{ $json.none }}'), [`${TEXTS} (JSON)`, 'required']],
	[
		inTexts([{ language: 'en', data: {}, description: 'x' }]),
		[`${TEXTS} (JSON), 1, description`, 'unknownKey'],
	],
	[
		hotel({
			items: { item: [{ language: 'en', data: { field: [{ name: '', value: 'x' }] } }] },
		}),
		[`${TEXTS} 1, Custom Fields 1`, 'withoutName'],
	],
];

/** Values of spreadsheets and exports, in the item's `v`. */
const none = (form: IDataObject, where: string, v: string): Wrong => {
	return [form, [where, 'noValue'], { user_id, v }];
};
const lost = { user_id, v: 'M\ufffdller' };
/** n8n parses it as the same number as …457. */
const id = Number('7061304407766123456');
const written = '7061304407766123456';
const joined = { 'Email;Phone;Code': 'a@x.example;+34600123456;R-1' };
const ofSources: Wrong[] = [
	none(contactForm(mapped({ user_id: FROM_ITEM })), 'User ID', 'n/a'),
	none(stay({ transactionCode: FROM_ITEM }), 'Booking or Order ID', ' NULL '),
	none(stay({ uuid: FROM_ITEM }), 'Room or Product ID', '#REF!'),
	none(smsForm({ phoneNumber: FROM_ITEM }), 'To', 'None'),
	none(pushForm({ recipientId: FROM_ITEM }), 'Device ID', '-'),
	none(pushForm({ appId: FROM_ITEM }), 'App ID', 'undefined'),
	none(
		hotel({ ...inTexts([{ language: 'en', data: { a: 'b' } }]), uuid: FROM_ITEM }),
		'Hotel UUID',
		'NaN',
	),
	none({ resource: 'bulkJob', operation: 'get', bulkId: FROM_ITEM }, 'Bulk Job ID', 'null'),
	[contact, ['Input Item, name_first', 'damagedText', 'Latin1'], { ...lost, name_first: lost.v }],
	[smsForm({ messageHolder: 'Dear %{v}' }), ['Input Item, v', 'damagedText'], lost],
	[smsForm({ messageHolder: '=Dear {{ $json.v }}' }), ['Message', 'damagedText'], lost],
	[inJson({ user_id, tags: [lost.v] }), ['Contacts', 'damagedText']],
	[contact, ['Input Item', 'wrongDelimiter', 'to ; in'], { 'Vorname;E-Mail': 'Ana;a@x.example' }],
	[contact, ['Input Item', 'wrongDelimiter', 'to \\t in'], { 'a\tb': '1\t2' }],
	[contactForm(mapped({ email: '={{ $json.Email }}' })), ['Contact', 'wrongDelimiter'], joined],
	[smsForm({ phoneNumber: '={{ $json.Phone }}' }), ['Input Item', 'wrongDelimiter'], joined],
	[
		stay({ transactionCode: '={{ $json.id }}' }),
		['Booking or Order ID', 'inexactNumber'],
		{ id },
	],
	[smsForm({ messageHolder: 'No. %{id}' }), ['Input Item, id', 'inexactNumber'], { id }],
	[contact, ['Input Item, Guest ID', 'inexactNumber'], { 'Guest ID': id }],
	[
		inTexts('={{ [{ language: "en", data: { id: $json.id } }] }}'),
		[`${TEXTS} (JSON), 1, data`, 'inexactNumber'],
		{ id },
	],
	[pushForm(jsonDeliveries(`[{ "device_id": ${written} }]`)), [LIST, 'inexactNumber', written]],
	[
		smsForm({ options: { body: `{ "a": [${written}] }` } }),
		['Additional Body Fields (JSON)', 'inexactNumber', written],
	],
];

const all: Record<string, Wrong[]> = {
	'a recipient': ofRecipients,
	'a text': ofTexts,
	'a contact': ofContacts,
	'a purchase or a hotel': ofOthers,
	'a file or an app': ofSources,
};

describe.each(Object.entries(all))('a wrong value of %s', (_, wrong) => {
	const node = new NodeRunner();
	const rows = wrong.map(([form, refusal, item = {}]) => ({
		title: refusal.join(', '),
		form,
		refusal,
		item,
	}));

	it.each(rows)('stops the run, and nothing is sent: $title', async ({ form, refusal, item }) => {
		await expectStopped(node, form, refusal, { items: [item] });
	});
});

describe('several wrong items', () => {
	const node = new NodeRunner(smsToGuests);
	const items = [...guests(1), { phone: 'x' }, {}, ...guests(1)];
	const notAPhone: Refusal = ['To', 'notAPhone', '“x”'];

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
