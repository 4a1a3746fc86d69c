const body =
	(smallest: object) =>
	(more: object = {}) => ({ ...smallest, ...more });

/** Smallest bodies the service takes; tests lay their own fields over them. */
export const push = body({
	app_id: 'demo-app',
	subject: 'Your stay',
	message_holder: 'Hello',
	deliveries: [{ device_id: 'd1', replacements: {} }],
	start_now: true,
});
export const sms = body({
	sender: 'Aurora',
	message_holder: 'Hello',
	deliveries: [{ phone_number: '+34600123456', replacements: {} }],
	start_now: true,
});
export const hotel = body({
	uuid: 'h-1',
	name: 'Hotel Aurora',
	items: [{ language: 'es', data: { welcome: 'Hola' } }],
});
export const sync = body({
	origin: 'booking-system',
	contacts: [{ user_id: 'G-1', email: 'ana@example.com' }],
});
export const purchase = body({
	UUID: 'room-1',
	transaction_code: 'R-1',
	price: 412.5,
	currency: 'EUR',
});
