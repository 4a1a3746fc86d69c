import type { IDataObject } from 'n8n-workflow';
import {
	messageHint,
	placeholderAdvice,
	wrongMessage,
} from '../../nodes/CrmMessaging/catalogue/messages';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import {
	expressionAdvice,
	textHint,
	textWarning,
	wrongText,
} from '../../nodes/CrmMessaging/catalogue/texts';
import { contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	placeholderValues,
	pushForm,
	recipients,
} from './message-forms';
import { NodeRunner } from './node-runner';
import { expectLeftOut, expectStopped, type Refusal } from './one-wrong-item';
import { hintText, inField } from './sentences';
import { expectAllStopped, message, named, namedGuests, sms } from './text-forms';

const node = new NodeRunner();
const items = namedGuests;
const previewed = { options: { preview: 'messages' } };
const stops = async (form: IDataObject, sentence: Sentence, own?: IDataObject[]) =>
	await expectAllStopped(node, form, sentence, own);
/** Expects the only hint of a run, and its importance. */
const expectHint = async (form: IDataObject, own: IDataObject[], sentence: Sentence) => {
	const { hints } = await node.run(form, { items: own });
	expect(hints).toMatchObject([{ message: hintText(sentence), type: sentence.weight }]);
};
/** The warnings of each item in a preview. */
const warningsOf = async (form: IDataObject, own: IDataObject[]) => {
	const { output } = await node.run({ ...form, ...previewed }, { items: own });
	return output.map(({ json }) => json.warnings);
};

describe('an expression that is undefined for every item', () => {
	const isUndefined = (where: string, code: string, way: string) =>
		inField(where, wrongText.undefinedExpression({ code, advice: way }));
	const meant = (where: string, code: string, near: string) =>
		isUndefined(where, code, expressionAdvice.meant({ code: near }));

	it.each([
		['$json.stay.rom', '$json.stay.room'],
		['$json.sty.room', '$json.stay.room'],
		['$json.room', '$json.stay.room'],
		['$json.stay.vorname', '$json.Vorname'],
		['$json.stay?.rom', '$json.stay.room'],
		['Vorname', '$json.Vorname'],
		['json.Vorname', '$json.Vorname'],
		['vorname', '$json.Vorname'],
		['$json[Vorname]', '$json.Vorname'],
		["$json['Vornme'].trim()", '$json.Vorname'],
		["$json.Vornme.replace('a', '')", '$json.Vorname'],
		['`${$json.Vornme}`.length > 99 ? 1 : undefined', '$json.Vorname'],
		["$('Input').item.json.Vornme", '$json.Vorname'],
		["$('Input').first().json.Vornme.trim()", '$json.Vorname'],
		['$input.item.json.Vornme', '$json.Vorname'],
	])('stops the run, with the closest name: %s', async (code, near) => {
		await stops(message(`=A {{ ${code} }}`), meant('Message', code, near));
		await stops(message(`={{ ${code} }}`), meant('Message', code, near));
	});

	it('stops the run with the fields, or with a word about functions', async () => {
		const fields = expressionAdvice.fields({ names: 'phone, Vorname, stay, first name' });
		await stops(message('=A {{ $json.x }}'), isUndefined('Message', '$json.x', fields));
		const code = '$json.Vorname.toUpercase()';
		const { functions } = expressionAdvice;
		await stops(message(`=A {{ ${code} }}`), isUndefined('Message', code, functions));
	});

	const typo = '={{ $json.Vornamen }}';
	const about = { name: 'about', value: typo, type: 'text' };
	const hotel = { resource: 'hotel', operation: 'create', uuid: 'h-1', name: 'Aurora' };
	const phoneNumber = '+34600123456';
	it.each<[where: string, form: IDataObject]>([
		['Subject', pushForm({ subject: typo })],
		['Notification, Alert', pushForm({ options: { notification: { alert: typo } } })],
		['Sender', sms({ sender: typo })],
		['Placeholder Values 1, Text', named(typo)],
		[
			'Recipient List 1, Placeholder Values 1, Text',
			sms(recipients({ phoneNumber, ...placeholderValues({ a: typo }) })),
		],
		[
			'Texts by Language 1, Custom Fields 1, Value',
			{ ...hotel, items: { item: [{ language: 'en', data: { field: [about] } }] } },
		],
	])('stops the run in any text that recipients read: %s', async (where, form) => {
		await stops(form, meant(where, '$json.Vornamen', '$json.Vorname'));
	});

	it.each([
		['Vornme', 'Vorname'],
		['Hotl', 'Hotel'],
	])('stops the run for a placeholder, with the closest name: %s', async (name, near) => {
		const values = placeholderValues({ Hotel: 'Aurora' });
		const form = sms({ messageHolder: `Dear %{${name}}`, ...values });
		const advice = placeholderAdvice.meant({ name: near });
		const sentence = wrongMessage.noPlaceholderValue({ name, advice });
		const { error } = await node.run(form, { items });
		expect(error).toMatchObject({ code: sentence.code });
		expect(error?.description).toContain(sentence.advice);
	});

	it('is a hint if it has a fallback', async () => {
		const own = items.map((item, at) => (at ? { ...item, title: 'Dr' } : item));
		const form = message(`=A {{ $json.title ?? '' }}`);
		const place = `Message: {{ $json.title ?? '' }}`;
		const some = textHint.emptyFallback({ place, items: '1 of 3 items (item 0)' });
		expect(hintsOf(await node.run(form, { items: own }))).toEqual([hintText(some)]);
		expect(node.texts).toEqual(['A ', 'A Dr', 'A Dr']);
		const every = textHint.emptyExpression({ place, items: '3 of 3 items (items 0–2)' });
		await expectHint(form, items, every);
	});

	const region = (value: string) => contactForm(mapped({ user_id: 'g-1', region: value }));
	const inJson = '=[{ "user_id": "g-1", "region": "{{ $json.sate }}" }]';
	const inOther = [{ state: 'CA', home_phone: '1', stay: { room: 7 } }];
	const REGION = 'Contact, region';

	it.each<[where: string, code: string, near: string, form: IDataObject]>([
		[REGION, '$json.sate', '$json.state', region('={{ $json.sate }}')],
		[REGION, '$json.State', '$json.state', region('={{ $json.State }}')],
		[REGION, 'state', '$json.state', region('={{ state }}')],
		[REGION, '$json.sate', '$json.state', region('=In {{ $json.sate }}')],
		[REGION, '$json.stay.roomm', '$json.stay.room', region('={{ $json.stay.roomm }}')],
		['Status', '$json.sate', '$json.state', purchaseForm({ status: '={{ $json.sate }}' })],
		[
			'To',
			'$json.homephone',
			'$json.home_phone',
			sms({ phoneNumber: '={{ $json.homephone }}' }),
		],
		['Contacts (JSON)', '$json.sate', '$json.state', contactForm(contactsInJson(inJson))],
	])('stops the run in any other field if a name is close: %s, %s', async (...row) => {
		const [where, code, near, form] = row;
		await stops(form, meant(where, code, near), inOther);
	});

	it.each(['$json.work_phone', '$json.city', '$json.stay.nights', '$json.date'])(
		'is an info hint in any other field if no name is close: %s',
		async (code) => {
			const list = `${REGION}: {{ ${code} }}`;
			await expectHint(
				region(`={{ ${code} }}`),
				inOther,
				textHint.undefinedEverywhere({ list }),
			);
			const form = region(`={{ ${code} ?? '' }}`);
			expect((await node.run(form, { items: inOther })).hints).toEqual([]);
		},
	);
});

describe('an empty value', () => {
	const someOf = (empty: unknown) =>
		guests(3).map((guest, at) => ({ ...guest, Vorname: at === 1 ? 'Ben' : empty }));

	it.each(['$json.Vorname', "$('Input').item.json.Vorname", '$json.Vorname?.trim()'])(
		'of some items is a hint, with a count and the first: %s',
		async (code) => {
			const form = message(`=Dear {{ ${code} }}`);
			const place = `Message: {{ ${code} }}`;
			const hint = textHint.emptyExpression({ place, items: '2 of 3 items (items 0, 2)' });
			for (const empty of [undefined, null, '', ' ']) {
				const rows = someOf(empty) as IDataObject[];
				await expectHint(form, rows, hint);
				const warnings = [textWarning.empty({ code })];
				expect(await warningsOf(form, rows)).toEqual([warnings, [], warnings]);
			}
		},
	);

	it.each<[source: string, more: IDataObject]>([
		['the item', {}],
		['the form', placeholderValues({ Vorname: '={{ $json.Vorname }}' })],
		['JSON', jsonDeliveries('={{ [{ phone_number: $json.phone }] }}')],
	])('of a placeholder is a hint, from %s', async (_, more) => {
		const form = sms({ messageHolder: 'Dear %{Vorname}', ...more });
		const run = await node.run(form, { items: someOf('') as IDataObject[] });
		const messages = '2 messages (items 0, 2)';
		const hint = messageHint.blankPlaceholder({ name: 'Vorname', messages });
		expect(hintsOf(run)).toContain(hintText(hint));
	});
});

describe('a value that no one can have meant', () => {
	const { object, calculation, gap, date, quoted } = expressionAdvice;
	const own = guests(2).map((guest, at) => ({
		...guest,
		n: 1,
		o: { a: 1 },
		x: at ? 'x' : undefined,
	}));

	it.each([
		['$json.n * "a"', 'NaN', calculation],
		['1 / ($json.n - 1)', 'Infinity', calculation],
		['$json.o', 'an object', object],
		['[$json.o]', 'an object', object],
		['$input.item.json.o', 'an object', object],
		['"Hola " + $json.missing', 'a text with “undefined”', gap],
		['"Sr" + $json.missing', 'a text with “undefined”', gap],
		['`Hola ${$json.missing ?? null}`', 'a text with “null”', gap],
		['String($json.missing)', '“undefined”', gap],
		['"Total " + Number("x")', 'a text with “NaN”', gap],
		['Number("x").toFixed(2)', '“NaN”', gap],
		['"Hola " + $input.item.json.missing', 'a text with “undefined”', gap],
		['DateTime.fromISO("x").toFormat("dd.MM.")', 'an invalid date', date],
		['DateTime.fromISO("x")', 'an invalid date', date],
		['$json.phone | upper', '“240261633”', expressionAdvice.filter],
		['"Hi $json.phone"', 'a text with code', quoted],
		['"Hi ${phone}"', 'a text with code', quoted],
		['$json.phone.trim', 'a function', expressionAdvice.function],
		['(() => 1)', 'a function', expressionAdvice.function],
		['$input.item.json.phone.trim', 'a function', expressionAdvice.function],
	])('is an error of its item: %s', async (code, value, way) => {
		const sentence = wrongText.meaninglessValue({ code, value, advice: way });
		for (const [form, where] of [
			[message(`=A {{ ${code} }} b`), 'Message'],
			[named(`=A {{ ${code} }}`), 'Placeholder Values 1, Text'],
		] as const) {
			const refusal: Refusal = [inField(where, sentence).text, sentence.code, way];
			await expectStopped(node, form, refusal, { items: own, wrong: 2 });
		}
	});

	const fromItem = '={{ [{ phone_number: $json.phone, replacements: { a: "" + $json.a } }] }}';
	it.each<[a: string, where?: string, form?: IDataObject]>([
		['undefined'],
		['[object Object]'],
		['Invalid DateTime'],
		['null', 'Recipients (JSON), 1, replacements, a', jsonDeliveries(fromItem)],
	])('is an error in a placeholder: %s', async (a, where = 'Input Item, a', more = {}) => {
		const form = sms({ messageHolder: 'A %{a}', ...more });
		const rows = guests(2).map((guest, at) => ({ ...guest, a: at ? 'x' : a }));
		await expectLeftOut(node, form, rows, { 0: [where, 'meaninglessText'] });
	});

	it('is a hint if a recipient would read true or false', async () => {
		const rows = guests(2).map((guest, at) => ({ ...guest, vip: at === 1 }));
		const code = '$json.vip && "VIP"';
		const form = message(`=A {{ ${code} }}`);
		const place = `Message: {{ ${code} }}`;
		const hint = textHint.printedBoolean({ place, items: '1 of 2 items (item 0)' });
		await expectHint(form, rows, hint);
		expect(node.texts).toEqual(['A false', 'A VIP']);
		expect(await warningsOf(form, rows)).toEqual([[textWarning.boolean({ code })], []]);
	});

	it('isn’t assumed of words in the data or in the code', async () => {
		const data = 'Die Anzahlung beträgt null Euro, undefined, NaN';
		const words = { data, last: 'Null', s: 'Infinity', d: '${5}' };
		const rows = guests(1).map((guest) => ({ ...guest, ...words }));
		const code = `{{ "A " + $json.data }} {{ $json.data.trim() }} {{ $json.last }} {{ $json.s }} {{ $json.d.trim() }}`;
		const typed = `{{ $json.no ? $json.data : "undefined or null" }}`;
		const run = await node.run(message(`=${code} ${typed}`), { items: rows });
		expect(node.texts).toEqual([`A ${data} ${data} Null Infinity \${5} undefined or null`]);
		expect(run.hints).toEqual([]);
	});
});

describe('a broken expression', () => {
	it.each([
		['$json.Vorname.', 'invalid syntax'],
		['"x".toDateTime()', 'cannot'],
	])('is an error with the field and the code: %s', async (code, reason) => {
		const sentence = inField('Message', wrongText.brokenExpression({ code, reason }));
		for (const raw of [`={{ ${code} }}`, `={{ $json.Vorname }} {{ ${code} }}`]) {
			const refusal: Refusal = [sentence.text, sentence.code, sentence.advice];
			await expectStopped(node, message(raw), refusal, { items, wrong: 3 });
		}
		const form = contactForm(mapped({ user_id: `={{ ${code} }}` }));
		const other = inField('Contact, user_id', wrongText.brokenExpression({ code, reason }));
		await expectStopped(node, form, [other.text, other.code], { items, wrong: 3 });
	});

	it('keeps the details of n8n’s own error', async () => {
		const code = "$('Nowhere').item.json.name";
		const { error } = await node.run(message(`=A {{ ${code} }}`), { items });
		const reason = "Referenced node doesn't exist";
		const sentence = inField('Message', wrongText.brokenExpression({ code, reason }));
		expect(error).toMatchObject({
			message: `${sentence.text} [item 0]`,
			context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
		});
		expect(node.sent).toEqual([]);
	});
});
