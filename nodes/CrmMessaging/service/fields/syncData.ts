import { fieldsOf, type Field } from '../../fields/field';
import { choice, boolean } from '../../fields/types/choice';
import { textList } from '../../fields/types/json';
import { currency, price, priceIn } from '../../fields/types/price';
import { idLike, text, webAddress } from '../../fields/types/text';

/** These are the fields of docs/contributing/service.md, Submit contacts and a purchase. */
export const origin: Field = {
	name: 'origin',
	label: 'Origin',
	type: text,
	required: true,
	initial: 'n8n',
	description: 'Source of the contacts and the purchase, such as the name of your booking system',
	placeholder: 'e.g. booking-system',
};

/** `options.email_validation` of an import. */
export const emailValidation: Field[] = fieldsOf({
	validate: {
		label: 'Validate Emails',
		type: boolean,
		initial: true,
		description: 'Whether to validate every email address, which costs credits of your account',
	},
	create_if_invalid: {
		label: 'Create If Email Is Invalid',
		type: boolean,
		initial: true,
		description:
			'Whether to save contacts with an invalid email (test it, since the documents state the opposite)',
	},
	create_if_no_credit: {
		label: 'Create Without Credit',
		type: boolean,
		initial: true,
		description: 'Whether to save contacts without validation when credits run out',
	},
});

/** `options.webhook.url` of an import. */
export const webhookUrl: Field = {
	name: 'url',
	label: 'Webhook URL',
	type: webAddress,
	required: true,
	description: 'URL of a CRM Messaging Trigger, which the service calls when it’s done',
};

/** The other fields of an import's `options.webhook`. */
export const webhookDetails: Field[] = fieldsOf({
	contacts_extra_fields: {
		label: 'Contact Fields in Callback',
		type: textList,
		description: 'Additional contact fields in the callback, separated by commas',
		placeholder: 'e.g. city, language',
	},
	purchase_extra_fields: {
		label: 'Purchase Fields in Callback',
		type: textList,
		description: 'Additional purchase fields in the callback, separated by commas',
		placeholder: 'e.g. status, price',
	},
});

export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job ID',
	type: idLike('5f1b2c3d4e5f6a7b8c9d0e1f'),
	required: true,
	judged: 'identifier',
	description: 'ID of the bulk job, from the node that saved the contacts or the purchase',
};

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

export const status: Field = {
	name: 'status',
	label: 'Status',
	type: choice(stateLabels, stateWords),
	judged: 'status',
	description: 'State of the booking or purchase, also in words such as InHouse or cancelled',
};

export const transactionCode: Field = {
	name: 'transaction_code',
	label: 'Booking or Order ID',
	type: idLike('R-104409'),
	required: true,
	judged: 'identifier',
	description: 'Unique ID in your booking system or shop (transaction_code)',
};

/** The service spells its key in two ways (docs/contributing/service.md, Submit contacts and a purchase). */
export const productId: Field = {
	name: 'UUID',
	label: 'Room or Product ID',
	type: idLike('double-room'),
	required: true,
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
		description: 'Campaign that led to the purchase (the list has the newest 200)',
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
