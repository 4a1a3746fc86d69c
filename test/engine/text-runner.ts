import type { IDataObject } from 'n8n-workflow';
import { contactForm, mapped } from './import-forms';
import { smsForm } from './message-forms';
import { NodeRunner, type RunOptions } from './node-runner';

export const node = new NodeRunner();
export const message = (messageHolder: string, more: IDataObject = {}) =>
	smsForm({ phoneNumber: '={{ $json.phone }}', messageHolder, ...more });
export const contact = (value: IDataObject, more: IDataObject = {}) =>
	contactForm(mapped({ user_id: 'g-1', ...value }, more));

/** Runs the node, which must send nothing; returns its error and advice. */
export async function stopOf(
	form: IDataObject,
	items: IDataObject[],
	options: RunOptions = {},
): Promise<string> {
	const { error, output } = await node.run(form, { ...options, items });
	expect([node.sent, output]).toEqual([[], []]);
	return error ? `${error.message} ${error.description ?? ''}` : 'no error';
}

/** Runs the node, which must send without a hint. */
export async function passes(form: IDataObject, items: IDataObject[]): Promise<void> {
	const { error, hints } = await node.run(form, { items });
	expect([error?.message, hints]).toEqual([undefined, []]);
}
