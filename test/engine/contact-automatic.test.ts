import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson, mapped } from './import-forms';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';

const user_id = 'g-1';
const mobile = '+34600123457';

/** The ways in whose keys are names: each item is a contact, or holds one as JSON. */
const ways: Array<[way: string, form: IDataObject]> = [
	['Map Automatically', automatic],
	['JSON', contactsInJson('={{ $json }}')],
];

describe.each(ways)('a contact by %s', (_, form) => {
	const node = new NodeRunner(contactForm(form));

	it('is read by usual names, and hints name the columns that are left out', async () => {
		const items = [
			{ 'First Name': 'Ana', 'E-mail': 'ana@x.example', 'Guest ID': 17, Room: 'sea view' },
			{ Vorname: 'Jörg', Nachname: 'Groß', Handynummer: '0151 12345678', password_hash: 'x' },
		];
		const run = await node.run({ options: { defaultCountryCode: '49' } }, { items });
		expect(node.contacts).toEqual([
			{ name_first: 'Ana', email: 'ana@x.example', user_id: '17' },
			{ name_first: 'Jörg', name_last: 'Groß', phone: '+4915112345678' },
		]);
		expect(hintsOf(run)).toEqual([
			'Columns and keys left out: “Room”, “password_hash”. To send one, rename it, choose Map Each Field, or set Unrecognized Fields to Send as Custom Fields.',
			'Phone numbers completed with Default Country Code: 1, for example “0151 12345678” to +4915112345678. If one is from another country, write it with + and its code.',
		]);
	});

	it.each<[what: string, item: IDataObject, sent: IDataObject, hint?: string]>([
		[
			'a mobile number, next to another one',
			{ Phone: '+34910123456', 'Mobil-Nr.': mobile },
			{ phone: mobile },
			'“Phone” (“Mobil-Nr.” is Phone)',
		],
		['one of two equal columns', { Phone: mobile, Mobile: mobile }, { phone: mobile }],
		['the only column with a value', { 'E-Mail': 'n/a', Mail: 'a@x.es' }, { email: 'a@x.es' }],
		[
			'a whole number in a column without a country code',
			{ 'Phone Number': '07400 123456' },
			{ phone: '+447400123456' },
		],
		[
			'a number next to its country code',
			{ 'Phone Country Code': '44', phoneNumber: '07400 123456' },
			{ phone_countrycode: '+44', phone_number: '7400123456' },
		],
		[
			'a mobile number next to a whole number',
			{ Mobile: mobile, 'Phone Number': '+34910123456' },
			{ phone: mobile },
			'“Phone Number” (Phone has a value)',
		],
		[
			'nothing that triggers add',
			{ user_id, row_number: 2, submittedAt: '2026-03-29', formMode: 'production' },
			{ user_id },
		],
		[
			'nothing that this package adds',
			{ user_id, _id: 'c', bulk_id: 'b', valid: true, reason: null, callback: { unsub: 1 } },
			{ user_id },
		],
		['no text, unless it’s the account’s own', { user_id, text: 'Hi' }, { user_id }, '“text”'],
	])('is sent with %s', async (__, item, sent, ...[hint]) => {
		const run = await node.run({ options: { defaultCountryCode: '+44' } }, { items: [item] });
		expect(run.error?.message).toBeUndefined();
		expect(node.contacts).toEqual([sent]);
		const others = hintsOf(run).filter((text) => !text.startsWith('Phone numbers '));
		expect(others).toEqual(hint ? [expect.stringContaining(hint)] : []);
	});

	it.each<[columns: IDataObject, ...channels: string[]]>([
		[{ 'Email Opt out': 1, sms_blacklisted: true }, 'email', 'sms'],
		[{ emailOptOut: 'false', push_opt_out: 'ja' }, 'push'],
		[{ push_opt_out: ['yes'], 'Push Blacklisted': 'yes' }, 'push'],
	])('is blacklisted as its opt-out columns ask (%#)', async (columns, ...channels) => {
		await node.run({}, { items: [{ user_id, ...columns }] });
		const blacklisted = channels.map((channel) => ({ channel, blacklisted: true }));
		expect(node.contacts).toEqual([{ user_id, channel_subscriptions: blacklisted }]);
	});

	/** As docs/contacts.md shows it for a column that agrees. */
	const unless = (path: string) => `!/^(yes|true|1)$/i.test(${path})`;
	const consents: Array<[consent: IDataObject, map: string, columns?: string]> = [
		[{ unsubscribed: 'TRUE' }, '$json.unsubscribed'],
		[{ 'Do Not Contact': '2024-01-05' }, '$json["Do Not Contact"] !== ""'],
		[{ Newsletter: 'nein' }, unless('$json.Newsletter')],
		[{ acceptsMarketing: '' }, unless('$json.acceptsMarketing')],
		[{ 'Consent revoked': 'yes' }, '$json["Consent revoked"]'],
		[{ 'Ja, Newsletter': 'no' }, unless('$json["Ja, Newsletter"]'), '"JA, NEWSLETTER"'],
		[{ '[Werbung] Post': 'no' }, unless('$json["[Werbung] Post"]'), '"[WERBUNG] POST"'],
		[{ guest: { unsubscribed: true } }, '$json.guest.unsubscribed', 'GUEST.UNSUBSCRIBED'],
		[{ lists: [{ unsub: 'x' }] }, '$json.lists.some(({ unsub }) => unsub)', 'LISTS.UNSUB'],
		[{ consent: { state: 'no' } }, unless('$json.consent.state')],
		[{ Bounced: 1, no_sms: 'x' }, '$json.Bounced', 'BOUNCED, NO_SMS'],
	];
	it.each(consents)(
		'that may want no messages stops the run, until it’s said: %j',
		async (consent, map, ...[own]) => {
			const columns = own ?? Object.keys(consent)[0]!.toUpperCase();
			const isFlat = Object.values(consent).every((value) => typeof value !== 'object');
			const items = [{ user_id, ...consent }];
			for (const otherKeys of ['leaveOut', isFlat ? 'custom' : 'leaveOut']) {
				const { error } = await node.run({ otherKeys }, { items, onError: 'stopWorkflow' });
				expect(error?.message.toUpperCase()).toContain(
					`: THESE COLUMNS MAY SHOW WHO DOESN’T WANT MESSAGES: ${columns} [ITEM 0]`,
				);
				expect(error?.description).toBe(
					'Map each to an Opt-Out field with Map Each Field, as true for those who refuse. Or list it under Columns to Leave Out. This run sent nothing.',
				);
			}
			expect(node.service.requests).toEqual([]);
			await node.run({ options: { columnsToLeaveOut: columns } }, { items });
			await node.run(mapped({ user_id, email_opt_out: `={{ ${map} }}` }), { items });
			const channel_subscriptions = [{ channel: 'email', blacklisted: true }];
			expect(node.contacts).toEqual([{ user_id }, { user_id, channel_subscriptions }]);
		},
	);

	it('isn’t left out with another long question that begins alike', async () => {
		const [room, unsubscribe] = ['which room', 'unsubscribe'].map(
			(end) => `${'About your stay with us '.repeat(6)}${end}`,
		) as [string, string];
		const items = [{ user_id, [room]: 'x', [unsubscribe]: 'yes' }];
		const { error } = await node.run({ options: { columnsToLeaveOut: room } }, { items });
		expect(error?.message).toContain(`who doesn’t want messages: ${unsubscribe}`);
	});

	it.each<IDataObject>([
		{ unsubscribed: 'no', Bounced: 0 },
		{ unsubscribed: '', Bounced: null },
		{ unsubscribed: [], Bounced: [false] },
		{ Newsletter: 'ja' },
		{ Newsletter: true },
	])('that plainly wants messages is sent: %j', async (consent) => {
		const run = await node.run({}, { items: [{ user_id, ...consent }] });
		expect(run.error?.message).toBeUndefined();
		expect(node.contacts).toEqual([{ user_id }]);
	});

	it('has the field of another column if a person lists the one that was used', async () => {
		const items = [{ Mobile: mobile, Phone: '+34910123456' }];
		await node.run({ options: { columnsToLeaveOut: 'mobile' } }, { items });
		expect(node.contacts).toEqual([{ phone: '+34910123456' }]);
	});

	it('is sent with other keys as custom fields, or stops, as chosen', async () => {
		const items = [{ user_id, room: 7, Stay: 'sea view', list: [1, 'two'] }];
		await node.run({ otherKeys: 'custom' }, { items });
		expect(node.contacts).toEqual(items);
		const { error } = await node.run({ otherKeys: 'error' }, { items });
		expect(error?.message).toContain('room isn’t a field of a contact [item 0]');
	});
});

describe('an input item that is mapped automatically', () => {
	const node = new NodeRunner(contactForm(automatic));

	it('is previewed with the use of each column, and nothing is sent', async () => {
		const names = { Vorname: 'Jörg', Zimmer: 'sea view', row_number: 2, 'E-mail': '' };
		const items = [{ ...names, Phone: '+493012345678', Mobile: '+4915112345678' }];
		const run = await node.run({ options: { preview: 'contacts' } }, { items });
		expect(node.service.requests).toEqual([]);
		expect(run.output.map(({ json }) => json)).toEqual([
			{
				contact: { name_first: 'Jörg', phone: '+4915112345678' },
				columns: {
					Vorname: 'First Name',
					Zimmer: 'left out',
					'E-mail': 'left out, because it’s empty',
					Phone: 'not used, “Mobile” is Phone',
					Mobile: 'Phone',
				},
				skipped: 'preview',
			},
		]);
	});

	it('can be saved again after it was saved, texted or refused, with the same columns', async () => {
		const items = [{ user_id, email: 'a@x.es' }, { 'E-Mail': '' }];
		const once = await node.run({}, { items });
		const saved = once.output.map(({ json }) => json);
		const error = { node: 'Node under test', outcome: 'notSent', code: 'busy' };
		expect(saved).toMatchObject([
			{ bulk_id: expect.any(String) as string },
			{ skipped: 'empty' },
		]);
		for (const otherKeys of ['leaveOut', 'custom', 'error']) {
			node.service.reset();
			const again = await node.run({ otherKeys }, { items: saved });
			expect([again.error?.message, node.contacts]).toEqual([undefined, [items[0]]]);
			expect(hintsOf(again)).toEqual([expect.stringMatching(/^Skipped 1 empty row/)]);
			const texted = { phone: mobile, text: 'Hi', valid: true, delivery_id: 'd', error };
			const after = await node.run({ otherKeys }, { items: [texted] });
			expect([after.error?.message, hintsOf(after)]).toEqual([undefined, []]);
			expect(node.contacts.at(-1)).toEqual({ phone: mobile });
		}
	});

	it.each<unknown>(['busy', { node: 'A' }, { outcome: 'notSent' }, { node: 'A', outcome: 1 }])(
		'has an error that isn’t of a node as a column of its own: %j',
		async (error) => {
			const items = [{ user_id, error } as IDataObject];
			const run = await node.run({ otherKeys: 'error' }, { items });
			expect(run.error?.message).toBe(
				'Input Item, error isn’t a field of a contact [item 0]',
			);
		},
	);

	it('is a contact whatever it is called, since only empty rows are skipped', async () => {
		const items = [
			{ Vorname: 'Total', Nachname: 'Energies', 'E-Mail': 'total@x.example' },
			...[{}, { Email: ' \t', tags: ['', null] }, { row_number: 7, Email: '' }],
			{ user_id: 'b' },
		] as IDataObject[];
		const run = await node.run({}, { items });
		expect(node.contacts.map(({ name_first, user_id: id }) => name_first ?? id)).toEqual([
			'Total',
			'b',
		]);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		expect(run.output[2]!.json).toEqual({ bulk_id: null, skipped: 'empty' });
		const hint =
			'Skipped 3 empty rows (items 1–3). If that’s wrong, add an email, a phone or a name.';
		expect(hintsOf(run)).toEqual([hint]);
		const jobs = await node.run({ options: { output: 'bulkJob' } }, { items });
		expect([linksOf(jobs.output), hintsOf(jobs)]).toEqual([[[0, 4]], [hint]]);
		const form = mapped({ email: '={{ $json.Email }}', language: 'es' });
		const each = await node.run(form, { items: [{ Email: 'a@x.example' }, { Email: '' }] });
		expect(hintsOf(each)).toEqual([expect.stringMatching(/^Skipped 1 empty row \(item 1\)/)]);
	});

	it('is wrong if it lacks a column in which others agree, and is alone not sent', async () => {
		const items = [{ user_id, Newsletter: 'yes' }, { user_id: 'g-2' }, {}];
		const run = await node.run({}, { items, onError: 'continueErrorOutput' });
		expect(node.contacts).toEqual([{ user_id }]);
		expect(errorsIn(run.errorOutput)).toMatchObject([
			{ code: 'unclearConsent', outcome: 'notSent' },
		]);
	});
});
