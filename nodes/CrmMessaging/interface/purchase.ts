import type { Field, FieldType } from '../fields/field';
import { openChoice, type Undocumented } from '../fields/types/openChoice';
import { currency } from '../fields/types/currency';
import { id } from '../fields/types/id';
import { price, priceIn } from '../fields/types/price';
import { text } from '../fields/types/text';
import { purchaseStates } from './purchaseStates';

/** The option that says what becomes of other states. */
export const unrecognizedStatus = 'Unrecognized Status';

/** The state of a purchase or booking, which booking systems write in many ways. */
export const status: Field = {
	name: 'status',
	label: 'Status',
	type: stateOr('send'),
	description:
		'State of the booking or purchase; the words of booking systems, such as InHouse or cancelled, are understood',
};

/** The state, by what becomes of one that the service does not document. */
export function statusOr(undocumented: Undocumented): Field {
	return { ...status, type: stateOr(undocumented) };
}

function stateOr(undocumented: Undocumented): FieldType {
	return openChoice(
		purchaseStates,
		undocumented,
		`map it to one of them, or set the option ${unrecognizedStatus} to Leave Out`,
	);
}

/** What names a purchase. */
export const transactionCode: Field = {
	name: 'transaction_code',
	label: 'Transaction Code',
	type: id,
	required: true,
	description: 'Unique code of the transaction in your own system, such as the reservation ID',
	placeholder: 'e.g. R-104409',
};

/** The product's id; the service spells its key in two ways (docs/service.md, Submit contacts and a purchase). */
export const productId: Field = {
	name: 'UUID',
	label: 'Product ID',
	type: id,
	required: true,
	description: 'Identifier of what was booked, such as the room type or the property',
	placeholder: 'e.g. double-room',
};

/** The two spellings of the product id's key: “both spellings occur”. */
export const productIdKeys = ['UUID', 'product_uuid'] as const;

const purchasePrice: Field = {
	name: 'price',
	label: 'Price',
	type: price,
	required: true,
	description: 'Price of the transaction',
	placeholder: 'e.g. 228.40',
};

/** The price, read as one in a currency (ISO 4217). */
export function purchasePriceIn(code: string): Field {
	return { ...purchasePrice, type: priceIn(code) };
}

/** The currency of the price, which decides how that is read. */
export const purchaseCurrency: Field = {
	name: 'currency',
	label: 'Currency',
	type: currency,
	required: true,
	description: 'Three-letter code (ISO 4217) of the currency of the price, such as EUR',
};

/** The other required fields of a purchase. */
export const purchaseFields: Field[] = [purchasePrice, purchaseCurrency];

/** The field that names the purchase's campaign, which the form offers as a list. */
export const campaignId: Field = {
	name: 'campaign_id',
	label: 'Campaign',
	type: id,
	description: 'Campaign that led to the purchase',
};

/** The other optional fields of a purchase. */
export const purchaseDetails: Field[] = [
	campaignId,
	{
		name: 'redeem_coupon_code',
		label: 'Coupon Code',
		type: text,
		description: 'Coupon that was used',
		placeholder: 'e.g. SPRING10',
	},
	{ name: 'name', label: 'Name', type: text, description: 'Name of the transaction' },
	{
		name: 'description',
		label: 'Description',
		type: text,
		description: 'What the transaction is about',
	},
];
