import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, contactsInJson, mapped, purchaseForm } from './import-forms';
import { hintsOf, placeholderValues, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';

/** Words of a hint, and what causes it. */
type Hinted = [words: string, form: IDataObject, item?: IDataObject];

const user_id = 'g-1';
const contact = contactForm(automatic);
/** The form's fields of one guest as data, so that a value isn't typed. */
const stay = (more: IDataObject) => purchaseForm({ ...mapped({ user_id }), ...more });
/** The rules of values have tests of their own (`test/unit/rules/`). Here, each hint reaches people. */
const hinted: Hinted[] = [
	['has no country code and stays', contact, { user_id, phone: '600 123 456' }],
	['looks made up', contact, { email: 'noemail@noemail.com' }],
	['Day numbers of a spreadsheet', contact, { user_id, birthday: '31160' }],
	['Contacts with only a name', contactForm(contactsInJson({ name_first: 'Ana' }))],
	['is negative', stay({ price: -12.5 })],
	['was rounded', stay({ price: '={{ "84.0336" }}' })],
	['left out: “emial” (did you mean email?)', contact, { user_id, emial: 'a@x.es' }],
	['“2031-07-15” has no time', smsForm({ schedule: 'at', startAt: '2031-07-15' })],
	['isn’t used', smsForm(placeholderValues({ room: '12' }))],
];

describe('a value', () => {
	const node = new NodeRunner();

	it.each(hinted)('is sent with a hint: %s', async (words, form, item = {}) => {
		const settings = { timezone: 'Europe/Madrid' };
		const run = await node.run(form, { items: [item], settings });
		expect(run.error).toBeUndefined();
		expect(node.sent).toHaveLength(1);
		expect(hintsOf(run)).toContainEqual(expect.stringContaining(words));
	});

	const hotel = {
		resource: 'hotel',
		operation: 'create',
		uuid: 'h-1',
		name: '={{ $json.name }}',
		itemsFrom: 'json',
		itemsJson: '[{ "language": "en", "data": { "text": "Inn" } }]',
	};
	const twice: Array<[found: string, form: IDataObject, items: IDataObject[]]> = [
		[
			'1 booking (R-1 in items 0–1)',
			purchaseForm({ ...automatic, price: '={{ $json.price }}' }),
			[1, 2].map((price) => ({ user_id, price })),
		],
		['1 hotel (h-1 in items 0–1)', hotel, ['Aurora', 'Borealis'].map((name) => ({ name }))],
	];

	it.each(twice)('that another one overwrites is a danger: %s', async (found, form, items) => {
		for (const options of [{}, { preview: 'requests' }]) {
			const { hints } = await node.run({ ...form, options }, { items });
			const message = expect.stringContaining(found) as string;
			expect(hints).toContainEqual(expect.objectContaining({ message, type: 'danger' }));
		}
	});
});
