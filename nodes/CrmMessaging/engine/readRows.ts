import type { IDataObject } from 'n8n-workflow';
import { merged, readEntryFields, withBodyFields } from './additionalFields';
import { failureOf } from './errors';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';
import { RepeatedRecipients, type Recipient } from './recipient';
import { Row } from './row';
import type { EventLoop } from './yieldToEventLoop';

/** What was read of all items. */
export interface RowsRead {
	rows: Row[];
	/** Which recipients come more than once. */
	repeated: RepeatedRecipients;
}

/**
 * Reads and checks all items; what is wrong with one doesn't stop the others, and gives an invalid row.
 * An item that gives nothing has a skipped row.
 *
 * @param combinesMessages whether messages that differ may share a request
 */
export async function readRows(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
	eventLoop: EventLoop,
): Promise<RowsRead> {
	const rows: Row[] = [];
	const repeated = new RepeatedRecipients();
	const readItem = itemReader(operation, parameters, combinesMessages);
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			for (const row of readItem(item)) {
				rows.push(row);
				for (const recipient of reachedBy(row)) repeated.note(recipient);
			}
		} catch (error) {
			const row = new Row(item, 0, {}, {}, []);
			row.refuse(failureOf(error));
			rows.push(row);
		}
		if (eventLoop.isDue) await eventLoop.yieldWhenDue();
	}
	repeated.keepRepeated();
	return { rows, repeated };
}

/** Whom a row reaches: who it is for, and who its parts are for. */
export function reachedBy({ recipient, parts }: Row): readonly Recipient[] {
	return parts ? [recipient, ...parts.map((part) => part.recipient)] : [recipient];
}

/** Makes what reads an item; what is the same for all items is read once. */
function itemReader(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
): (item: number) => Row[] {
	const { message, asWhole, recipientOf = () => [] } = operation;
	const templateOf = parameters.common((item) =>
		message ? (item.field(message.field) as string) : '',
	);
	const envelopeOf = parameters.common((item) => {
		const envelope = withBodyFields(operation, item, operation.envelope?.(item) ?? {});
		if (!message || combinesMessages) return envelope;
		return { ...envelope, [message.field.name]: templateOf(item) };
	});
	const moreOf = parameters.common((item) => readEntryFields(operation, item));
	const bodiesOf = operation.entriesReader(parameters);
	return (item) => {
		const of = parameters.of(item);
		const envelope = envelopeOf(of);
		const template = message ? templateOf(of) : undefined;
		const bodies = bodiesOf(of, template ?? '');
		const more = moreOf(of);
		const rows = bodies.map((read, position) => {
			const body: IDataObject = more ? merged(read, more) : read;
			const row = new Row(item, position, envelope, body, recipientOf(body), template);
			if (message) row.text = message.textOf(template ?? '', body);
			return row;
		});
		if (asWhole) {
			const recipient = asWhole.recipientOf(envelope);
			return [new Row(item, 0, envelope, {}, recipient, undefined, rows)];
		}
		if (rows.length > 0) return rows;
		const empty = new Row(item, 0, envelope, {}, []);
		empty.skip();
		return [empty];
	};
}
