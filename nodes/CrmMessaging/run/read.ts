import type { IDataObject } from 'n8n-workflow';
import { failureOf, type ItemFailure } from './itemFailure';
import { withBodyFields, withEntryFields } from './additionalFields';
import type { ItemReading } from './group';
import type { Entry, Operation } from './operation';
import type { ItemParameters, NodeParameters } from './parameters';

/** Reads and checks all items; what is wrong with one does not stop the others. */
export function readItems(
	operation: Operation,
	parameters: NodeParameters,
): { readings: ItemReading[]; failures: ItemFailure[] } {
	const readings: ItemReading[] = [];
	const failures: ItemFailure[] = [];
	const envelopeOf = envelopeReader(operation, parameters);
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			const of = parameters.of(item);
			const envelope = envelopeOf(of);
			const entries = withEntryFields(operation, of, operation.entries(of, envelope)).map(
				(data, place): Entry => ({ item, place, data }),
			);
			readings.push({ item, envelope, entries });
		} catch (error) {
			failures.push({ items: [item], failure: failureOf(error) });
		}
	}
	return { readings, failures };
}

/** Reads envelopes; one in which nothing differs between items is read once and is the same object. */
function envelopeReader(
	operation: Operation,
	parameters: NodeParameters,
): (item: ItemParameters) => IDataObject {
	let common: IDataObject | undefined;
	return (item) => {
		if (common) return common;
		const { value, differs } = parameters.watch(() =>
			withBodyFields(operation, item, operation.envelope?.(item) ?? {}),
		);
		if (!differs) common = value;
		return value;
	};
}
