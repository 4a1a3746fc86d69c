import type { IDataObject } from 'n8n-workflow';
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
import { message, named, namedGuests, sms, stopOf } from './text-forms';

const node = new NodeRunner();
const stops = async (form: IDataObject, items?: IDataObject[]) => await stopOf(node, form, items);
/** Runs the node, which must send without a hint. */
const passes = async (form: IDataObject, items: IDataObject[]) => {
	const { error, hints } = await node.run(form, { items });
	expect([error?.message, hints]).toEqual([undefined, []]);
};
/** The warnings of each item in a preview. */
const warningsOf = async (form: IDataObject, items: IDataObject[]) => {
	const preview = { options: { preview: 'messages' } };
	const { output } = await node.run({ ...form, ...preview }, { items });
	return output.map(({ json }) => json.warnings);
};
const guest = (more: IDataObject) => [{ ...guests(1)[0], ...more }];

describe('a part of a text without a value for any item', () => {
	it.each([
		['$json.stay.rom', '$json.stay.room'],
		['$json.sty.room', '$json.stay.room'],
		["$json['Vornme'].trim()", '$json.Vorname'],
		['`${$json.Vornme}`.length > 99 ? 1 : undefined', '$json.Vorname'],
		['$input.item.json.Vornme', '$json.Vorname'],
	])('stops the run, with the closest name: %s', async (code, near) => {
		for (const raw of [`=A {{ ${code} }}`, `={{ ${code} }}`]) {
			expect(await stops(message(raw))).toContain(
				`Message: {{ ${code} }} is undefined for every item [items 0–2] Did you mean {{ ${near} }}?`,
			);
		}
	});

	it('stops the run with the fields, or with a word about nodes', async () => {
		expect(await stops(message('=A {{ $json.x }}'))).toContain(
			'The fields are phone, Vorname, stay, first name. If it may be missing, add ?? "" to it.',
		);
		const call = '=A {{ $json.Vorname.toUpercase() && 1 }}';
		expect(await stops(message(call))).toContain('If it may be missing, add || "" to it.');
		expect(await stops(message("=A {{ $('Input').item.json.x }}"))).toContain(
			'Check the name of the node, and of its field.',
		);
		const form = sms({ phoneNumber: '+34600123456', messageHolder: '=A {{ $json.x }}' });
		expect(await stops(form, [{}])).toContain('Check the name of the node, and of its field.');
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
		['Recipients (JSON)', sms(jsonDeliveries('=[{ "phone_number": "{{ $json.fon }}" }]'))],
		[
			'Texts by Language 1, Custom Fields 1, Value',
			{ ...hotel, items: { item: [{ language: 'en', data: { field: [about] } }] } },
		],
		[
			'Hotel UUID',
			{
				...hotel,
				uuid: '=h-{{ $json.x }}',
				items: {
					item: [
						{ language: 'en', data: { field: [{ ...about, value: 'By the sea' }] } },
					],
				},
			},
		],
		['To', sms({ phoneNumber: '={{ $json.phon }}' })],
		['Region', contactForm(mapped({ user_id: 'g-1', region: typo }))],
		['Region', contactForm(mapped({ user_id: 'g-1', region: `${typo}!` }))],
		['User ID', contactForm(mapped({ user_id: '=g-{{ $json.nr }}' }))],
		['Contacts (JSON)', contactForm(contactsInJson(`=[{ "email": "{{ $json.vornam }}" }]`))],
		['Status', purchaseForm({ status: typo })],
		['Price', purchaseForm({ price: '={{ $json.total }}' })],
		[
			'Custom Purchase Fields 1, Value',
			purchaseForm({
				additionalFields: {
					purchaseCustomFields: {
						field: [
							{
								name: 'check_in',
								value: '={{ DateTime.fromISO("24.12.2026").toISODate() }}',
							},
						],
					},
				},
			}),
		],
	])('stops the run in any field that needs it: %s', async (where, form) => {
		const stopped = await stops(form);
		expect(stopped.slice(0, where.length + 2)).toBe(`${where}:`.padEnd(where.length + 2));
		expect(stopped).toMatch(/ is (undefined|null) for every item \[items 0–2\]/);
	});

	it.each(['$json.work_phone', '$json.city', '$json.stay.nights', '$json.Vorname.x', 'null'])(
		'is fine in an optional field, unless a name is close: %s',
		async (code) => {
			await passes(contactForm(mapped({ user_id: 'g-1', region: `={{ ${code} }}` })), [
				{ stay: {}, Vorname: 'A' },
			]);
		},
	);

	it('isn’t judged in filters and JSON for an app', async () => {
		const campaigns = {
			resource: 'campaign',
			operation: 'getAll',
			filters: { status: '={{ $json.x }}' },
		};
		await passes(campaigns, [{ y: 1 }]);
		const extra = '={ "a": "{{ $json.phon }}", "b": "{{ [1].at(5) }}", "c": "{name}" }';
		await passes(pushForm({ options: { notification: { extra } } }), guest({}));
		expect(node.bodies.at(-1)).toMatchObject({ extra: { a: '', b: '', c: '{name}' } });
	});
});

describe('a fallback', () => {
	it.each([
		`$json.title ?? ''`,
		'$json.title || ""',
		'$json.vip ? "VIP " : ""',
		'!$json.vip ? `` : "VIP "',
		'$if($json.vip, "VIP ", "")',
		'$ifEmpty($json.title, "")',
	])('is never wrong, also if it is used for every item: %s', async (code) => {
		await passes(message(`=A{{ ${code} }}`), guest({}));
		expect(node.texts).toEqual(['A']);
		await passes(contactForm(mapped({ user_id: `=g1{{ ${code} }}` })), [{ x: 1 }]);
	});
});

describe('an identifier with a part that some items lack', () => {
	const rows = [{ no: 1, gid: 'a' }, { no: ' ', gid: null }, { gid: '' }] as IDataObject[];
	it.each<[code: string, where: string, form: IDataObject]>([
		['$json.gid', 'Recipient ID', pushForm({ recipientId: '={{ $json.gid }}-app' })],
		[
			'$json.no',
			'Booking or Order ID',
			purchaseForm({ ...mapped({ user_id: '1' }), transactionCode: '=H1-{{ $json.no }}' }),
		],
		['$json.no', 'Phone', contactForm(mapped({ user_id: '1', phone: '=+34 {{ $json.no }}' }))],
	])('is an error of those: %s', async (code, where, form) => {
		const run = await node.run(form, { items: rows, onError: 'continueErrorOutput' });
		const errors = run.errorOutput.map(({ json }) => (json.error as IDataObject).message);
		const said = `${where}: {{ ${code} }} has no value for this item`;
		expect(errors.slice(-2)).toEqual([`${said} [item 1]`, `${said} [item 2]`]);
	});

	it('may be blank as a whole where it is optional', async () => {
		const form = contactForm(mapped({ user_id: '1', phone: '={{ $json.phone.trim() }}' }));
		await passes(form, [{ phone: ' ' }]);
		await passes(form, [{ x: 1 }]);
		expect(node.bodies).toMatchObject(Array(2).fill({ contacts: [{ user_id: '1' }] }));
	});
});

describe('a purchase', () => {
	const stay = (more: IDataObject) => purchaseForm({ ...mapped({ user_id: '1' }), ...more });
	it('has no status without one, and an empty text is no date', async () => {
		const form = stay({ status: '={{ $json.s }}' });
		expect(await stops(form, [{ s: 'confirmed' }, { s: '' }])).toContain(
			'Status: {{ $json.s }} has no value for this item [item 1]',
		);
		await passes(stay({ status: '={{ $json.s ?? "" }}' }), [{ x: 1 }]);
		const field = [{ name: 'out', value: '={{ $json.out }}', type: 'dateTime' }];
		const dates = stay({ additionalFields: { purchaseCustomFields: { field } } });
		for (const out of ['', null]) await passes(dates, [{ out }]);
	});
});

describe('an empty value', () => {
	const someOf = (empty: unknown) =>
		guests(3).map((one, at) => ({
			...one,
			Vorname: at === 1 ? 'Ben' : empty,
		})) as IDataObject[];

	it.each(['$json.Vorname', "$('Input').item.json.Vorname"])(
		'of some items is a hint, with a count and the first: %s',
		async (code) => {
			const form = message(`=Dear {{ ${code} }}`);
			for (const empty of [undefined, null, '', ' ']) {
				const run = await node.run(form, { items: someOf(empty) });
				expect(run.hints).toMatchObject([{ type: 'danger' }]);
				expect(hintsOf(run)[0]).toContain(
					`Message: {{ ${code} }} is empty in 2 of 3 items (items 0, 2). Check the field`,
				);
				const warnings = [`{{ ${code} }} is empty.`];
				expect(await warningsOf(form, someOf(empty))).toEqual([warnings, [], warnings]);
			}
		},
	);

	it.each<[source: string, more: IDataObject]>([
		['the item', {}],
		['the form', placeholderValues({ Vorname: '={{ $json.Vorname }}' })],
		['JSON', jsonDeliveries('={{ [{ phone_number: $json.phone }] }}')],
	])('of a placeholder is a hint, from %s', async (_, more) => {
		const form = sms({ messageHolder: 'Dear %{Vorname}', ...more });
		const hints = hintsOf(await node.run(form, { items: someOf('') }));
		expect(hints.join()).toContain('%{Vorname} is blank in 2 messages (items 0, 2)');
	});
});

describe('a value that no one can have meant', () => {
	const own = guests(2).map((one, at) => ({
		...one,
		n: 1,
		o: { a: 1 },
		x: at ? 'x' : undefined,
	}));

	it.each([
		['$json.n * "a"', 'results in “NaN”'],
		['1 / ($json.n - 1)', 'results in “Infinity”'],
		['$json.o', 'results in an object'],
		['[$json.o]', 'results in an object'],
		['$input.item.json.o', 'results in an object'],
		['"Hola " + $json.missing', 'results in “Hola undefined”'],
		['`Hola ${$json.missing ?? null}`', 'results in “Hola null”'],
		['String($json.missing)', 'results in “undefined”'],
		['"Total " + Number("x")', 'results in “Total NaN”'],
		['Number("x").toFixed(2)', 'results in “NaN”'],
		['DateTime.fromISO("x").toFormat("dd.MM.")', 'results in an invalid date'],
		['DateTime.fromISO("x")', 'results in an invalid date'],
		['DateTime.fromISO("x").toISODate()', 'is null for every item'],
		['$json.vip && "VIP"', 'is undefined for every item'],
		['$json.n > 1 && "VIP"', 'results in “false”'],
		['"#REF!"', 'results in “#REF!”'],
		['$json.phone.trim', 'results in a function'],
		['(() => 1)', 'results in a function'],
	])('is an error: %s', async (code, said) => {
		for (const form of [
			message(`=A {{ ${code} }} b`),
			named(`=A {{ ${code} }}`),
			pushForm({ recipientId: `=A{{ ${code} }}` }),
		]) {
			expect(await stops(form, own)).toContain(`{{ ${code} }} ${said}`);
		}
	});

	it('is an error if only some items have it', async () => {
		const stopped = await stops(message('=A {{ $json.x.trim() }}'), own);
		expect(stopped).toContain(
			'Message: {{ $json.x.trim() }} has no value for this item [item 0]',
		);
		expect(stopped).toContain('filter such items out, or add ?? "" to it');
	});

	const fromItem = '={{ [{ phone_number: $json.phone, replacements: { a: $json.a } }] }}';
	it.each([
		'undefined',
		'[object Object]',
		'Invalid DateTime',
		'null',
		'#N/A',
		'N/A',
		'NULL',
		'false',
		false,
	])('is an error in a placeholder, whichever way it comes: %p', async (a) => {
		const forms: Record<string, IDataObject> = {
			'Input Item, a': sms({ messageHolder: 'A %{a}' }),
			'Recipients (JSON), 1, replacements, a': sms({
				messageHolder: 'A %{a}',
				...jsonDeliveries(fromItem),
			}),
			'Placeholder Values 1, Text': named('={{ $json.a }}'),
			Message: message('=A {{ $json.a }}'),
		};
		for (const [where, form] of Object.entries(forms)) {
			expect((await stops(form, guest({ a }))).slice(0, where.length)).toBe(where);
		}
	});

	it('isn’t assumed of names, nor of words in the data', async () => {
		const data = 'Die Anzahlung beträgt null Euro, undefined, NaN';
		const code = '{{ "A " + $json.data }} {{ $json.last }} {{ $json.s }} {{ $json.first }}';
		await passes(
			message(`=${code}`),
			guest({ data, last: 'Null', s: 'Infinity', first: 'None' }),
		);
		expect(node.texts).toEqual([`A ${data} Null Infinity None`]);
		const vip = { name: 'vip', value: '={{ $json.vip }}', type: 'auto' };
		const items = { item: [{ language: 'en', data: { field: [vip] } }] };
		await node.run(
			{ resource: 'hotel', operation: 'create', uuid: 'h', name: 'A', items },
			{ items: [{ vip: false }] },
		);
		expect(node.bodies.at(-1)).toMatchObject({ items: [{ data: { vip: false } }] });
	});
});

describe('a broken expression', () => {
	it.each([
		['$json.Vorname.', 'invalid syntax'],
		['"x".toDateTime()', 'cannot'],
	])('is an error with the field and the code: %s', async (code, reason) => {
		const said = `{{ ${code} }} can’t be evaluated: ${reason}`;
		for (const raw of [`={{ ${code} }}`, `={{ $json.Vorname }} {{ ${code} }}`]) {
			expect(await stops(message(raw))).toContain(`Message: ${said}`);
		}
		expect(await stops(contactForm(mapped({ user_id: `={{ ${code} }}` })))).toContain(
			`User ID: ${said}`,
		);
	});

	it('keeps the details of n8n’s own error', async () => {
		const form = message("=A {{ $('Nowhere').item.json.name }}");
		const { error } = await node.run(form, { items: namedGuests });
		expect(error?.message).toContain(
			"Message: {{ $('Nowhere').item.json.name }} can’t be evaluated: Referenced node doesn't exist [item 0]",
		);
		expect(error).toMatchObject({
			context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
		});
		expect(node.sent).toEqual([]);
	});
});
