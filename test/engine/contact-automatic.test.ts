import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { valueHint } from '../../nodes/CrmMessaging/catalogue/values';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';

import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { automatic, contactForm, mapped } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';
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

	type Reading = [item: IDataObject, sent: IDataObject, hint?: Sentence];
	const asItIs = (item: IDataObject, hint?: Sentence): Reading => [item, item, hint];

	it.each<Reading>([
		[
			{ Phone: '+34910123456', 'Mobil-Nr.': mobile },
			{ phone: mobile },
			differs('Mobil-Nr.', 'Phone'),
		],
		[
			{ work_email: 'b@x.es', email: 'a@x.es' },
			{ email: 'a@x.es' },
			differs('email', 'work_email', 'Email'),
		],
		[{ Handy: mobile, Mobile: '+34600123456' }, { phone: mobile }, differs('Handy', 'Mobile')],
		[{ Email: 'n/a', 'Email 2': 'a@x.es' }, { email: 'a@x.es' }],
		[
			{ user_id, Name: 'Müller, Anna Maria' },
			{ user_id, name_last: 'Müller', name_first: 'Anna Maria' },
			contactHint.readAs({
				list: '“Name” as Last Name and First Name (split at its comma)',
			}),
		],
		...[
			'Gómez, Ana, Sevilla',
			'Huber, Anna und Peter',
			'Hotel Aurora, Palma',
			'Aurora, GmbH',
		].map((Name) => asItIs({ user_id, Name }, notAName)),
		asItIs({ user_id, name_first: 'Ana', Name: 'Gómez, Anna' }, lastNameOnly),
		asItIs({ user_id, Kontakt: 'a@x.example' }, notRead),
		asItIs({ user_id, ...others }),
	])('%j is sent as %j', async (item, sent, ...[hint]) => {
		const run = await node.run({}, { items: [item] });
		expect(node.contacts).toEqual([sent]);
		const usual = /^(Map Automatically read|Custom fields)/;
		const expected = hint ? [hintText(hint)] : [];
		const isOther = (text: string) => !usual.test(text) || expected.includes(text);
		expect(hintsOf(run).filter(isOther)).toEqual(expected);
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

	const call = { headers: { cookie: 'session=1' }, params: {}, query: {} };
	const inItem = (code: string, words: string): Refusal => ['Input Item', code, words];

	it.each<[item: IDataObject, refusal: Refusal]>([
		[{ ...call, body: { user_id } }, inItem('notAContact', '{{ $json.body }}')],
		[
			{ ...call, body: { origin: 'pms', contacts: [{ user_id }] } },
			inItem('notAContact', '{{ $json.body.contacts }}'),
		],
		[{ Anschluss: '0170 1234567' }, inItem('unidentified', '“Anschluss” holds phone numbers')],
	])('%j is rejected, with advice', async (item, refusal) => {
		await expectStopped(node, {}, refusal, { items: [{ user_id: '0' }, item], item: 1 });
	});
});
