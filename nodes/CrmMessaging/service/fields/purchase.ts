import { choiceAdvice } from '../../catalogue/values';
import { cached } from '../../fields/cached';
import { wordList } from '../../fields/words';
import type { Field } from '../../fields/field';
import { choice, type Undocumented } from '../../fields/types/choice';
import { currency, price, priceIn } from '../../fields/types/price';
import { id, text } from '../../fields/types/text';

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

/** Booking systems' words for the states, compared by `plainForm`. */
export const stateWords = {
	canceled: wordList(`
		cancelled, cancel, cxl, cxld, canx, deleted, canceled by guest, cancelled by guest, guest
		canceled, guest cancelled, canceled by hotel, cancelled by hotel, canceled by property,
		cancelled by property, cancelada, cancelado, anulada, anulado, storniert, annulliert,
		annulé, annulée, annullata, annullato, cancellata, geannuleerd, cancellation, void, voided,
		canceled by customer, cancelled by customer, cancelación, anulación, cancelada por el
		cliente, anulada por el cliente, storno, stornierung, annullierung, abgesagt, storniert
		durch gast, storniert durch hotel, storniert vom gast, storniert vom hotel, annulation,
		annulée par le client, annulé par le client
	`),
	check_in: wordList(`
		checked in, in house, arrived, started, due out, staying, stay over, eingecheckt, angereist
	`),
	check_out: wordList('checked out, departed, ausgecheckt, abgereist'),
	confirmed: wordList(`
		confirm, booked, book, new, definite, guaranteed, due in, accepted, approved, confirmada,
		confirmado, bestätigt, confirmé, confirmée, confermata, confermato, bevestigd
	`),
	no_show: wordList(`
		not arrived, did not arrive, not shown, did not show, set to no show, no presentado, nicht
		angereist, nicht erschienen, non présenté
	`),
	no_paid: wordList('not paid, unpaid'),
	product_refund: wordList('refund, refunded'),
	purchase: wordList('purchased'),
	purchase_failed: wordList('payment failed'),
	reserved: wordList(`
		reserve, reservation, pending, not confirmed, unconfirmed, tentative, optional, option,
		provisional, on hold, requested, on request, to be confirmed, awaiting confirmation, pending
		confirmation, pendiente, reservada, reservado, reserviert, en attente
	`),
};

export const unrecognizedStatus = 'Unrecognized Status';

/** A purchase's or booking's state, with a rule for undocumented ones. */
export const statusOr: (undocumented: Undocumented) => Field = cached((undocumented) => ({
	name: 'status',
	label: 'Status',
	type: choice(stateLabels, undocumented as Undocumented, {
		aliases: stateWords,
		advice: ({ allowed }) => choiceAdvice.status({ allowed, option: unrecognizedStatus }),
	}),
	judged: 'status',
	description: 'State of the booking or purchase, also in words such as InHouse or cancelled',
}));

/** The state in any common spelling. */
export const status = statusOr('error');

export const transactionCode: Field = {
	name: 'transaction_code',
	label: 'Booking or Order ID',
	type: id,
	required: true,
	noValue: 'error',
	judged: 'identifier',
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
	judged: 'identifier',
	description: 'ID of what was booked, such as the room type or the property (UUID)',
	placeholder: 'e.g. double-room',
};

export const productIdKeys = ['UUID', 'product_uuid'] as const;

const purchasePrice: Field = {
	name: 'price',
	label: 'Price',
	type: price,
	required: true,
	judged: 'record',
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
	judged: 'identifier',
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
		judged: 'identifier',
		placeholder: 'e.g. SPRING10',
	},
	{ name: 'name', label: 'Name', type: text, noValue: 'leaveOut' },
	{ name: 'description', label: 'Description', type: text, noValue: 'leaveOut' },
];
