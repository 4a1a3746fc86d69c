import type { INode } from 'n8n-workflow';
import { inputError, type ItemError } from './errors';
import type { ItemReading } from './group';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';

/** Reads and checks all items; what is wrong with one does not stop the others. */
export function readItems(
	node: INode,
	operation: Operation,
	parameters: NodeParameters,
): { readings: ItemReading[]; errors: ItemError[] } {
	const readings: ItemReading[] = [];
	const errors: ItemError[] = [];
	for (let item = 0; item < parameters.items.length; item++) {
		try {
			const { envelope, entries } = operation.read(parameters.of(item));
			readings.push({
				item,
				envelope,
				entries: entries.map((data, place) => ({ item, place, data })),
			});
		} catch (error) {
			errors.push({ items: [item], error: inputError(node, error, item) });
		}
	}
	return { readings, errors };
}
