import type { INode } from 'n8n-workflow';
import { inputError, type ItemError } from './errors';
import type { ItemReading } from './group';
import type { Operation } from './operation';
import type { ItemParameters } from './parameters';

/** Reads and checks all items; what is wrong with one does not stop the others. */
export function readItems(
	node: INode,
	operation: Operation,
	items: readonly ItemParameters[],
): { readings: ItemReading[]; errors: ItemError[] } {
	const readings: ItemReading[] = [];
	const errors: ItemError[] = [];
	for (const item of items) {
		try {
			readings.push({ item: item.index, ...operation.read(item) });
		} catch (error) {
			errors.push({ items: [item.index], error: inputError(node, error, item.index) });
		}
	}
	return { readings, errors };
}
