import type { IDataObject } from 'n8n-workflow';
import { valueHint } from '../../nodes/CrmMessaging/catalogue/values';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import {
	automatic,
	contactForm,
	contactsInJson,
	customFields,
	mapped,
	purchaseForm,
} from './import-forms';
import { hintsOf, pushForm, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, FROM_ITEM, type Refusal } from './one-wrong-item';
import { hintText } from './sentences';

const node = new NodeRunner();
const user_id = 'G-1';
const hotel = {
	resource: 'hotel',
	operation: 'create',
	name: 'Aurora',
	itemsFrom: 'json',
	itemsJson: '[{ "language": "en", "data": {} }]',
};

describe('a text that means the lack of a value', () => {
	it.each<[form: IDataObject, label: string]>([
		[contactForm(mapped({ user_id: FROM_ITEM })), 'User ID'],
		[purchaseForm({ ...automatic, transactionCode: FROM_ITEM }), 'Booking or Order ID'],
		[purchaseForm({ ...automatic, uuid: FROM_ITEM }), 'Room or Product ID'],
		[smsForm({ phoneNumber: FROM_ITEM }), 'To'],
		[pushForm({ recipientId: FROM_ITEM }), 'Device ID'],
		[pushForm({ appId: FROM_ITEM }), 'App ID'],
		[{ ...hotel, uuid: FROM_ITEM }, 'Hotel UUID'],
		[{ resource: 'bulkJob', operation: 'get', bulkId: FROM_ITEM }, 'Bulk Job ID'],
	])('is an error as an ID or recipient: %j', async (form, label) => {
		const words = ['n/a', ' NULL ', '#REF!', '-', '[object Object]'];
		for (const v of words)
			await expectStopped(node, form, [label, 'noValue'], { items: [{ v }] });
	});

	it('leaves out its field of a contact, with one hint that counts', async () => {
		const items = [
			{ user_id, Email: 'n/a', Phone: '-', Vorname: '#N/A', Nachname: 'Null', country: 'NA' },
			{ user_id: 'G-2', Email: 'None', Room: '#VALUE!', Allergies: 'none', tags: 'vip, n/a' },
		];
		const run = await node.run(contactForm(automatic), { items });
		expect(node.contacts).toEqual([
			{ user_id, name_last: 'Null', country: 'NA' },
			{ user_id: 'G-2', Allergies: 'none', tags: ['vip'] },
		]);
		const hint = valueHint.noValues({ count: 6, example: '“n/a” in Email (“Email”)' });
		expect(hintsOf(run)).toContain(hintText(hint));
	});

	it('is left out of each way to specify contacts, and of custom fields', async () => {
		const field = customFields({ name: 'room', value: '#N/A' }, { name: 'floor', value: '3' });
		for (const form of [
			mapped({ user_id, email: 'n/a' }, field),
			contactsInJson({ user_id, email: 'n/a', room: '#N/A', floor: '3' }),
		]) {
			node.service.reset();
			await node.run(contactForm(form));
			expect(node.contacts).toEqual([{ user_id, floor: '3' }]);
		}
	});

	it('isn’t an identifier that three contacts share', async () => {
		const items = ['n/a', 'N/A', '-'].map((v) => ({ user_id: v, name_first: 'Ana' }));
		const refusal: Refusal = ['User ID', 'noValue'];
		await expectLeftOut(node, contactForm(automatic), [{ user_id }, ...items], {
			1: refusal,
			2: refusal,
			3: refusal,
		});
	});
});

describe('the marks of spreadsheets', () => {
	it('are kept in a message', async () => {
		const text = "'Tis 👨\u200d👩\u200d👧 time";
		await node.run(smsForm({ messageHolder: text, phoneNumber: '+34600123456' }));
		expect(node.service.state.smsDeliveries).toMatchObject([{ text }]);
	});
});

describe('a file that was read with the wrong encoding', () => {
	const lost = 'M\ufffdller';

	it.each<[form: IDataObject, where: string]>([
		[contactForm(automatic), 'v'],
		[contactForm(mapped({ user_id, name_last: FROM_ITEM })), 'Last Name'],
		[smsForm({ phoneNumber: '+34600123456', messageHolder: '=Dear {{ $json.v }}' }), 'Message'],
		[smsForm({ phoneNumber: '+34600123456', messageHolder: 'Dear %{v}' }), 'Input Item, v'],
		[purchaseForm({ ...automatic, name: FROM_ITEM, transactionCode: FROM_ITEM }), 'Booking or'],
		[
			contactForm({ ...contactsInJson(`[{ "user_id": "1", "tags": ["${lost}"] }]`) }),
			'Contacts',
		],
	])('stops the run if letters were lost: %j', async (form, where) => {
		await expectStopped(node, form, [where, 'wrongEncoding', 'Latin1'], {
			items: [{ user_id, v: lost }],
		});
	});

	it('causes a hint if letters look wrong', async () => {
		const items = [{ user_id, name_first: 'JÃ¶rg', city: 'SÃO PAULO' }];
		const run = await node.run(contactForm(automatic), { items });
		expect(hintsOf(run)).toEqual([hintText(valueHint.misread({ value: '“JÃ¶rg”' }))]);
	});
});

describe('a file that was read with the wrong delimiter', () => {
	it.each<[item: IDataObject, delimiter: string]>([
		[{ 'Vorname;E-Mail': 'Ana;ana@x.example' }, ';'],
		[{ 'a\tb': '1\t2' }, '\\t'],
		[{ Nachname: 'Groß', ' Vorname;E-Mail': 'Ana;ana@x.example' }, ';'],
	])('stops the run: %j', async (item, delimiter) => {
		const refusal: Refusal = ['Input Item', 'wrongDelimiter', `Delimiter to ${delimiter} in`];
		await expectStopped(node, contactForm(automatic), refusal, { items: [item] });
	});

	it.each<[form: IDataObject, where: string]>([
		[contactForm(mapped({ email: '={{ $json.Email }}' })), 'Contact'],
		[smsForm({ phoneNumber: '={{ $json.Phone }}' }), 'Input Item'],
		[purchaseForm({ ...mapped({}), transactionCode: '={{ $json.Code }}' }), 'Input Item'],
	])('stops the run if no expression finds its value: %j', async (form, where) => {
		const refusal: Refusal = [where, 'wrongDelimiter', 'Delimiter to ; in'];
		const items = [{ 'Email;Phone;Code': 'a@x.example;+34600123456;R-1' }];
		await expectStopped(node, form, refusal, { items });
	});
});

describe('a column without a country code', () => {
	const spain = { options: { defaultCountryCode: '+44' } };

	it.each<[item: IDataObject, sent: IDataObject, form?: IDataObject]>([
		[{ phone_number: 'p:+447700900123' }, { phone: '+447700900123' }],
		[{ phone_number: '07700 900123' }, { phone: '+447700900123' }, spain],
		[
			{ phone_countrycode: '44', phone_number: '07700 900123' },
			{ phone_countrycode: '+44', phone_number: '7700900123' },
		],
	])('is a whole phone number unless one is next to it: %j', async (item, sent, ...[form]) => {
		await node.run(contactForm({ ...automatic, ...form }), { items: [item] });
		await node.run(contactForm({ ...contactsInJson(item), ...form }));
		expect(node.contacts).toEqual([sent, sent]);
	});

	it.each<[item: IDataObject, code: string]>([
		[{ phone_countrycode: '+34', phone_number: '+447700900123' }, 'otherCallingCode'],
		[{ phone_countrycode: '+34', phone_number: '60012' }, 'phoneLength'],
		[{ phone_number: '+4917012' }, 'phoneLength'],
	])('is checked as a phone number: %j', async (item, code) => {
		await expectStopped(node, contactForm(automatic), ['Phone Number', code], {
			items: [item],
		});
	});
});

describe('a column that shows who wants no messages', () => {
	const blacklisted = (...channels: string[]) =>
		channels.map((channel) => ({ channel, blacklisted: true }));

	it.each<[columns: IDataObject, channels: string[]]>([
		[{ EMAIL_BLACKLISTED: 'yes', SMS_BLACKLISTED: 'no' }, ['email']],
		[{ 'Email Opt out': 1, SMS_BLACKLISTED: true }, ['email', 'sms']],
		[{ 'Unsubscribed from email at': '2026-03-29 09:30:00' }, ['email']],
		[{ 'Accepts Email Marketing': 'no', 'Accepts SMS Marketing': 'yes' }, ['email']],
		[{ 'Email Status': 'Unsubscribed' }, ['email']],
	])('blacklists the channel: %j', async (columns, channels) => {
		const items = [{ user_id, ...columns }];
		await node.run(contactForm({ ...automatic, otherKeys: 'leaveOut' }), { items });
		expect(node.contacts).toEqual([
			{ user_id, channel_subscriptions: blacklisted(...channels) },
		]);
	});

	it('blacklists nothing if they may be written to', async () => {
		const items = [{ user_id, 'Email Opt out': 'no', 'Unsubscribe link': 'https://x.example' }];
		await node.run(contactForm({ ...automatic, otherKeys: 'leaveOut' }), { items });
		expect(node.contacts).toEqual([{ user_id }]);
	});

	it.each<IDataObject>([{ unsubscribed: 'true' }, { Status: 'unsubscribed' }])(
		'causes a danger hint if the channel is missing: %j',
		async (columns) => {
			const items = [{ user_id, ...columns }];
			const run = await node.run(contactForm(automatic), { items });
			const hint = contactHint.unclearOptOut({ list: `“${Object.keys(columns)[0]}”` });
			expect(run.hints).toContainEqual(
				expect.objectContaining({ message: hintText(hint), type: 'danger' }),
			);
		},
	);
});

describe('a row that isn’t a contact', () => {
	it('is skipped with a hint if it repeats the headings or has totals', async () => {
		const items = [
			{ Name: 'Groß, Anna', Email: 'a@x.example', Nights: 2 },
			{ Name: 'NAME', Email: 'Email', Nights: 'Nights' },
			{ Name: 'Total', Email: 'b@x.example', Nights: 3 },
			{ Name: 'Total:', Email: '', Nights: '5' },
			{ Name: 'name', Email: 'Email', Nights: 'Nights' },
		];
		const run = await node.run(contactForm(automatic), { items });
		expect(node.contacts.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3], [4]]);
		const skipped = run.output.map(({ json }) => json.skipped);
		expect(skipped).toEqual([undefined, 'headings', undefined, 'totals', 'headings']);
		for (const rows of ['2 rows of headings (items 1, 4)', '1 row of totals (item 3)']) {
			expect(hintsOf(run)).toContain(hintText(contactHint.skippedRows({ rows })));
		}
	});

	it('loses the keys that n8n’s triggers add', async () => {
		const added = { row_number: 2, submittedAt: '2026-03-29', formMode: 'production' };
		await node.run(contactForm(automatic), { items: [{ user_id, ...added }] });
		expect(node.contacts).toEqual([{ user_id }]);
	});
});

describe('one ID with different values in a run', () => {
	const twice: Array<[form: IDataObject, items: IDataObject[], found: string | undefined]> = [
		[
			purchaseForm({ ...automatic, otherKeys: 'leaveOut', price: '={{ $json.price }}' }),
			[
				{ user_id, price: 1 },
				{ user_id, price: 2 },
			],
			'1 booking (R-1 in items 0–1)',
		],
		[
			purchaseForm({ ...automatic, otherKeys: 'leaveOut' }),
			[{ user_id }, { user_id: 'G-2' }],
			undefined,
		],
		[
			{ ...hotel, uuid: 'h-1', name: '={{ $json.name }}' },
			[{ name: 'Aurora' }, { name: 'Borealis' }],
			'1 hotel (h-1 in items 0–1)',
		],
	];

	it.each(twice)('causes a danger hint: %j with %j', async (form, items, found) => {
		const hint: Sentence | undefined = found ? contactHint.overwritten({ found }) : undefined;
		for (const options of [{}, { preview: 'requests' }]) {
			const { hints } = await node.run({ ...form, options }, { items });
			const dangers = hints.filter(({ type }) => type === 'danger');
			expect(dangers.map(({ message }) => message)).toEqual(hint ? [hintText(hint)] : []);
		}
	});
});

it('a status outside the list is sent as it is, if chosen so', async () => {
	const form = purchaseForm({ ...automatic, status: '={{ "Paid in part" }}' });
	const options = { unrecognizedStatus: 'send' };
	await node.run({ ...form, options }, { items: [{ user_id }] });
	expect(node.bodies).toMatchObject([{ purchase: { status: 'Paid in part' } }]);
});

it('a custom field named twice is refused', async () => {
	const twice = customFields({ name: 'room', value: '1' }, { name: 'room', value: '2' });
	const refusal: Refusal = ['Custom Contact Fields 2', 'fieldTwice'];
	await expectStopped(node, contactForm(mapped({ user_id }, twice)), refusal);
});
