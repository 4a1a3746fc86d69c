import type { Choice } from '../fields/types/choice';

/**
 * The states of a purchase (docs/service.md, Submit contacts and a purchase), and how booking systems
 * write them; case, spaces, hyphens, underscores and accents do not matter.
 */
export const purchaseStates: Choice[] = [
	{ value: 'add_cart', label: 'Add to Cart' },
	{
		value: 'canceled',
		label: 'Canceled',
		aliases: [
			'cancelled',
			'cancel',
			'cancelada',
			'cancelado',
			'storniert',
			'annulé',
			'annulée',
		],
	},
	{
		value: 'check_in',
		label: 'Check In',
		aliases: ['checked in', 'in house', 'arrived', 'started', 'due out'],
	},
	{ value: 'check_out', label: 'Check Out', aliases: ['checked out', 'departed'] },
	{
		value: 'confirmed',
		label: 'Confirmed',
		aliases: [
			...['confirm', 'booked', 'new', 'definite', 'guaranteed', 'due in'],
			...['confirmada', 'confirmado', 'bestätigt', 'confirmé', 'confirmée'],
		],
	},
	{
		value: 'no_show',
		label: 'No Show',
		aliases: ['not arrived', 'did not arrive', 'set to no show'],
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
		aliases: [
			...['reserve', 'reservation', 'pending', 'not confirmed', 'unconfirmed'],
			...['tentative', 'optional', 'option', 'provisional', 'on hold'],
		],
	},
];
