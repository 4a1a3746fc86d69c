import { choiceAdvice } from '../../catalogue/values';
import { wordList } from '../../fields/words';
import type { Field } from '../../fields/field';
import { choice, type Undocumented, type Choice } from '../../fields/types/choice';
import { currency, price, priceIn } from '../../fields/types/price';
import { id, text } from '../../fields/types/text';

/** The states of a purchase, and booking systems' words for them, compared by `plainForm`. */
export const purchaseStates: Choice[] = [
	{ value: 'add_cart', label: 'Add to Cart' },
	{
		value: 'canceled',
		label: 'Canceled',
		aliases: wordList(`
			cancelled, cancel, cxl, cxld, canx, deleted, canceled by guest, cancelled by guest,
			guest canceled, guest cancelled, canceled by hotel, cancelled by hotel,
			canceled by property, cancelled by property, cancelada, cancelado, anulada, anulado,
			storniert, annulliert, annulé, annulée, annullata, annullato, cancellata, geannuleerd,
			cancellation, void, voided, canceled by customer, cancelled by customer, cancelación,
			anulación, cancelada por el cliente, anulada por el cliente, storno, stornierung,
			annullierung, abgesagt, storniert durch gast, storniert durch hotel,
			storniert vom gast, storniert vom hotel, annulation, annulée par le client,
			annulé par le client
		`),
	},
	{
		value: 'check_in',
		label: 'Check In',
		aliases: wordList(`
			checked in, in house, arrived, started, due out, staying, stay over, eingecheckt,
			angereist
		`),
	},
	{
		value: 'check_out',
		label: 'Check Out',
		aliases: ['checked out', 'departed', 'ausgecheckt', 'abgereist'],
	},
	{
		value: 'confirmed',
		label: 'Confirmed',
		aliases: wordList(`
			confirm, booked, book, new, definite, guaranteed, due in, accepted, approved,
			confirmada, confirmado, bestätigt, confirmé, confirmée, confermata, confermato,
			bevestigd
		`),
	},
	{
		value: 'no_show',
		label: 'No Show',
		aliases: wordList(`
			not arrived, did not arrive, not shown, did not show, set to no show, no presentado,
			nicht angereist, nicht erschienen, non présenté
		`),
	},
	{ value: 'no_paid', label: 'Not Paid', aliases: ['not paid', 'unpaid'] },
	{ value: 'product_refund', label: 'Product Refund', aliases: ['refund', 'refunded'] },
	{ value: 'product_view', label: 'Product View' },
	{ value: 'purchase', label: 'Purchase', aliases: ['purchased'] },
	{ value: 'purchase_failed', label: 'Purchase Failed', aliases: ['payment failed'] },
	{ value: 'remove_cart', label: 'Remove From Cart' },
	{
		value: 'reserved',
		label: 'Reserved',
		aliases: wordList(`
			reserve, reservation, pending, not confirmed, unconfirmed, tentative, optional,
			option, provisional, on hold, requested, on request, to be confirmed,
			awaiting confirmation, pending confirmation, pendiente, reservada, reservado,
			reserviert, en attente
		`),
	},
];

export const unrecognizedStatus = 'Unrecognized Status';

/** A purchase's or booking's state, with a rule for undocumented ones. */
export function statusOr(undocumented: Undocumented): Field {
	return {
		name: 'status',
		label: 'Status',
		type: choice(purchaseStates, undocumented, {
			advice: ({ allowed }) => choiceAdvice.status({ allowed, option: unrecognizedStatus }),
		}),
		description: 'State of the booking or purchase, also in words such as InHouse or cancelled',
	};
}

/** The state in any common spelling. */
export const status = statusOr('error');

export const transactionCode: Field = {
	name: 'transaction_code',
	label: 'Booking or Order ID',
	type: id,
	required: true,
	noValue: 'error',
	description: 'Unique ID in your booking system or shop (transaction_code)',
	placeholder: 'e.g. R-104409',
};

/**
 * The service spells its key in two ways (docs/contributing/service.md, Submit contacts and a
 * purchase).
 */
export const productId: Field = {
	name: 'UUID',
	label: 'Room or Product ID',
	type: id,
	required: true,
	noValue: 'error',
	description: 'ID of what was booked, such as the room type or the property (UUID)',
	placeholder: 'e.g. double-room',
};

export const productIdKeys = ['UUID', 'product_uuid'] as const;

const purchasePrice: Field = {
	name: 'price',
	label: 'Price',
	type: price,
	required: true,
	placeholder: 'e.g. 228.40',
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

/** The purchase's campaign; the form offers a list. */
export const campaignId: Field = {
	name: 'campaign_id',
	label: 'Campaign',
	type: id,
	noValue: 'leaveOut',
	description: 'Campaign that led to the purchase',
};

/** The other optional fields. */
export const purchaseDetails: Field[] = [
	campaignId,
	{
		name: 'redeem_coupon_code',
		label: 'Coupon Code',
		type: text,
		noValue: 'leaveOut',
		placeholder: 'e.g. SPRING10',
	},
	{ name: 'name', label: 'Name', type: text, noValue: 'leaveOut' },
	{ name: 'description', label: 'Description', type: text, noValue: 'leaveOut' },
];
