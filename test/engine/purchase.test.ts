import type { IDataObject } from 'n8n-workflow';
import { automatic, purchaseForm } from './import-forms';
import { hintsOf, linksOf, NodeRunner } from './node-runner';

const stay = { uuid: 'room-12', transactionCode: 'R-1', price: 412.5, currency: 'EUR' };
const sentStay = { UUID: 'room-12', transaction_code: 'R-1', price: 412.5, currency: 'EUR' };

describe('a purchase', () => {
	const node = new NodeRunner(purchaseForm({ ...automatic, ...stay }));

	it.each<[what: string, form: IDataObject, sent: object]>([
		['a price', { price: '={{ "1.234,50 €" }}', currency: '={{ "eur" }}' }, { price: 1234.5 }],
		['a status', { status: '={{ "InHouse" }}' }, { status: 'check_in' }],
		[
			'custom fields',
			{
				purchaseCustomFields: {
					field: [
						{ name: 'nights', value: '={{ 2 }}' },
						{ name: 'breakfast', value: '={{ false }}' },
						{ name: 'note', value: '' },
						{ name: 'constructor', value: 'c' },
					],
				},
			},
			{ nights: 2, breakfast: false, constructor: 'c' },
		],
	])('is sent with %s', async (_, form, sent) => {
		const items = [{ user_id: 'guest-1' }];
		const run = await node.run(form, { items });
		const purchase = { ...sentStay, ...sent };
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: items, purchase }]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});
});

describe('the contacts of a purchase', () => {
	const node = new NodeRunner(purchaseForm({ ...stay, transactionCode: '={{ $json.code }}' }));
	/** The body that records a purchase with its contacts. */
	const recorded = (contacts: IDataObject[], transaction_code = 'R-1') => ({
		origin: 'pms',
		contacts,
		purchase: { ...sentStay, transaction_code },
	});

	it('are sent with their own purchase, and each output is linked to its own item', async () => {
		const items = ['R-1', 'R-2', 'R-1'].map((code, at) => ({ code, user_id: `g-${at}` }));
		const run = await node.run(automatic, { items });
		expect(node.bodies).toEqual([
			recorded([{ user_id: 'g-0' }, { user_id: 'g-2' }]),
			recorded([{ user_id: 'g-1' }], 'R-2'),
		]);
		const [first, second] = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual([first, second, first]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('are in one request at a time, since each updates them', async () => {
		node.service.faults.add({ action: { respond: { status: 429 } } });
		const items = ['R-1', 'R-2'].map((code) => ({ code, user_id: 'g-0' }));
		await node.run(automatic, { items });
		const [first, second] = ['R-1', 'R-2'].map((code) => recorded([{ user_id: 'g-0' }], code));
		expect(node.bodies).toEqual([first, first, second]);
	});

	it('are one request, whatever was left out of the purchase', async () => {
		const options = { ifOptionalValueIsWrong: 'leaveOut' };
		const additionalFields = { name: '={{ $json.room }}' };
		const items = ['', false, true].map((room) => ({ room, code: 'R-1' }));
		const run = await node.run({ ...automatic, additionalFields, options }, { items });
		expect(node.bodies).toHaveLength(1);
		expect(run.output.map(({ json }) => json.left_out)).toEqual(items.map(() => ['name']));
	});

	it.each<[from: string, form: IDataObject]>([
		['a key that the form reads', {}],
		['a key that is left out', automatic],
		['an empty list', { contactsFrom: 'severalContacts' }],
	])('can be missing, with a hint, from %s', async (_, form) => {
		const run = await node.run(form, { items: [{ code: 'R-1' }] });
		const { origin, purchase } = recorded([]);
		expect(node.bodies).toEqual([{ origin, purchase }]);
		expect(run.output).toMatchObject([
			{ json: { number_of_contacts: 0 }, pairedItem: { item: 0 } },
		]);
		expect(hintsOf(run)[0]).toBe(
			'A purchase has no contact: R-1 (item 0). Add the contact who made it.',
		);
	});

	it('can come from another item of the booking', async () => {
		const items = [{ code: 'R-1' }, { code: 'R-1', user_id: 'g-1' }];
		const run = await node.run(automatic, { items });
		expect(node.bodies).toEqual([recorded([{ user_id: 'g-1' }])]);
		expect(hintsOf(run).join()).not.toContain('has no contact');
	});

	it('have a hint if three bookings or more have the same one', async () => {
		const form = {
			contactsFrom: 'json',
			contactsJson: '={{ [{ user_id: $input.first().json.user_id }] }}',
		};
		const items = ['R-1', 'R-2', 'R-3'].map((code, at) => ({ code, user_id: `g-${at}` }));
		const run = await node.run(form, { items });
		expect(hintsOf(run)).toEqual([
			'All 3 bookings of this run have the same contact, g-0. If that’s wrong, check the expressions of Contacts. They may read the first item only, as .first() does.',
		]);
		expect(hintsOf(await node.run(form, { items: items.slice(1) }))).toEqual([]);
	});
});
