import type { IDataObject } from 'n8n-workflow';
import { contactForm, contactsInJson, hotelForm, purchaseForm } from '../import-forms';
import { jsonDeliveries, pushForm, smsForm } from '../message-forms';

/** An operation that sends, with a form that reads its recipients from `$json.to`. */
export interface SendingOperation {
	name: string;
	form: IDataObject;
	/** The same recipients in another order. */
	reversed?: IDataObject;
	/** Another wording, which isn't content that updates a recipient: that is sent again. */
	reworded: IDataObject;
	/** The recipients of a list of items, once for each message or entry. */
	wanted(items: readonly RoundItem[]): string[];
}

/** An input item of a round. */
export interface RoundItem {
	to: string[];
	/** The contacts of a purchase, which aren't recipients. */
	guests: IDataObject[];
	/** The sender of its messages, or the origin of its contacts: others don't share their requests. */
	from: string;
	/** Different for each item; whatever is sent for it has it in a text. */
	id: string;
}

const each = (items: readonly RoundItem[]): string[] => items.flatMap(({ to }) => to);
const first = (items: readonly RoundItem[]): string[] => items.map(({ to }) => to[0]!);

/** An expression with an entry for each recipient, which has its place in the input in its text. */
const entries = (key: string, more: (place: string) => string, last = '') => {
	const entry = `{ ${key}: name, ${more('$json.id + "-" + at')} }`;
	return `={{ $json.to.map((name, at) => (${entry}))${last} }}`;
};
const backwards = '.reverse()';
const from = '={{ $json.from }}';
const place = '={{ $json.id }}-0';
const text = (of: string) => `replacements: { text: ${of} }`;
const city = (of: string) => `city: ${of}`;

const messages = (name: string, form: IDataObject, key: string): SendingOperation => ({
	name,
	form: { ...form, messageHolder: 'Hello %{text}', ...jsonDeliveries(entries(key, text)) },
	reversed: jsonDeliveries(entries(key, text, backwards)),
	reworded: { messageHolder: 'Hello %{text} again' },
	wanted: each,
});

/** Every operation whose requests may not be sent twice. */
export const sendingOperations: SendingOperation[] = [
	messages('SMS', smsForm({ sender: from }), 'phone_number'),
	messages('push', pushForm({ subject: from }), 'device_id'),
	{
		name: 'contacts',
		form: contactForm({ origin: from, ...contactsInJson(entries('user_id', city)) }),
		reversed: contactsInJson(entries('user_id', city, backwards)),
		reworded: { origin: 'pms again' },
		wanted: each,
	},
	{
		name: 'purchases',
		form: purchaseForm({
			transactionCode: '={{ $json.to[0] }}',
			...contactsInJson('={{ $json.guests }}'),
		}),
		reworded: { price: 11 },
		// Items with the same booking share its one purchase.
		wanted: (items) => [...new Set(first(items))],
	},
	{
		name: 'hotels',
		form: hotelForm({ uuid: '={{ $json.to[0] }}', name: place }),
		reworded: { name: `${place} again` },
		wanted: first,
	},
];
