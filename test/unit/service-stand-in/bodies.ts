/** Smallest bodies the document allows; tests lay their own fields over them. */

/** A push to one device. */
export const push = (more: object = {}) => ({
	app_id: 'demo-app',
	subject: 'Your stay',
	message_holder: 'Hello',
	deliveries: [{ device_id: 'd1', replacements: {} }],
	start_now: true,
	...more,
});

/** An SMS to one phone. */
export const sms = (more: object = {}) => ({
	sender: 'Aurora',
	message_holder: 'Hello',
	deliveries: [{ phone_number: '+34600123456', replacements: {} }],
	start_now: true,
	...more,
});

/** A hotel with one language. */
export const hotel = (more: object = {}) => ({
	uuid: 'h-1',
	name: 'Hotel Aurora',
	items: [{ language: 'es', data: { welcome: 'Hola' } }],
	...more,
});

/** A submission with one contact. */
export const sync = (more: object = {}) => ({
	origin: 'booking-system',
	contacts: [{ user_id: 'G-1', email: 'ana@example.com' }],
	...more,
});

/** A purchase. */
export const purchase = (more: object = {}) => ({
	UUID: 'room-1',
	transaction_code: 'R-1',
	price: 412.5,
	currency: 'EUR',
	...more,
});
