import type { IDataObject } from 'n8n-workflow';
import type { EventLoop } from './yieldToEventLoop';
import { merged, readEntryFields, withBodyFields } from './additionalFields';
import { failureOf, type ItemFailure } from './errors';
import type { Entry, ItemReading, Operation } from './operation';
import type { NodeParameters } from './parameters';
import { RepeatedRecipients } from './recipient';

/** What was read of all items. */
export interface Readings {
	readings: ItemReading[];
	failures: ItemFailure[];
	/** Which recipients come more than once. */
	recurrence: RepeatedRecipients;
}

/**
 * Reads and checks all items; what is wrong with one does not stop the others.
 *
 * @param combinesMessages whether messages that differ may share a request
 */
export async function readItems(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
	breath: EventLoop,
): Promise<Readings> {
	const recurrence = new RepeatedRecipients();
	const { readings, failures }: Readings = { readings: [], failures: [], recurrence };
	const readItem = itemReader(operation, parameters, combinesMessages);
	const { asWhole, recipientOf } = operation;
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			const reading = readItem(item);
			readings.push(reading);
			if (asWhole) recurrence.note(asWhole.recipientOf(reading.envelope));
			if (recipientOf) {
				for (const { data } of reading.entries) recurrence.note(recipientOf(data));
			}
		} catch (error) {
			failures.push({ items: [item], failure: failureOf(error) });
		}
		if (breath.isDue) await breath.yieldWhenDue();
	}
	recurrence.keepRepeated();
	return { readings, failures, recurrence };
}

/** Makes what reads an item; what is the same for all items is read once. */
function itemReader(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
): (item: number) => ItemReading {
	const { message } = operation;
	const templateOf = parameters.common((item) =>
		message ? (item.field(message.field) as string) : '',
	);
	const envelopeOf = parameters.common((item) => {
		const envelope = withBodyFields(operation, item, operation.envelope?.(item) ?? {});
		if (!message || combinesMessages) return envelope;
		return { ...envelope, [message.field.name]: templateOf(item) };
	});
	const entryFieldsOf = parameters.common((item) => readEntryFields(operation, item));
	const rowsOf = operation.entriesReader(parameters);
	const entryOf = (item: number, place: number, data: IDataObject, template: string): Entry => {
		if (!message) return { item, place, data };
		return { item, place, data, template, text: message.textOf(template, data) };
	};
	return (item) => {
		const of = parameters.of(item);
		const envelope = envelopeOf(of);
		const template = templateOf(of);
		const rows = rowsOf(of, template);
		const fields = entryFieldsOf(of);
		const entries = rows.map((row, place) =>
			entryOf(item, place, fields ? merged(row, fields) : row, template),
		);
		return { item, envelope, entries };
	};
}
