import type { IDataObject } from 'n8n-workflow';
import {
	automatic,
	contactForm,
	contactsInJson,
	hotelForm,
	mapped,
	purchaseForm,
} from './import-forms';
import { guests, placeholderValues, smsForm } from './message-forms';
import { hintsOf, NodeRunner } from './node-runner';

/** Words of a hint, and what causes it. If its advice can be followed, the form then. */
type Hinted = [words: string, form: IDataObject, item?: IDataObject, followed?: IDataObject];

const user_id = 'g-1';
const contact = contactForm(automatic);
/** The form's fields of one guest as data, so that a value isn't typed. */
const stay = (more: IDataObject) => purchaseForm({ ...mapped({ user_id }), ...more });
/** The rules of values have tests of their own (`test/unit/values/`). Here, each hint reaches people. */
const hinted: Hinted[] = [
	[
		'Set the option Default Country Code',
		contact,
		{ phone: '600123456' },
		contactForm({ ...automatic, defaultCountryCode: '+34' }),
	],
	['Contacts with only a name', contactForm(contactsInJson({ name_first: 'Ana' }))],
	['Prices rounded: 1, for example “84.0336” to 84.03 EUR', stay({ price: '={{ "84.0336" }}' })],
	['left out: “emial” (did you mean email?)', contact, { user_id, emial: 'a@x.es' }],
	[
		'aren’t used, because the message has no such placeholder: “room”',
		smsForm(placeholderValues({ room: '12' })),
	],
];

describe('a value', () => {
	const node = new NodeRunner();

	it.each(hinted)('is sent with a hint: %s', async (words, form, item = {}, followed) => {
		const options = { items: [item], settings: { timezone: 'Europe/Madrid' } };
		const run = await node.run(form, options);
		expect(run.error).toBeUndefined();
		expect(node.sent).toHaveLength(1);
		expect(hintsOf(run)).toContainEqual(expect.stringContaining(words));
		if (!followed) return;
		expect(hintsOf(await node.run(followed, options)).join()).not.toContain(words);
		expect(node.sent[0]).not.toEqual(node.sent[1]);
	});

	const hotel = hotelForm({ name: '={{ $json.name }}' });
	const twice: Array<[found: string, form: IDataObject, items: IDataObject[]]> = [
		[
			'1 booking (R-1 in items 0–1)',
			purchaseForm({ ...automatic, price: '={{ $json.price }}' }),
			[1, 2].map((price) => ({ user_id, price })),
		],
		['1 hotel (h-1 in items 0–1)', hotel, ['Aurora', 'Borealis'].map((name) => ({ name }))],
	];

	it.each(twice)('that another one overwrites is a danger: %s', async (found, form, items) => {
		const { hints } = await node.run(form, { items });
		const message = expect.stringContaining(found) as string;
		expect(hints).toContainEqual(expect.objectContaining({ message, type: 'danger' }));
	});
});

describe('a value that a message lacks for some items', () => {
	const node = new NodeRunner();
	const dear = (messageHolder: string, more: IDataObject = {}) =>
		smsForm({ phoneNumber: '={{ $json.phone }}', messageHolder, ...more });
	const someOf = (empty: unknown) =>
		guests(3).map((one, at) => ({ ...one, name: at === 1 ? 'Ben' : empty })) as IDataObject[];
	it.each(['$json.name', "$('Input').item.json.name"])(
		'is a hint in a message, with a count, the first, and an advice that works: %s',
		async (code) => {
			const text = `=Dear {{ ${code} }}`;
			for (const empty of [undefined, null, '', ' ']) {
				const { hints } = await node.run(dear(text), { items: someOf(empty) });
				expect(hints).toMatchObject([{ type: 'danger' }]);
				const [hint] = hintsOf({ hints });
				expect(hint).toContain(
					`Message: {{ ${code} }} is empty in 2 of 3 items (items 0, 2). Check the field`,
				);
				expect(hint).toContain('such as {{ $json.name || "guest" }}.');
			}
			const preview = dear(text, { options: { preview: 'messages' } });
			const { output } = await node.run(preview, { items: someOf('') });
			const warnings = [`Message: {{ ${code} }} is empty in 2 of 3 items (items 0, 2).`];
			expect(output.map(({ json }) => json.warnings)).toEqual([
				warnings,
				undefined,
				warnings,
			]);
			node.service.reset();
			await node.run(dear(`=Dear {{ ${code} || "guest" }}`), { items: someOf('') });
			expect(node.texts).toEqual(['Dear guest', 'Dear Ben', 'Dear guest']);
		},
	);

	it('is a hint in a placeholder', async () => {
		const hints = hintsOf(await node.run(dear('Dear %{name}'), { items: someOf('') }));
		expect(hints.join()).toContain('%{name} is blank in 2 messages (items 0, 2)');
	});
});
