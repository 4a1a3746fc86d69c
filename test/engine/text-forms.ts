import type { IDataObject } from 'n8n-workflow';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { guests, placeholderValues, smsToGuests } from './message-forms';
import type { NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** *SMS: Send* to the phone number of each item. */
export function sms(more: IDataObject): IDataObject {
	return { ...smsToGuests, ...more };
}

export function message(messageHolder: string): IDataObject {
	return sms({ messageHolder });
}

/** A message with a placeholder of this value. */
export function named(text: string): IDataObject {
	return sms({ messageHolder: 'Dear %{a}', ...placeholderValues({ a: text }) });
}

const names = ['Ana', 'Ben', 'Zoë'];

/** Items with fields whose names are easily mistaken. */
export const namedGuests = guests(3).map((guest, at) => ({
	...guest,
	Vorname: names[at],
	stay: { room: 7 },
	'first name': names[at],
}));

/** Expects that a run with these items stops with one error for all of them. */
export async function expectAllStopped(
	node: NodeRunner,
	form: IDataObject,
	{ code, text, advice }: Sentence,
	items: IDataObject[] = namedGuests,
): Promise<void> {
	const place = items.length > 1 ? `items 0–${items.length - 1}` : 'item 0';
	await expectStopped(node, form, [text, code, advice], { items, place });
}
