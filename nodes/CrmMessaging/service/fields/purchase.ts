import { fieldsOf, type Field, type Option } from '../../fields/field';
import { choice, type Unrecognized } from '../../fields/types/choice';
import { currency, price, priceIn } from '../../fields/types/price';
import { idLike, text } from '../../fields/types/text';

const stateLabels = {
	add_cart: 'Add to Cart',
	canceled: 'Canceled',
	check_in: 'Check In',
	check_out: 'Check Out',
	confirmed: 'Confirmed',
	no_show: 'No Show',
	no_paid: 'Not Paid',
	product_refund: 'Product Refund',
	product_view: 'Product View',
	purchase: 'Purchase',
	purchase_failed: 'Purchase Failed',
	remove_cart: 'Remove From Cart',
	reserved: 'Reserved',
};

/** Usual words for the states. Not one that hotels and shops use differently, such as “completed”. */
export const stateWords: Partial<Record<keyof typeof stateLabels, string[]>> = {
	canceled: ['cancelled', 'cancellation'],
	check_in: ['checked in', 'in house', 'arrived'],
	check_out: ['checked out', 'departed'],
	confirmed: ['new', 'booked'],
	reserved: ['pending'],
};

/** The option for a status that is none of these states. */
export const unrecognizedStatus: Option<Unrecognized> = {
	name: 'unrecognizedStatus',
	label: 'Unrecognized Status',
	type: choice({
		leaveOut: ['Leave Out', 'The purchase is saved without a status'],
		send: ['Send as It Is', 'The service may accept more than this list'],
		error: ['Stop With an Error', 'The purchase isn’t saved'],
	}),
	scope: 'run',
	unset: 'error',
	description: 'How to handle a status that isn’t in the list',
};

export const status: Field = {
	name: 'status',
	label: 'Status',
	type: choice(stateLabels, { aliases: stateWords, unrecognized: unrecognizedStatus }),
	judged: 'status',
	description: 'State of the booking or purchase, also in words such as InHouse or cancelled',
};

export const transactionCode: Field = {
	name: 'transaction_code',
	label: 'Booking or Order ID',
	type: idLike('R-104409'),
	required: true,
	noValue: 'error',
	judged: 'identifier',
	description: 'Unique ID in your booking system or shop (transaction_code)',
};

/** The service spells its key in two ways (docs/contributing/service.md, Submit contacts and a purchase). */
export const productId: Field = {
	name: 'UUID',
	label: 'Room or Product ID',
	type: idLike('double-room'),
	required: true,
	noValue: 'error',
	judged: 'identifier',
	description: 'ID of what was booked, such as the room type or the property (UUID)',
};

export const productIdKeys = ['UUID', 'product_uuid'];

const purchasePrice: Field = {
	name: 'price',
	label: 'Price',
	type: price,
	required: true,
	judged: 'record',
};

export function purchasePriceIn(code: string): Field {
	return { ...purchasePrice, type: priceIn(code) };
}

export const purchaseCurrency: Field = {
	name: 'currency',
	label: 'Currency',
	type: currency,
	required: true,
	description: 'Three-letter code (ISO 4217) of the currency of the price, such as EUR',
};

/** The other required fields. */
export const purchaseFields: Field[] = [purchasePrice, purchaseCurrency];

/** The optional fields, of which the campaign is chosen from a list. */
export const purchaseDetails: Field[] = fieldsOf({
	campaign_id: {
		label: 'Campaign',
		type: idLike('5f1b2c3d4e5f6a7b8c9d0e1f'),
		noValue: 'leaveOut',
		judged: 'identifier',
		description: 'Campaign that led to the purchase',
	},
	redeem_coupon_code: {
		label: 'Coupon Code',
		type: text,
		noValue: 'leaveOut',
		judged: 'identifier',
		placeholder: 'e.g. SPRING10',
	},
	name: { label: 'Name', type: text, noValue: 'leaveOut' },
	description: { label: 'Description', type: text, noValue: 'leaveOut' },
});
