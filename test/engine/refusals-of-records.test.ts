import type { IDataObject } from 'n8n-workflow';
import {
	automatic,
	contactForm,
	contactsInJson,
	customFields,
	hotelForm,
	mapped,
	purchaseForm,
	several,
} from './import-forms';
import { jsonDeliveries, pushForm, smsForm } from './message-forms';
import { FROM_ITEM, refuses, type Wrong } from './one-wrong-item';

const user_id = 'g-1';
const inJson = (...contacts: unknown[]) => contactForm(contactsInJson(contacts));
const custom = (field: IDataObject) =>
	contactForm(mapped({}, customFields({ name: 'room', value: '7' }, field)));
const CUSTOM = 'Contact, Custom Contact Fields 2';
const call = { headers: { cookie: 'session=1' }, params: {}, query: {} };
const addOne = 'Add one of: User ID, Email';
const sms = (blacklisted: boolean) => ({ channel: 'sms', blacklisted });
const contact = contactForm(automatic);
const ofContacts: Wrong[] = [
	[contactForm(mapped({})), ['Contact', 'required']],
	[contactForm(mapped({ gender: 'x' })), ['Contact, Gender', 'notInList', '“x”']],
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
		['Contacts (JSON), 1', 'unidentified', 'Its fields are “headers”'],
	],
	[contact, ['Input Item', 'unidentified', 'choose Map Each Field'], { ...call, body: {} }],
	[
		contact,
		[
			'Input Item',
			'unidentified',
			'to {{ $json.body["guest list"] }}, or choose Map Each Field.',
		],
		{ ...call, body: { 'guest list': [{ user_id }] } },
		contactForm(contactsInJson('={{ $json.body["guest list"] }}')),
		user_id,
	],
	[
		contact,
		['Input Item', 'unidentified', 'and Contacts (JSON) to {{ $json.guest }}'],
		{ booking: 'R-1', guest: { user_id } },
		contactForm(contactsInJson('={{ $json.guest }}')),
		user_id,
	],
	[
		contact,
		['Input Item', 'headings', 'Keep one row of headings in the file, as its first row.'],
		{ 'User ID': 'User ID', Email: 'Email', Room: 'Room' },
	],
	[contactForm(mapped({ nickname: 'x' })), ['nickname', 'unknownKey']],
	[
		contactForm({ ...automatic, otherKeys: 'custom' }),
		['Input Item, guest', 'notACustomField', 'or set Unrecognized Fields to Leave Out.'],
		{ user_id, guest: { id: 1 } },
		contact,
		user_id,
	],
	[contact, ['Input Item, birthday', 'dateFormat'], { user_id, birthday: '13/04/1985' }],
	[contact, ['Input Item, Sexo', 'notInList', 'mujer'], { user_id, Sexo: 'm' }],
	[
		contact,
		[
			'Input Item: “Email Opt Out” and “Unsubscribed from all email” contradict each other',
			'contradictory',
			'List one of them under Columns to Leave Out.',
		],
		{ user_id, 'Email Opt Out': 'FALSE', 'Unsubscribed from all email': 'TRUE' },
	],
	[
		inJson({ user_id, channel_subscriptions: [sms(true), sms(false)] }),
		['Contacts (JSON), 1, channel_subscriptions: “sms” is in the list twice', 'fieldTwice'],
	],
	[
		contact,
		['Input Item, Phone', 'otherCallingCode', 'Correct the number or its Phone Country Code.'],
		{ Phone: '+49 151 12345678', 'Phone Country Code': '+34' },
	],
	[
		contactForm(contactsInJson('{ "user_id": "g-1", }')),
		['Contacts (JSON)', 'invalidJson', 'Check its quotes, commas and brackets.'],
		{},
		contactForm(contactsInJson('{ "user_id": "g-1" }')),
		user_id,
	],
	[custom({ name: ' ', value: 'sea view' }), [CUSTOM, 'withoutName']],
	[custom({ name: 'email', value: 'x@y.example' }), [CUSTOM, 'fieldAsCustomField', 'email']],
	[custom({ name: 'room', value: '2' }), [CUSTOM, 'fieldTwice']],
];

const stay = (more: IDataObject) => purchaseForm({ ...automatic, price: 10, ...more });
const TEXTS = 'Texts by Language';
const inTexts = (texts: IDataObject[]) => hotelForm({ itemsJson: JSON.stringify(texts) });
const ofOthers: Wrong[] = [
	[stay({ price: '={{ "12 €" }}', currency: 'GBP' }), ['Price', 'wrongFormat'], { user_id }],
	[stay({ additionalFields: { origin: '' } }), ['Origin', 'required'], { user_id }],
	[
		stay({ purchaseCustomFields: { field: [{ name: 'product_uuid', value: '1' }] } }),
		['Custom Purchase Fields 1', 'fieldAsCustomField'],
		{ user_id },
	],
	[hotelForm({ itemsFrom: 'fields', items: { item: [] } }), [TEXTS, 'required']],
	[inTexts([{ language: 'en', data: { text: ' ' } }]), [`${TEXTS} 1, Custom Fields`, 'required']],
	[
		inTexts([
			{ language: 'pt_BR', data: { text: 'a' } },
			{ language: 'pt_PT', data: { text: 'b' } },
		]),
		[`${TEXTS} 2: “pt” is in the list twice`, 'fieldTwice'],
	],
	[
		inTexts([{ language: 'en', data: {}, description: 'x' }]),
		[`${TEXTS} (JSON), 1, description`, 'unknownKey'],
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
	none(contactForm(mapped({ user_id: FROM_ITEM })), 'Contact, User ID', 'n/a'),
	none(stay({ transactionCode: FROM_ITEM }), 'Booking or Order ID', ' NULL '),
	none(stay({ uuid: FROM_ITEM }), 'Room or Product ID', '#REF!'),
	none(smsForm({ phoneNumber: FROM_ITEM }), 'To', 'None'),
	none(pushForm({ recipientId: FROM_ITEM }), 'Device ID', '-'),
	none(pushForm({ appId: FROM_ITEM }), 'App ID', 'undefined'),
	none(hotelForm({ uuid: FROM_ITEM }), 'Hotel UUID', 'NaN'),
	none({ resource: 'bulkJob', operation: 'get', bulkId: FROM_ITEM }, 'Bulk Job ID', 'null'),
	[
		contact,
		['Input Item, name_first', 'damagedText', 'UTF-8 or Latin1'],
		{ ...lost, name_first: lost.v },
	],
	[smsForm({ messageHolder: 'Dear %{v}' }), ['Input Item, v', 'damagedText'], lost],
	[contact, ['Input Item', 'unidentified', '“Email;Phone;Code”'], joined],
	[contactForm(mapped({ email: '={{ $json.Email }}' })), ['Contact', 'required'], joined],
	[smsForm({ phoneNumber: '={{ $json.Phone }}' }), ['To', 'emptyExpression', 'Email;Ph'], joined],
	[smsForm({ messageHolder: 'No. %{id}' }), ['Input Item, id', 'inexactNumber'], { id }],
	[
		pushForm(jsonDeliveries(`[{ "device_id": ${written} }]`)),
		['Recipients (JSON)', 'inexactNumber', written],
	],
];

describe('a wrong contact', () => refuses(ofContacts));
describe('a wrong purchase or hotel', () => refuses(ofOthers));
describe('a wrong value of a file or an app', () => refuses(ofSources));
