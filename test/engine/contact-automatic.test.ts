import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { valueHint } from '../../nodes/CrmMessaging/catalogue/values';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { automatic, contactForm, mapped } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';

describe('an input item that is mapped automatically', () => {
	const node = new NodeRunner(contactForm(automatic));

	it('is read by its spreadsheet headings, which hints list', async () => {
		const items = [
			{ 'First Name': 'Ana', 'E-mail': 'ana@x.example', 'Guest ID': 17, Room: 'sea view' },
			{ Vorname: 'Jörg', Nachname: 'Groß', Handynummer: '0151 12345678', 'E-mail': '' },
		];
		const run = await node.run({ options: { defaultCountryCode: '49' } }, { items });
		expect(node.contacts).toEqual([
			{ name_first: 'Ana', email: 'ana@x.example', user_id: '17', Room: 'sea view' },
			{ name_first: 'Jörg', name_last: 'Groß', phone: '+4915112345678' },
		]);
		const columns =
			'“First Name” as First Name, “E-mail” as Email, “Guest ID” as User ID, “Vorname” as First Name, “Nachname” as Last Name, “Handynummer” as Phone';
		const completed = '“0151 12345678” to +4915112345678';
		expect(hintsOf(run)).toEqual([
			hintText(contactHint.readAs({ list: columns })),
			hintText(contactHint.sentAsCustom({ list: '“Room”' })),
			hintText(valueHint.phonesCompleted({ count: 1, example: completed })),
		]);
	});

	it('is previewed with the field of each column, and nothing is sent', async () => {
		const items = [
			{ Vorname: 'Jörg', 'E-mail': '', Mail: 'j@x.example', Zimmer: 'sea view' },
			{ Name: 'Groß, Anna', Phone: '+493012345678', Mobile: '+4915112345678' },
		];
		const run = await node.run({ options: { preview: 'contacts' } }, { items });
		expect(node.service.requests).toEqual([]);
		expect(run.output.map(({ json }) => json)).toEqual([
			{
				contact: { name_first: 'Jörg', email: 'j@x.example', Zimmer: 'sea view' },
				columns: {
					Vorname: 'First Name',
					'E-mail': 'left out, because it’s empty',
					Mail: 'Email',
					Zimmer: 'a custom field',
				},
			},
			{
				contact: { name_last: 'Groß', name_first: 'Anna', phone: '+4915112345678' },
				columns: {
					Name: 'Last Name and First Name',
					Phone: 'not used, “Mobile” is Phone',
					Mobile: 'Phone',
				},
			},
		]);
		expect(hintsOf(run)).toContain(hintText(runHint.preview({ total: '2 contacts' })));
	});

	const differs = (used: string, other: string, label = 'Phone') =>
		contactHint.otherColumn({ column: used, other, label });
	const notRead = contactHint.columnNotRead({
		column: 'Kontakt',
		kind: 'email addresses',
		label: 'Email',
	});
	const notAName = contactHint.notAName({ column: 'Name', labels: 'First Name and Last Name' });
	const lastNameOnly = contactHint.notAName({ column: 'Name', labels: 'Last Name' });
	const mobile = '+34600123457';
	const user_id = '1';

	/** Texts that only look like phone numbers. */
	const others = {
		Arrival: '2026-12-24',
		Until: '24.12.26 - 31.12.26',
		Total: '1.234,50',
		Time: '09:30',
		Range: '12345-6789',
		Booking: '3123456789',
		Ref: 4917012345678,
	};

	type Reading = [what: string, item: IDataObject, sent: IDataObject, hint?: Sentence];
	const asItIs = (what: string, item: IDataObject, hint?: Sentence): Reading => {
		return [what, item, item, hint];
	};
	const notNames = ['Gómez, Ana, Sevilla', 'Huber, Anna und Peter', 'Hotel Aurora, Palma'];
	const split = contactHint.readAs({
		list: '“Name” as Last Name and First Name (split at its comma)',
	});
	const added = { row_number: 2, submittedAt: '2026-03-29', formMode: 'production' };

	it.each<Reading>([
		[
			'a mobile number, next to another one',
			{ Phone: '+34910123456', 'Mobil-Nr.': mobile },
			{ phone: mobile },
			differs('Mobil-Nr.', 'Phone'),
		],
		[
			'the surer of two columns',
			{ work_email: 'b@x.es', email: 'a@x.es' },
			{ email: 'a@x.es' },
			differs('email', 'work_email', 'Email'),
		],
		[
			'the first of two equal columns',
			{ Handy: mobile, Mobile: '+34600123456' },
			{ phone: mobile },
			differs('Handy', 'Mobile'),
		],
		[
			'the only column with a value',
			{ Email: 'n/a', 'Email 2': 'a@x.es' },
			{ email: 'a@x.es' },
		],
		[
			'a whole name with a comma',
			{ user_id, Name: 'Müller, Anna Maria' },
			{ user_id, name_last: 'Müller', name_first: 'Anna Maria' },
			split,
		],
		...[...notNames, 'Aurora, GmbH'].map((Name) =>
			asItIs(`no name: ${Name}`, { user_id, Name }, notAName),
		),
		asItIs('a last name', { user_id, name_first: 'A', Name: 'Gómez, Anna' }, lastNameOnly),
		asItIs('an unknown column of addresses', { user_id, Kontakt: 'a@x.example' }, notRead),
		asItIs('texts that look like phones', { user_id, ...others }),
		['without the keys of n8n’s triggers', { user_id, ...added }, { user_id }],
		[
			'a whole number in a column without a country code',
			{ phone_number: 'p:+447700900123' },
			{ phone: '+447700900123' },
		],
		[
			'a number that the default country code completes',
			{ phone_number: '07700 900123' },
			{ phone: '+447700900123' },
		],
		[
			'a number next to its country code',
			{ phone_countrycode: '44', phone_number: '07700 900123' },
			{ phone_countrycode: '+44', phone_number: '7700900123' },
		],
	])('is sent as %s', async (_, item, sent, ...[hint]) => {
		const run = await node.run({ options: { defaultCountryCode: '+44' } }, { items: [item] });
		expect(node.contacts).toEqual([sent]);
		const usual = /^(Map Automatically read|Custom fields|Phone numbers)/;
		const expected = hint ? [hintText(hint)] : [];
		const isOther = (text: string) => !usual.test(text) || expected.includes(text);
		expect(hintsOf(run).filter(isOther)).toEqual(expected);
	});

	it.each<[columns: IDataObject, ...channels: string[]]>([
		[{ EMAIL_BLACKLISTED: 'yes', SMS_BLACKLISTED: 'no' }, 'email'],
		[{ 'Email Opt out': 1, SMS_BLACKLISTED: true }, 'email', 'sms'],
		[{ 'Unsubscribed from email at': '2026-03-29 09:30:00' }, 'email'],
		[{ 'Accepts Email Marketing': 'no', 'Accepts SMS Marketing': 'yes' }, 'email'],
		[{ 'Email Status': 'Unsubscribed' }, 'email'],
		[{ 'Email Opt out': 'no', 'Unsubscribe link': 'https://x.example' }],
	])('is blacklisted as its columns ask (%#)', async (columns, ...channels) => {
		await node.run({ otherKeys: 'leaveOut' }, { items: [{ user_id, ...columns }] });
		const blacklisted = channels.map((channel) => ({ channel, blacklisted: true }));
		const channel_subscriptions = channels.length > 0 ? blacklisted : undefined;
		expect(node.contacts).toEqual([{ user_id, channel_subscriptions }]);
	});

	it('lacks values that mean their lack, with one hint that counts', async () => {
		const items = [
			{ user_id, Email: 'n/a', Phone: '-', Vorname: '#N/A', Nachname: 'Null', country: 'NA' },
			{ user_id: '2', Email: 'None', Room: '#VALUE!', Allergies: 'none', tags: 'vip, n/a' },
		];
		const run = await node.run({}, { items });
		expect(node.contacts).toEqual([
			{ user_id, name_last: 'Null', country: 'NA' },
			{ user_id: '2', Allergies: 'none', tags: ['vip'] },
		]);
		const hint = valueHint.noValues({ count: 6, example: '“n/a” in Email (“Email”)' });
		expect(hintsOf(run)).toContain(hintText(hint));
	});

	it('is skipped with a hint if it repeats the headings or has totals', async () => {
		const items = [
			{ Name: 'Groß, Anna', Email: 'a@x.example', Nights: 2 },
			{ Name: 'NAME', Email: 'Email', Nights: 'Nights' },
			{ Name: 'Total', Email: 'b@x.example', Nights: 3 },
			{ Name: 'Total:', Email: '', Nights: '5' },
			{ Name: 'name', Email: 'Email', Nights: 'Nights' },
		];
		const run = await node.run({}, { items });
		expect(node.contacts.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3], [4]]);
		const skipped = [undefined, 'headings', undefined, 'totals', 'headings'];
		expect(run.output.map(({ json }) => json.skipped)).toEqual(skipped);
		for (const rows of ['2 rows of headings (items 1, 4)', '1 row of totals (item 3)']) {
			expect(hintsOf(run)).toContain(hintText(contactHint.skippedRows({ rows })));
		}
	});

	const empty: IDataObject[] = [
		{},
		{ Email: '', Name: null },
		{ Email: ' \t', tags: ['', null] },
		{ row_number: 7, Email: '' },
	];
	const emptyHint = (rows: string) => [hintText(contactHint.skippedRows({ rows }))];

	it('is skipped if it’s empty, and a hint counts the empty rows', async () => {
		const items = [{ user_id: 'a' }, ...empty, { user_id: 'b' }];
		const hint = emptyHint('4 empty rows (items 1–4)');
		const run = await node.run({}, { items });
		expect(node.contacts).toEqual([{ user_id: 'a' }, { user_id: 'b' }]);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		const skipped = { bulk_id: null, skipped: 'empty' };
		expect(run.output.slice(1, 5).map(({ json }) => json)).toEqual(empty.map(() => skipped));
		expect(hintsOf(run)).toEqual(hint);

		const jobs = await node.run({ options: { output: 'bulkJob' } }, { items });
		expect(linksOf(jobs.output)).toEqual([[0, 5]]);
		expect(hintsOf(jobs)).toEqual(hint);

		node.service.reset();
		const none = await node.run({}, { items: empty });
		expect(hintsOf(none)).toEqual(emptyHint('4 empty rows (items 0–3)'));
		expect(node.sent).toEqual([]);
	});

	it('is also skipped if it’s empty with Map Each Field', async () => {
		const form = mapped({ email: '={{ $json.Email }}', language: 'es' });
		const run = await node.run(form, { items: [{ Email: 'a@x.example' }, { Email: '' }] });
		expect(node.contacts).toEqual([{ email: 'a@x.example', language: 'es' }]);
		expect(hintsOf(run)).toEqual(emptyHint('1 empty row (item 1)'));
	});
});
