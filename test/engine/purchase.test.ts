import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';
import { account } from './running-service';

/** A purchase with its contacts. */
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
		operation: 'record',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
		...stay,
	});
	const items = [{ user_id: 'guest-1' }];
	const recorded = (purchase: object) => [{ origin: 'pms', contacts: items, purchase }];

	it('sends the purchase and its contact, and gives the bulk job', async () => {
		const run = await node.run({}, { items });
		expect(node.sent).toEqual([
			{
				method: 'POST',
				path: `/account/${account.id}/sync_data`,
				query: {},
				body: { origin: 'pms', contacts: items, purchase: sentStay },
			},
		]);
		expect(run.output).toEqual([
			{
				json: {
					_id: node.service.state.bulkJobs[0]!._id,
					number_of_contacts: 1,
					number_of_purchase: 1,
					validate_emails: false,
					contacts_extra_fields: [],
					purchase_extra_fields: [],
					webhook_url: '',
					status: 'queued',
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(run.hints).toEqual([]);
	});

	const fields: Array<[given: IDataObject, sent: object]> = [
		[{ price: '412.50' }, { price: 412.5 }],
		[{ price: 0 }, { price: 0 }],
		[{ price: -20 }, { price: -20 }],
		[{ currency: 'eur' }, { currency: 'EUR' }],
		[{ currency: ' usd ' }, { currency: 'USD' }],
		[{ uuid: 12 }, { UUID: '12' }],
		[{ transactionCode: 7061304407766 }, { transaction_code: '7061304407766' }],
		[{ additionalFields: { redeemCouponCode: 'SPRING' } }, { redeem_coupon_code: 'SPRING' }],
		[{ additionalFields: { name: 'Stay' } }, { name: 'Stay' }],
		[{ additionalFields: { description: 'Two nights' } }, { description: 'Two nights' }],
		[{ additionalFields: { name: '', campaignId: { __rl: true, mode: 'id', value: '' } } }, {}],
		[
			{ additionalFields: { campaignId: { __rl: true, mode: 'list', value: 'c-1' } } },
			{ campaign_id: 'c-1' },
		],
		[
			{ additionalFields: { campaignId: { __rl: true, mode: 'id', value: ' c-2 ' } } },
			{ campaign_id: 'c-2' },
		],
		[{ additionalFields: { campaignId: 'c-3' } }, { campaign_id: 'c-3' }],
		[
			{
				purchaseCustomFields: {
					field: [
						{ name: 'check_in_date', value: '2026-03-29' },
						{ name: 'nights', value: '={{ 2 }}' },
						{ name: 'breakfast', value: '={{ false }}' },
						{ name: 'note', value: '' },
						{ name: 'constructor', value: 'c' },
					],
				},
			},
			{ check_in_date: '2026-03-29', nights: 2, breakfast: false, constructor: 'c' },
		],
	];

	it.each(fields)('sends %j as it should arrive', async (given, sent) => {
		const run = await node.run(given, { items });
		expect(node.bodies).toEqual(recorded({ ...sentStay, ...sent }));
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	it('takes each field from an expression', async () => {
		const parameters = {
			uuid: '={{ $json.room }}',
			transactionCode: '={{ $json.booking.id }}',
			price: '={{ $json.booking.total }}',
			currency: '={{ $json.booking.currency }}',
			contactsFrom: 'json',
			contactsJson: '={{ { user_id: $json.guest } }}',
		};
		const booking = { id: 1, total: '99', currency: 'gbp' };
		await node.run(parameters, { items: [{ room: 'r', booking, guest: 5 }] });
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				contacts: [{ user_id: '5' }],
				purchase: { UUID: 'r', transaction_code: '1', price: 99, currency: 'GBP' },
			},
		]);
	});

	it('spells the key of the product as the account has it', async () => {
		await node.run({ options: { productIdKey: 'product_uuid' } }, { items });
		const { UUID, ...others } = sentStay;
		expect(node.bodies).toEqual(recorded({ product_uuid: UUID, ...others }));
	});

	it('says the options of the submission', async () => {
		const options = { validate: true, webhookPurchaseExtraFields: 'status' };
		const url = 'https://n8n.example.com/hook';
		await node.run({ callback: 'triggerUrl', webhookUrl: url, options }, { items });
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				options: {
					email_validation: { validate: true },
					webhook: { url, purchase_extra_fields: ['status'] },
				},
				contacts: items,
				purchase: sentStay,
			},
		]);
	});

	const statuses = [
		...['add_cart', 'purchase', 'remove_cart', 'product_view', 'product_refund'],
		...['purchase_failed', 'canceled', 'no_show', 'no_paid', 'check_in', 'check_out'],
		...['reserved', 'confirmed'],
	].map((status) => [status, status]);
	const forms = [
		['Check In', 'check_in'],
		['CHECK-OUT', 'check_out'],
		[' no  show ', 'no_show'],
		['Confirmed', 'confirmed'],
	];

	it.each([...statuses, ...forms])('sends the status “%s” as %s', async (given, sent) => {
		await node.run({ additionalFields: { status: `={{ "${given}" }}` } }, { items });
		expect(node.bodies).toEqual(recorded({ ...sentStay, status: sent }));
	});

	const wrong: Array<[given: IDataObject, sentence: string]> = [
		[{ uuid: '={{ "" }}' }, 'Product UUID is missing; give a value'],
		[{ transactionCode: '={{ $json.none }}' }, 'Transaction Code is missing; give a value'],
		[{ price: '={{ null }}' }, 'Price is missing; give a value'],
		[{ price: '={{ "12,50 €" }}' }, 'Price: “12,50 €” is not a number; write it such as 12.5'],
		[
			{ currency: '={{ "€" }}' },
			'Currency: “€” is not an ISO 4217 currency code; write it such as “EUR”',
		],
		[
			{ additionalFields: { status: '={{ "paid" }}' } },
			'Status: “paid” is not one of add_cart, canceled, check_in, check_out, confirmed, no_show, no_paid, product_refund, product_view, purchase, purchase_failed, remove_cart, reserved',
		],
		[
			{ purchaseCustomFields: { field: [{ name: 'price', value: '1' }] } },
			'Custom Purchase Fields 1: “price” is not a custom field; use the field of that name',
		],
		[
			{ purchaseCustomFields: { field: [{ name: 'product_uuid', value: '1' }] } },
			'Custom Purchase Fields 1: “product_uuid” is not a custom field; use the field of that name',
		],
		[{ origin: '={{ "" }}' }, 'Origin is missing; give a value'],
	];

	it.each(wrong)('refuses %j and sends nothing', async (given, sentence) => {
		const run = await node.run(given, { items });
		expect(run.error).toMatchObject({
			message: `${sentence} [item 0]`,
			description: 'Nothing was sent.',
			context: { itemIndex: 0 },
		});
		expect(node.sent).toEqual([]);
	});

	it('does not begin when a required field of the form is empty', async () => {
		const run = await node.run({ transactionCode: '' }, { items });
		expect(run).toMatchObject({ status: 'error', tries: 0 });
		expect(node.sent).toEqual([]);
	});
});
