import type { IDataObject } from 'n8n-workflow';
import { wrongContact } from '../../nodes/CrmMessaging/catalogue/contacts';
import { valueHint, wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { inField } from './sentences';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** A purchase; its contacts have a test file of their own. */
describe('purchase: record', () => {
	const stay = { uuid: 'room-12', transactionCode: 'R-1001', price: 412.5, currency: 'EUR' };
	const sentStay = {
		UUID: 'room-12',
		transaction_code: 'R-1001',
		price: 412.5,
		currency: 'EUR',
	};
	const node = new NodeRunner({
		resource: 'purchase',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
		otherKeys: 'leaveOut',
		...stay,
	});

	it('sends it with its contact and the options of the submission, and gives the bulk job', async () => {
		const url = 'https://n8n.example.com/hook';
		const chosen = { validate: true, purchaseExtraFields: 'status' };
		const booking = { id: 7061304407766, total: '99.50', currency: ' gbp ' };
		const parameters = {
			uuid: '={{ $json.room }}',
			transactionCode: '={{ $json.booking.id }}',
			price: '={{ $json.booking.total }}',
			currency: '={{ $json.booking.currency }}',
			processingResult: 'sendToTrigger',
			webhookUrl: url,
			options: chosen,
		};
		const run = await node.run(parameters, { items: [{ user_id: 5, room: 12, booking }] });
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				options: {
					email_validation: { validate: true },
					webhook: { url, purchase_extra_fields: ['status'] },
				},
				contacts: [{ user_id: '5' }],
				purchase: {
					UUID: '12',
					transaction_code: '7061304407766',
					price: 99.5,
					currency: 'GBP',
				},
			},
		]);
		const { _id } = node.service.state.bulkJobs[0]!;
		const job = { _id, number_of_contacts: 1, number_of_purchase: 1, status: 'queued' };
		expect(run.output).toMatchObject([{ json: job, pairedItem: { item: 0 } }]);
		expect(run.hints).toEqual([]);
	});

	const details = (additionalFields: object) => ({ additionalFields }) as IDataObject;

	it.each<[given: IDataObject, sent: object]>([
		[{ price: 0 }, { price: 0 }],
		[{ price: '={{ "1.234,50 €" }}', currency: '={{ "€" }}' }, { price: 1234.5 }],
		[
			{ status: '={{ "InHouse" }}', ...details({ redeemCouponCode: 'SPRING' }) },
			{ status: 'check_in', redeem_coupon_code: 'SPRING' },
		],
		[
			details({ name: 'Stay', description: 'Two nights' }),
			{ name: 'Stay', description: 'Two nights' },
		],
		[
			details({ campaignId: { __rl: true, mode: 'list', value: 'c-1' } }),
			{ campaign_id: 'c-1' },
		],
		[details({ campaignId: 'c-3' }), { campaign_id: 'c-3' }],
		[details({ campaignId: { __rl: true, mode: 'id', value: '' } }), {}],
		[
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
		// Accounts spell the key of the product in one of two ways.
		[
			{ options: { productIdKey: 'product_uuid' } },
			{ UUID: undefined, product_uuid: 'room-12' },
		],
		[{ options: { productIdKey: 'both' } }, { product_uuid: 'room-12' }],
	])('sends %j as %j', async (given, sent) => {
		const items = [{ user_id: 'guest-1' }];
		const run = await node.run(given, { items });
		const purchase = { ...sentStay, ...sent };
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: items, purchase }]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	it('rounds a price to the decimals of its currency, and says where that changes it', async () => {
		const items = [100 / 1.19, 0.1 + 0.2, 12].map((price, at) => ({
			user_id: `g-${at}`,
			price,
		}));
		const form = { transactionCode: '={{ $json.user_id }}', price: '={{ $json.price }}' };
		const run = await node.run(form, { items });
		const prices = node.bodies.map(
			(body) => (body as { purchase: IDataObject }).purchase.price,
		);
		expect(prices).toEqual([84.03, 0.3, 12]);
		expect(hintsOf(run)).toEqual([
			hintOf(valueHint.priceRounded(`“${100 / 1.19}”`, '84.03 EUR')).message,
		]);
	});

	const custom = (name: string) => ({ purchaseCustomFields: { field: [{ name, value: '1' }] } });
	const notCustom = (name: string) =>
		inField('Custom Purchase Fields 1', wrongContact.fieldAsCustomField(name));

	const ambiguous = inField(
		'Price',
		wrongValue.ambiguousPrice('“1.234”', '1234', '1.234', '1234.00 or 1.23'),
	);

	it.each<[given: IDataObject, sentence: Sentence]>([
		[{ additionalFields: { origin: '={{ "" }}' } }, inField('Origin', wrongValue.required())],
		[{ uuid: '={{ "" }}' }, inField('Room or Product ID', wrongValue.emptyForItem())],
		[{ price: '={{ "" }}' }, inField('Price', wrongValue.emptyForItem())],
		[{ price: '={{ "1.234" }}' }, ambiguous],
		[{ price: 1.234 }, ambiguous],
		[
			{ price: '={{ "12 €" }}', currency: 'GBP' },
			inField('Price', wrongValue.otherCurrency('“12 €”', 'GBP')),
		],
		[
			{ currency: '={{ "$" }}' },
			inField('Currency', wrongValue.wrongFormat('“$”', 'an ISO 4217 currency code', 'EUR')),
		],
		[custom('price'), notCustom('price')],
		[custom('product_uuid'), notCustom('product_uuid')],
	])('refuses %j and sends nothing', async (given, sentence) => {
		await expectStopped(node, given, sentence);
	});

	it('names every status where it does not know one, and sends nothing', async () => {
		const { error } = await node.run({ status: '={{ "Paid in part" }}' });
		expect(error).toMatchObject({
			code: 'notInList',
			message: 'Status: “Paid in part” isn’t one of add_cart … [item 0]',
			description:
				'In full: Status: “Paid in part” isn’t one of add_cart, canceled, check_in, check_out, confirmed, no_show, no_paid, product_refund, product_view, purchase, purchase_failed, remove_cart, reserved. Map it to one of these values, or set the option Unrecognized Status to Leave Out. Nothing was sent.',
			context: { itemIndex: 0 },
		});
		expect(node.sent).toEqual([]);
	});
});
