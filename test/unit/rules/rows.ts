import type { IDataObject } from 'n8n-workflow';
import { RepeatedRecipients, type Recipient } from '../../../nodes/CrmMessaging/engine/recipient';
import { Row } from '../../../nodes/CrmMessaging/engine/row';

type RowDetails = Partial<Pick<Row, 'position' | 'envelope' | 'recipient' | 'parts'>>;

/** A row of an item, before it is sent. */
export function rowOf(
	item: number,
	body: IDataObject = {},
	{ position = 0, envelope = {}, recipient = {}, parts }: RowDetails = {},
): Row {
	return new Row(item, position, envelope, body, recipient, undefined, parts);
}

/** Rows of some bodies, one per item. */
export function rowsOf(
	bodies: readonly IDataObject[],
	recipientOf: (body: IDataObject) => Recipient = () => ({}),
): Row[] {
	return bodies.map((body, item) => rowOf(item, body, { recipient: recipientOf(body) }));
}

/** The recipients that appear more than once among some rows. */
export function repeatedAmong(rows: readonly Row[]): RepeatedRecipients {
	return new RepeatedRecipients(rows);
}
