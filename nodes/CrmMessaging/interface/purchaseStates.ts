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
			...['cancelled', 'cancel', 'cxl', 'cxld', 'canx', 'deleted'],
			...['canceled by guest', 'cancelled by guest', 'guest canceled', 'guest cancelled'],
			...['canceled by hotel', 'cancelled by hotel'],
			...['canceled by property', 'cancelled by property'],
			...['cancelada', 'cancelado', 'anulada', 'anulado', 'storniert', 'annulliert'],
			...['annulé', 'annulée', 'annullata', 'annullato', 'cancellata', 'geannuleerd'],
			...['cancellation', 'void', 'voided', 'canceled by customer', 'cancelled by customer'],
			...['cancelación', 'anulación', 'cancelada por el cliente', 'anulada por el cliente'],
			...['storno', 'stornierung', 'annullierung', 'abgesagt', 'storniert durch gast'],
			...['storniert durch hotel', 'storniert vom gast', 'storniert vom hotel'],
			...['annulation', 'annulée par le client', 'annulé par le client'],
		],
	},
	{
		value: 'check_in',
		label: 'Check In',
		aliases: [
			...['checked in', 'in house', 'arrived', 'started', 'due out', 'staying'],
			...['stay over', 'eingecheckt', 'angereist'],
		],
	},
	{
		value: 'check_out',
		label: 'Check Out',
		aliases: ['checked out', 'departed', 'ausgecheckt', 'abgereist'],
	},
	{
		value: 'confirmed',
		label: 'Confirmed',
		aliases: [
			...['confirm', 'booked', 'book', 'new', 'definite', 'guaranteed', 'due in'],
			...['accepted', 'approved', 'confirmada', 'confirmado', 'bestätigt'],
			...['confirmé', 'confirmée', 'confermata', 'confermato', 'bevestigd'],
		],
	},
	{
		value: 'no_show',
		label: 'No Show',
		aliases: [
			...['not arrived', 'did not arrive', 'not shown', 'did not show', 'set to no show'],
			...['no presentado', 'nicht angereist', 'nicht erschienen', 'non présenté'],
		],
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
			...['tentative', 'optional', 'option', 'provisional', 'on hold', 'requested'],
			...['on request', 'to be confirmed', 'awaiting confirmation', 'pending confirmation'],
			...['pendiente', 'reservada', 'reservado', 'reserviert', 'en attente'],
		],
	},
];
