/**
 * How booking systems write the states of a purchase (docs/service.md, Submit contacts and a
 * purchase); case, spaces, hyphens and underscores do not matter.
 */
export const bookingStates: Readonly<Record<string, readonly string[]>> = {
	canceled: ['cancelled', 'cancel', 'cancelada', 'cancelado', 'storniert', 'annulé', 'annulée'],
	check_in: ['checked in', 'in house', 'arrived', 'started', 'due out'],
	check_out: ['checked out', 'departed'],
	confirmed: [
		...['confirm', 'booked', 'new', 'definite', 'guaranteed', 'due in'],
		...['confirmada', 'confirmado', 'bestätigt', 'confirmé', 'confirmée'],
	],
	no_show: ['not arrived', 'did not arrive', 'set to no show'],
	no_paid: ['not paid', 'unpaid'],
	product_refund: ['refund', 'refunded'],
	purchase: ['purchased'],
	purchase_failed: ['payment failed'],
	reserved: [
		...['reserve', 'reservation', 'pending', 'not confirmed', 'unconfirmed'],
		...['tentative', 'optional', 'option', 'provisional', 'on hold'],
	],
};
