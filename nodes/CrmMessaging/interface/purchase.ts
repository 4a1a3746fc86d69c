import type { Field } from '../fields/field';
import { number } from '../fields/types/number';
import { openChoice } from '../fields/types/openChoice';
import { currency } from '../fields/types/currency';
import { id } from '../fields/types/id';
import { text } from '../fields/types/text';

/** The product's id; the service spells its key in two ways (docs/service.md, Submit contacts and a purchase). */
export const productId: Field = {
	name: 'UUID',
	label: 'Product UUID',
	type: id,
	required: true,
	description: 'Identifier of the product, such as the room type or the property',
};

/** The two spellings of the product id's key: “both spellings occur”. */
export const productIdKeys = ['UUID', 'product_uuid'] as const;

/** The other required fields of a purchase. */
export const purchaseFields: Field[] = [
	{
		name: 'transaction_code',
		label: 'Transaction Code',
		type: id,
		required: true,
		description:
			'Unique code of the transaction in your own system, such as the reservation ID',
	},
	{
		name: 'price',
		label: 'Price',
		type: number,
		required: true,
		description: 'Price of the transaction',
	},
	{
		name: 'currency',
		label: 'Currency',
		type: currency,
		required: true,
		description: 'ISO 4217 code of the currency of the price',
	},
];

/** The field that names the purchase's campaign, which the form offers as a list. */
export const campaignId: Field = {
	name: 'campaign_id',
	label: 'Campaign',
	type: id,
	description: 'Campaign that led to the purchase',
};

/** The optional fields of a purchase. */
export const purchaseDetails: Field[] = [
	{
		name: 'status',
		label: 'Status',
		type: openChoice([
			{ value: 'add_cart', label: 'Add to Cart' },
			{ value: 'canceled', label: 'Canceled' },
			{ value: 'check_in', label: 'Check In' },
			{ value: 'check_out', label: 'Check Out' },
			{ value: 'confirmed', label: 'Confirmed' },
			{ value: 'no_show', label: 'No Show' },
			{ value: 'no_paid', label: 'Not Paid' },
			{ value: 'product_refund', label: 'Product Refund' },
			{ value: 'product_view', label: 'Product View' },
			{ value: 'purchase', label: 'Purchase' },
			{ value: 'purchase_failed', label: 'Purchase Failed' },
			{ value: 'remove_cart', label: 'Remove From Cart' },
			{ value: 'reserved', label: 'Reserved' },
		]),
		initial: 'confirmed',
		description: 'State of the purchase or booking',
	},
	campaignId,
	{
		name: 'redeem_coupon_code',
		label: 'Coupon Code',
		type: text,
		description: 'Coupon that was used',
	},
	{ name: 'name', label: 'Name', type: text, description: 'Name of the transaction' },
	{
		name: 'description',
		label: 'Description',
		type: text,
		description: 'What the transaction is about',
	},
];
