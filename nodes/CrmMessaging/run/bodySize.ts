import { InputError } from '../fields/inputError';
import { divide, type Divided } from './group';
import type { Batch, BatchLimit } from './operation';

/** Characters of text that one request may hold; far more than any service takes, far less than V8. */
export const mostText = 64 * 1024 * 1024;

/** Divides batches whose text is too much for one request, in order. */
export function divideByText(batches: readonly Batch[], limit: BatchLimit): Divided {
	const parts = batches.map((batch) => divideOne(batch, limit));
	return {
		batches: parts.flatMap((part) => part.batches),
		refused: parts.flatMap((part) => part.refused),
	};
}

function divideOne(batch: Batch, limit: BatchLimit): Divided {
	// Where messages differ, each is in the request whole.
	const sizes = batch.entries.map(({ data, text = '' }) => textIn(data) + text.length);
	const size = sizes.reduce((sum, one) => sum + one, textIn(batch.envelope));
	if (size <= mostText) return { batches: [batch], refused: [] };
	if (batch.entries.length < 2 || limit.indivisible) {
		const error = new InputError(
			`has ${Math.round(size / 1e6).toLocaleString('en')} million characters, which is more than one request can hold; shorten its texts`,
			['Input Item'],
		);
		return { batches: [], refused: [{ items: batch.items, error }] };
	}
	return divideByText(divide(batch, Math.ceil(batch.entries.length / 2)), limit);
}

/** Characters of all texts in a value. */
function textIn(value: unknown): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null) return 0;
	let size = 0;
	for (const key in value) size += textIn((value as Record<string, unknown>)[key]);
	return size;
}
