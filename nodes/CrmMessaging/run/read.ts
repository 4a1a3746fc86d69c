import type { IDataObject } from 'n8n-workflow';
import { failureOf, type ItemFailure } from './itemFailure';
import { readEntryFields, withBodyFields, withEntryFields } from './additionalFields';
import type { Entry, ItemReading, Operation } from './operation';
import type { ItemParameters, NodeParameters } from './parameters';

/**
 * Reads and checks all items; what is wrong with one does not stop the others.
 *
 * @param combinesMessages whether messages that differ may share a request
 */
export function readItems(
	operation: Operation,
	parameters: NodeParameters,
	combinesMessages: boolean,
): { readings: ItemReading[]; failures: ItemFailure[] } {
	const readings: ItemReading[] = [];
	const failures: ItemFailure[] = [];
	const { message } = operation;
	const templateOf = commonReader(parameters, (item) =>
		message ? (item.field(message.field) as string) : '',
	);
	const envelopeOf = commonReader(parameters, (item) => {
		const envelope = withBodyFields(operation, item, operation.envelope?.(item) ?? {});
		if (!message || combinesMessages) return envelope;
		return { ...envelope, [message.field.name]: templateOf(item) };
	});
	const entryFieldsOf = commonReader(parameters, (item) => readEntryFields(operation, item));
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			const of = parameters.of(item);
			const envelope = envelopeOf(of);
			const template = templateOf(of);
			const entryOf = (data: IDataObject, place: number): Entry =>
				message
					? { item, place, data, template, text: message.textOf(template, data) }
					: { item, place, data };
			const rows = operation.entries(of, envelope, template);
			const entries = withEntryFields(rows, entryFieldsOf(of)).map(entryOf);
			readings.push({ item, envelope, entries });
		} catch (error) {
			failures.push({ items: [item], failure: failureOf(error) });
		}
	}
	return { readings, failures };
}

/** Reads something of items; where it does not differ between items it is read once. */
function commonReader<T>(
	parameters: NodeParameters,
	read: (item: ItemParameters) => T,
): (item: ItemParameters) => T {
	let common: { value: T } | undefined;
	return (item) => {
		if (common) return common.value;
		const { value, differs } = parameters.watch(() => read(item));
		if (!differs) common = { value };
		return value;
	};
}
