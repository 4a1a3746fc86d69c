import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
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

	it('takes each field from an expression, and converts it', async () => {
		const parameters = {
			uuid: '={{ $json.room }}',
			transactionCode: '={{ $json.booking.id }}',
			price: '={{ $json.booking.total }}',
			currency: '={{ $json.booking.currency }}',
			contactsFrom: 'json',
			contactsJson: '={{ { user_id: $json.guest } }}',
		};
		const booking = { id: 7061304407766, total: '99.50', currency: ' gbp ' };
		await node.run(parameters, { items: [{ room: 12, booking, guest: 5 }] });
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				contacts: [{ user_id: '5' }],
				purchase: {
					UUID: '12',
					transaction_code: '7061304407766',
					price: 99.5,
					currency: 'GBP',
				},
			},
		]);
	});

	const campaign = (campaignId: unknown) => ({ additionalFields: { campaignId } }) as IDataObject;

	it.each<[given: IDataObject, sent: object]>([
		[{ price: 0 }, { price: 0 }],
		[
			{
				additionalFields: {
					status: '={{ "Check In" }}',
					redeemCouponCode: 'SPRING',
					name: 'Stay',
					description: 'Two nights',
				},
			},
			{
				status: 'check_in',
				redeem_coupon_code: 'SPRING',
				name: 'Stay',
				description: 'Two nights',
			},
		],
		[campaign({ __rl: true, mode: 'list', value: 'c-1' }), { campaign_id: 'c-1' }],
		[campaign({ __rl: true, mode: 'id', value: ' c-2 ' }), { campaign_id: 'c-2' }],
		[campaign('c-3'), { campaign_id: 'c-3' }],
		[campaign({ __rl: true, mode: 'id', value: '' }), {}],
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
	])('sends %j as %j', async (given, sent) => {
		const run = await node.run(given, { items });
		expect(node.bodies).toEqual(recorded({ ...sentStay, ...sent }));
		expect(linksOf(run.output)).toEqual([[0]]);
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
		const said = {
			email_validation: { validate: true },
			webhook: { url, purchase_extra_fields: ['status'] },
		};
		expect(node.bodies).toEqual([
			{ origin: 'pms', options: said, contacts: items, purchase: sentStay },
		]);
	});

	const custom = (name: string) => ({ purchaseCustomFields: { field: [{ name, value: '1' }] } });
	const notCustom = (name: string) =>
		`Custom Purchase Fields 1: “${name}” is not a custom field; use the field of that name`;

	it.each<[given: IDataObject, sentence: string]>([
		[{ origin: '={{ "" }}' }, 'Origin is missing; give a value'],
		[{ uuid: '={{ "" }}' }, 'Product UUID is missing; give a value'],
		[{ transactionCode: '={{ $json.none }}' }, 'Transaction Code is missing; give a value'],
		[{ price: '={{ null }}' }, 'Price is missing; give a value'],
		[{ price: '={{ "12,50 €" }}' }, 'Price: “12,50 €” is not a number; write it such as 12.5'],
		[
			{ currency: '={{ "€" }}' },
			'Currency: “€” is not an ISO 4217 currency code; write it such as “EUR”',
		],
		[custom('price'), notCustom('price')],
		[custom('product_uuid'), notCustom('product_uuid')],
	])('refuses %j and sends nothing', async (given, sentence) => {
		await expectStopped(node, given, sentence, { items });
	});

	it('names every status where it does not know one, and sends nothing', async () => {
		const { error } = await node.run(
			{ additionalFields: { status: '={{ "paid" }}' } },
			{ items },
		);
		expect(error).toMatchObject({
			message:
				'Status: “paid” is not one of add_cart, canceled, check_in, check_out, confirmed, no_show, no_paid, product_refund, product_view, purchase, purchase_failed, remove_cart, reserved [item 0]',
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
