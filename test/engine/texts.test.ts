import type { IDataObject } from 'n8n-workflow';
import {
	contactForm,
	contactsInJson,
	customFields,
	hotelForm,
	mapped,
	purchaseForm,
} from './import-forms';
import { guests, jsonDeliveries, phoneOf, placeholderValues, pushForm } from './message-forms';
import { ana, wrongTexts } from './wrong-texts';

import { contact, message, node, passes, stopOf } from './text-runner';

describe('a wrong text stops the run, and its advice works', () => {
	const rows = wrongTexts.trim().split(/\n(?!\t)/);
	it.each(rows.map((row) => row.split(/ → |\n\t/)))('%s: %s', async (...row) => {
		const [text, words, advice, followed, sent] = row as [string, string, ...string[]];
		const items = [ana, ana];
		const stopped = await stopOf(message(text), items);
		expect(stopped).toContain(words);
		if (advice) expect(stopped).toContain(advice);
		if (followed === undefined) return;
		await passes(message(followed), [ana]);
		expect(node.texts).toEqual([sent]);
	});

	it('with the details of n8n’s own error', async () => {
		const form = message("=A {{ $('Nowhere').item.json.name }}");
		const { error } = await node.run(form, { items: [ana] });
		expect(error?.message).toContain("Referenced node doesn't exist [item 0]");
		expect(error).toMatchObject({
			context: { nodeCause: 'Nowhere', descriptionKey: 'nodeNotFound', itemIndex: 0 },
		});
	});

	it('if only some items lack the value of code', async () => {
		const form = message('=Dear {{ $json.name.trim() }}!');
		const stopped = await stopOf(form, [ana, guests(2)[1]!]);
		expect(stopped).toContain('{{ $json.name.trim() }} has no value for this item [item 1]');
		expect(stopped).toContain('filter such items out, or add ?? "" to it.');
		await passes(message('=Dear {{ $json.name.trim() ?? "" }}!'), [ana, guests(2)[1]!]);
		expect(node.texts).toEqual(['Dear Ana!', 'Dear !']);
	});
});

describe('every field that takes texts', () => {
	const hotel = (uuid: string, name: string, value: string) => {
		const field = [{ name: 'about', value }];
		const items = { item: [{ language: 'en', data: { field } }] };
		return { resource: 'hotel', operation: 'create', uuid, name, items };
	};
	const named = (text: string) => placeholderValues({ a: text });
	const booking = (value: string) => {
		const field = [{ name: 'check_in', value }];
		return purchaseForm({ additionalFields: { purchaseCustomFields: { field } } });
	};
	const custom = (value: string) => contact({}, customFields({ name: 'room', value }));
	const inJson = (key: string) => `=[{ "${key}": "{{ $json.firstname }}" }]`;

	const texts: Array<[where: string, form: (text: string) => IDataObject]> = [
		['Message', message],
		['Placeholder Values 1, Text', (text) => message('Dear %{a}', named(text))],
		['Subject', (subject) => pushForm({ subject })],
		['Notification, Alert', (alert) => pushForm({ options: { notification: { alert } } })],
		['Notification, URL', (url) => pushForm({ options: { notification: { url } } })],
		['Recipient ID', (recipientId) => pushForm({ recipientId })],
		['User ID', (user_id) => contact({ user_id })],
		['City', (city) => contact({ city })],
		['Custom Contact Fields 1, Value', custom],
		['Custom Purchase Fields 1, Value', booking],
		['Hotel Name', (name) => hotel('h-1', name, 'By the sea')],
		['Texts by Language 1, Custom Fields 1, Value', (text) => hotel('h-1', 'Aurora', text)],
		['Sender', (sender) => message('Hi', { sender })],
		['To', (phoneNumber) => message('Hi', { phoneNumber })],
		['Recipients (JSON)', () => message('Hi', jsonDeliveries(inJson('phone_number')))],
		['Contacts (JSON)', () => contactForm(contactsInJson(inJson('email')))],
		['Hotel UUID', (uuid) => hotel(`=h-${uuid.slice(1)}`, 'Aurora', 'By the sea')],
		['Status', (status) => purchaseForm({ status })],
		['Price', (price) => purchaseForm({ price })],
	];
	/** Only code without a value is judged there as in texts. */
	const others = /^(Sender|To|Recipients|Contacts|Hotel UUID|Status|Price)/;
	const firstName = '{{ $json.firstname }}';
	const wrong: Record<string, [text: string, words: string]> = {
		'undefined code': [`=${firstName}`, `: ${firstName} is undefined for every item [item 0]`],
		'a tag': ['Hi *|FNAME|*', 'has “*|FNAME|*”, which nothing fills in'],
		'an object': ['=Hi {{ $json.guest }}', 'results in an object'],
		'an object in code': ['={{ "Hi " + $json.guest }}', 'results in an object'],
		braces: ['Hi {{ x }}', 'has “{{ x }}” in Fixed mode'],
		'lost letters': ['={{ $json.lost }}', 'has letters that were lost or damaged'],
	};
	/** Their values may be tags. */
	const values = /^(City|Custom|Texts by Language)/;
	const cases = texts.flatMap(([where, form]) =>
		Object.entries(wrong)
			.filter(([what]) => what === 'undefined code' || !others.test(where))
			.filter(([what]) => what !== 'a tag' || !values.test(where))
			.map(([what, [text, words]]) => ({ where, form, what, text, words })),
	);
	it.each(cases)('refuses $what: $where', async ({ where, form, text, words }) => {
		const stopped = await stopOf(form(text), [{ ...ana, lost: 'M\ufffdller' }]);
		const named = words.startsWith(':') ? where + words : words;
		expect([where, stopped]).toEqual([where, expect.stringContaining(named)]);
	});

	const inList = (code: string) =>
		jsonDeliveries(`={{ [{ phone_number: $json.phone, replacements: { a: ${code} } }] }}`);
	it.each(['undefined', '[object Object]', 'Invalid DateTime', '#N/A', 'NULL', false])(
		'refuses words that no one can have meant, whichever way they come: %p',
		async (a) => {
			const forms: Record<string, IDataObject> = {
				'Input Item, a': message('A %{a}'),
				'Recipients (JSON), 1, replacements, a': message('A %{a}', inList('$json.a')),
				'Placeholder Values 1, Text': message('A %{a}', named('={{ $json.a }}')),
				Message: message('=A {{ $json.a }}'),
			};
			for (const [where, form] of Object.entries(forms)) {
				const stopped = await stopOf(form, [{ ...guests(1)[0], a }]);
				expect(stopped.slice(0, where.length)).toBe(where);
				expect(stopped).not.toContain('A value in it is missing');
			}
		},
	);

	it.each<[code: string, words: string]>([
		['"Ms " + $json.none', 'Recipients (JSON): {{ [{ phone_number: $json.phone,'],
		['"" + $json.none', 'Recipients (JSON), 1, replacements, a: “undefined” holds no value'],
		['"Dear *|X|*"', 'Recipients (JSON), 1, replacements, a has “*|X|*”, which nothing fills'],
	])('refuses such words in a list that code makes: %s', async (code, words) => {
		expect(await stopOf(message('Hi %{a}', inList(code)), [ana])).toContain(words);
	});

	it('sends a list that code makes with words of the data', async () => {
		const form = message('Hi %{a}', inList('"Ms " + $json.last'));
		await passes(form, [{ ...ana, last: 'de null' }]);
		expect(node.texts).toEqual(['Hi Ms de null']);
	});

	const room = '{ "room": "No. {{ $json.n }}" }';
	it.each<[where: string, form: (json: string) => IDataObject, json: string]>([
		[
			'Recipients (JSON)',
			(json) => message('Hi %{a}', jsonDeliveries(json)),
			`{ "phone_number": "${phoneOf(1)}", "replacements": { "a": "{{ $json.n }}" } }`,
		],
		['Extra', (extra) => pushForm({ notification: { extra } }), room],
		['Additional Body Fields (JSON)', (body) => pushForm({ options: { body } }), room],
	])('refuses braces in fixed JSON, and the advice works: %s', async (where, form, json) => {
		const stopped = await stopOf(form(json), [ana]);
		expect(stopped).toContain(`${where} has “{{ $json.n }}” in Fixed mode`);
		await node.run(form(`=${json}`), { items: [ana] });
		expect(node.sent).toHaveLength(1);
	});

	it.each<[value: unknown, result: string]>([
		[false, 'sent'],
		['#N/A', 'about: “#N/A” holds no value that can be sent'],
	])('judges a hotel’s own field in a form as in JSON: %p', async (value, result) => {
		const inForm = { itemsFrom: 'fields', ...hotel('h-1', 'Aurora', '={{ $json.about }}') };
		const itemsJson = '={{ [{ language: "en", data: { about: $json.about } }] }}';
		for (const form of [inForm, hotelForm({ itemsJson })]) {
			const { error } = await node.run(form, { items: [{ about: value } as IDataObject] });
			expect(error?.message ?? 'sent').toContain(result);
		}
	});

	it('counts an agent’s text as typed', async () => {
		const said = '={{ $json.text }}';
		const agent = node.engine.tool();
		for (const text of ['Dear {{name}}', 'Dear *|FNAME|*']) {
			for (const form of [pushForm({ messageHolder: said }), pushForm({ recipientId: said })])
				expect(await stopOf(form, [{ text }], agent)).toContain(
					'which nothing fills in. Write the value itself',
				);
		}
		const items = [{ text: 'Dear Ana, <b>hi</b>' }];
		await node.run(pushForm({ messageHolder: said }), { ...agent, items });
		expect(node.bodies).toMatchObject([{ message_holder: 'Dear Ana, <b>hi</b>' }]);
	});
});

describe('a text is sent as it is', () => {
	it.each(['$json.work_phone', '$json.guest.nights', 'null'])(
		'without a value, if the field is optional and no name is close: %s',
		async (code) => await passes(contact({ region: `={{ ${code} }}` }), [ana]),
	);

	it.each(['$json.title ?? ""', '$json.vip ? "VIP " : ""', '$ifEmpty($json.title, "")'])(
		'with a fallback, also if it is used for every item: %s',
		async (code) => {
			await passes(message(`=A{{ ${code} }}`), [ana]);
			expect(node.texts).toEqual(['A']);
			await passes(contact({ user_id: `=g1{{ ${code} }}` }), [ana]);
		},
	);

	const data = 'Die Anzahlung beträgt null Euro, undefined, NaN';
	it.each([
		['words of the data', '={{ "A " + $json.data }}', `A ${data}`],
		['names', '={{ $json.last }} {{ $json.first }}', 'Null None'],
		['escaped tags', '%%{a}', '%{a}'],
		['tags put together', '={{ "*" + "|FNAME|*" }} {{ "$" + "{X}" }}', '*|FNAME|* ${X}'],
	])('with %s', async (_, text, sent) => {
		await passes(message(text), [{ ...ana, data, last: 'Null', first: 'None' }]);
		expect(node.texts).toEqual([sent]);
	});

	it('with words of the data that code changed, if the field takes any text', async () => {
		const items = [{ note: ' [object Object], Invalid Date ' }];
		await passes(contact({ city: '={{ $json.note.trim() }}' }), items);
	});

	it('in filters, in JSON for an app, and in the name of a chosen campaign', async () => {
		const filters = { status: '={{ $json.x }}' };
		await passes({ resource: 'campaign', operation: 'getAll', filters }, [ana]);
		const extra = '={ "a": "{{ $json.phon }}", "b": "{{ [1].at(5) }}", "c": "{name}" }';
		await passes(pushForm({ options: { notification: { extra } } }), [ana]);
		expect(node.bodies.at(-1)).toMatchObject({ extra: { a: '', b: '', c: '{name}' } });
		const chosen = { mode: 'list', value: 'c-1', cachedResultName: 'Dear {{guest}}' };
		const additionalFields = { campaignId: { __rl: true, ...chosen } };
		await passes(purchaseForm({ ...mapped({ user_id: 'g-1' }), additionalFields }), [ana]);
	});

	it('without signs at its ends that no one sees', async () => {
		const hidden = [{ ...ana, name: '\ufeffAna 👨‍👩‍👧\u200b' }];
		await node.run(message('={{ $json.name }}', { sender: 'Aurora\n' }), { items: hidden });
		expect(node.bodies).toMatchObject([{ sender: 'Aurora', message_holder: 'Ana 👨‍👩‍👧' }]);
	});
});
