import type { IDataObject } from 'n8n-workflow';

/** The form of *SMS: Send*, filled in for one guest; `more` replaces parameters of it. */
export function smsForm(more: IDataObject = {}): IDataObject {
	return {
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder: 'Your room is ready',
		phoneNumber: '+34600123456',
		...more,
	};
}

/** The form of *Push: Send*, filled in for one device; `more` replaces parameters of it. */
export function pushForm(more: IDataObject = {}): IDataObject {
	return {
		resource: 'push',
		operation: 'send',
		appId: 'guest-app',
		subject: 'Aurora',
		messageHolder: 'Your room is ready',
		recipientType: 'device_id',
		recipientId: 'phone-1',
		...more,
	};
}

/** The form's list of several recipients per input item. */
export function recipients(...delivery: IDataObject[]): IDataObject {
	return { recipientsFrom: 'list', deliveries: { delivery } };
}

/** Recipients as JSON, from a text or a value. */
export function jsonDeliveries(value: unknown): IDataObject {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return { recipientsFrom: 'json', deliveriesJson: text };
}

/** The form's list of placeholder values, by name. */
export function placeholderValues(texts: Record<string, unknown>): IDataObject {
	const replacement = Object.entries(texts).map(([name, value]) => ({ name, value }));
	return { replacements: { replacement: replacement as IDataObject[] } };
}

/** *SMS: Send* to the phone number of each item. */
export const smsToGuests = smsForm({ phoneNumber: '={{ $json.phone }}' });

/** The phone number of a guest, counted from 1; the mock service rejects guest 0's. */
export function phoneOf(guest: number): string {
	return `+346${String(guest).padStart(8, '0')}`;
}

/** Items with a phone number each, starting with guest 1. */
export function guests(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index + 1) }));
}

/** The body that `pushForm` sends for targets; `more` replaces keys of it. */
export function pushBody(targets: IDataObject[], more: IDataObject = {}): IDataObject {
	return {
		app_id: 'guest-app',
		subject: 'Aurora',
		message_holder: 'Your room is ready',
		start_now: true,
		...more,
		deliveries: targets.map((target) => ({ replacements: {}, ...target })),
	};
}
