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
	/** Whether a recipient's last row holds, so that it's sent again behind an earlier one. */
	updates?: boolean;
	/** Whether items with one recipient may share its request, for which they need equal fields. */
	sharesRequests?: boolean;
	/** The place of each entry that an item sends. */
	places(item: RoundItem): string[];
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

/** A place of the input, which is in a text of what is sent for it. */
const placesOf = ({ id }: RoundItem, entries: readonly unknown[]): string[] =>
	entries.map((_, at) => `${id}-${at}`);

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
const guest = `{ ...guest, ${city('$json.id + "-" + at')} }`;

const messages = (name: string, form: IDataObject, key: string): SendingOperation => ({
	name,
	form: { ...form, messageHolder: 'Hello %{text}', ...jsonDeliveries(entries(key, text)) },
	reversed: jsonDeliveries(entries(key, text, backwards)),
	reworded: { messageHolder: 'Hello %{text} again' },
	wanted: each,
	places: (item) => placesOf(item, item.to),
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
		updates: true,
		places: (item) => placesOf(item, item.to),
	},
	{
		name: 'purchases',
		form: purchaseForm({
			transactionCode: '={{ $json.to[0].replace(/[2-9]$/, "1") }}',
			additionalFields: { origin: from },
			...contactsInJson(`={{ $json.guests.map((guest, at) => (${guest})) }}`),
		}),
		// Items that shared a request become several, and the other way around.
		reworded: {
			price: '={{ Number($json.id.slice(1)) % 2 }}',
			additionalFields: { origin: 'pms again' },
		},
		// Most items are of one booking.
		wanted: (items) => first(items).map((name) => name.replace(/[2-9]$/, '1')),
		sharesRequests: true,
		places: (item) => placesOf(item, item.guests),
	},
	{
		name: 'hotels',
		form: hotelForm({ uuid: '={{ $json.to[0] }}', name: place }),
		reworded: { name: `${place} again` },
		wanted: first,
		places: (item) => placesOf(item, [item.to]),
	},
];
