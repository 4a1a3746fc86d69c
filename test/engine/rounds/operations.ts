import type { IDataObject } from 'n8n-workflow';

/** An operation that sends, with a form that reads whom it reaches from `$json.to`. */
export interface SendingOperation {
	name: string;
	form: IDataObject;
	/** The same recipients in another order, by the parameter that gives them. */
	reversed?: IDataObject;
	/** Another wording. */
	reworded: IDataObject;
	/** How many units a list of items asks for, by recipient. */
	wanted(items: readonly RoundItem[]): string[];
}

/** An input item of a round. */
export interface RoundItem {
	to: string[];
	/** The contacts of a purchase. */
	guests: IDataObject[];
}

const each = (items: readonly RoundItem[]): string[] => items.flatMap(({ to }) => to);
const first = (items: readonly RoundItem[]): string[] => items.map(({ to }) => to[0]!);

/** A form's list of recipients, and the same list turned around. */
function lists(parameter: string, key: string): [form: IDataObject, reversed: IDataObject] {
	const list = (of: string) => ({
		[parameter]: `={{ ${of}.map((name) => ({ ${key}: name })) }}`,
	});
	return [list('$json.to'), list('[...$json.to].reverse()')];
}

const [sms, smsReversed] = lists('deliveriesJson', 'phone_number');
const [push, pushReversed] = lists('deliveriesJson', 'device_id');
const [contacts, contactsReversed] = lists('contactsJson', 'user_id');

/** Every operation that changes something at the service; a test compares it with the node's list. */
export const sendingOperations: SendingOperation[] = [
	{
		name: 'sms send',
		form: { sender: 'Aurora', messageHolder: 'Hello', recipients: 'json', ...sms },
		reversed: smsReversed,
		reworded: { messageHolder: 'Hello again' },
		wanted: each,
	},
	{
		name: 'push send',
		form: {
			appId: 'app',
			subject: 'Aurora',
			messageHolder: 'Hello',
			recipients: 'json',
			...push,
		},
		reversed: pushReversed,
		reworded: { subject: 'Aurora again' },
		wanted: each,
	},
	{
		name: 'contact upsert',
		form: { origin: 'pms', contactsFrom: 'json', ...contacts },
		reversed: contactsReversed,
		reworded: { origin: 'pms again' },
		wanted: each,
	},
	{
		name: 'purchase upsert',
		form: {
			origin: 'pms',
			uuid: 'room-1',
			price: 10,
			currency: 'EUR',
			transactionCode: '={{ $json.to[0] }}',
			contactsFrom: 'json',
			contactsJson: '={{ $json.guests }}',
		},
		reworded: { price: 20 },
		// Items with the same booking share its one purchase.
		wanted: (items) => [...new Set(first(items))],
	},
	{
		name: 'hotel create',
		form: {
			uuid: '={{ $json.to[0] }}',
			name: 'Aurora',
			itemsFrom: 'json',
			itemsJson: '[{ "language": "en", "data": { "a": "b" } }]',
		},
		reworded: { name: 'Aurora again' },
		wanted: first,
	},
];

/** The resource and operation of a name such as `sms send`. */
export function chosenBy(name: string): IDataObject {
	const [resource, operation] = name.split(' ');
	return { resource, operation };
}
