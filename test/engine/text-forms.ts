import type { IDataObject } from 'n8n-workflow';
import { guests, placeholderValues, smsToGuests } from './message-forms';
import type { NodeRunner } from './node-runner';

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

/** Runs the node, which must send nothing. Returns its error: the text, and the first of its advice. */
export async function stopOf(
	node: NodeRunner,
	form: IDataObject,
	items: IDataObject[] = namedGuests,
	options: Parameters<NodeRunner['run']>[1] = {},
): Promise<string> {
	const { error, output } = await node.run(form, { ...options, items });
	expect([node.sent, output]).toEqual([[], []]);
	return error ? `${error.message} ${error.description ?? ''}` : 'no error';
}
