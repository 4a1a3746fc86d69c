import type { IDataObject } from 'n8n-workflow';
import { wrongContact, contactHint } from '../../nodes/CrmMessaging/catalogue/contacts';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { failedItem } from './what-became';

/** A purchase belongs to the contacts of its own request, and is never sent twice. */
describe('the contacts of a purchase', () => {
	const stay = { uuid: 'room-12', transactionCode: 'R-1', price: 412.5, currency: 'EUR' };
	const node = new NodeRunner({
		resource: 'purchase',
		operation: 'upsert',
		origin: 'pms',
		...stay,
	});
	/** The body that records a purchase with its contacts. */
	const recorded = (contacts: IDataObject[], transaction_code = 'R-1') => ({
		origin: 'pms',
		contacts,
		purchase: { UUID: 'room-12', transaction_code, price: 412.5, currency: 'EUR' },
	});
	const ofItem = { contactsFrom: 'mapAutomatically', otherKeys: 'leaveOut' };

	it('of three items travel in one request with it', async () => {
		const items = ['g-1', 'g-2', 'g-3'].map((user_id) => ({ user_id, other: 1 }));
		const run = await node.run(ofItem, { items });
		expect(node.bodies).toEqual([
			recorded([{ user_id: 'g-1' }, { user_id: 'g-2' }, { user_id: 'g-3' }]),
		]);
		const job = { _id: node.service.state.bulkJobs[0]!._id, number_of_contacts: 3 };
		expect(run.output.map(({ json }) => json)).toMatchObject([job, job, job]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('are the guests of one booking', async () => {
		const contact = [{ userId: 'g-1', email: 'a@b.example' }, { nameFirst: 'Ana' }];
		const run = await node.run({ contactsFrom: 'severalContacts', contacts: { contact } });
		expect(node.bodies).toEqual([
			recorded([{ user_id: 'g-1', email: 'a@b.example' }, { name_first: 'Ana' }]),
		]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	const perItem = { ...ofItem, transactionCode: '={{ $json.code }}' };

	it('travel with their own purchase, and each output is linked to its own item', async () => {
		const items = ['R-1', 'R-2', 'R-1'].map((code, at) => ({ code, user_id: `g-${at}` }));
		const run = await node.run(perItem, { items });
		expect(node.bodies).toEqual([
			recorded([{ user_id: 'g-0' }, { user_id: 'g-2' }]),
			recorded([{ user_id: 'g-1' }], 'R-2'),
		]);
		const [first, second] = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual([first, second, first]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it.each<[why: string, parameters: IDataObject]>([
		['no contact is mapped', {}],
		['the item has no field of a contact', ofItem],
		['the list is empty', { contactsFrom: 'json', contactsJson: '[]' }],
		['no guest is added', { contactsFrom: 'severalContacts' }],
	])('are left out, with a hint, where %s', async (_, parameters) => {
		const run = await node.run(parameters, { items: [{ code: 'R-1' }] });
		const { origin, purchase } = recorded([]);
		expect(node.bodies).toEqual([{ origin, purchase }]);
		expect(run.output).toMatchObject([
			{ json: { number_of_contacts: 0 }, pairedItem: { item: 0 } },
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			hintOf(contactHint.purchaseWithoutContact()).message,
		]);
	});

	describe('beyond 1,000', () => {
		const tooMany = Array.from({ length: 1001 }, (_, at) => ({
			code: 'R-1',
			user_id: `g-${at}`,
		}));
		const items = [...tooMany, { code: 'R-2', user_id: 'other' }];
		const sentence = wrongContact.purchaseTooLarge('1,001', 'R-1', '1,000');

		it('are refused, and nothing is sent', async () => {
			await expectStopped(node, perItem, sentence, {
				items,
				wrong: 1001,
				place: 'items 0–1000',
			});
		});

		it('go to the error output, and another purchase is still sent', async () => {
			const run = await node.run(perItem, { items, onError: 'continueErrorOutput' });
			expect(node.bodies).toEqual([recorded([{ user_id: 'other' }], 'R-2')]);
			expect(linksOf(run.output)).toEqual([[1001]]);
			expect(run.errorOutput).toEqual(
				tooMany.map((fields, at) => failedItem(at, fields, sentence)),
			);
		});
	});
});
