import type { IDataObject } from 'n8n-workflow';

/** The form of *SMS: Send*, filled in for one guest; `more` replaces parameters of it. */
export function smsForm(more: IDataObject = {}): IDataObject {
	return {
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder: 'Your room is ready',
		deliveries: { delivery: [{ phoneNumber: '+34600123456' }] },
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
		deliveries: { delivery: [{ targetType: 'device_id', targetId: 'phone-1' }] },
		...more,
	};
}

/** The form's list of deliveries. */
export function deliveries(...delivery: IDataObject[]): IDataObject {
	return { deliveries: { delivery } };
}

/** Deliveries as JSON; anything but a text is written out. */
export function jsonDeliveries(value: unknown): IDataObject {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return { deliveriesFrom: 'json', deliveriesJson: text };
}

/** The form's list of replacements, by name. */
export function replacements(texts: Record<string, unknown>): IDataObject {
	const replacement = Object.entries(texts).map(([name, value]) => ({ name, value }));
	return { replacements: { replacement: replacement as IDataObject[] } };
}
