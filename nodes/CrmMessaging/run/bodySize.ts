import { InputError } from '../fields/inputError';
import { divide } from './group';
import type { Batch, BatchLimit } from './operation';

/** Characters of text that one request may hold; far more than any service takes, far less than V8. */
const mostText = 64 * 1024 * 1024;

/**
 * Divides a batch whose text is too much for one request.
 *
 * @throws InputError where it cannot be divided
 */
export function divideByText(batch: Batch, limit: BatchLimit): Batch[] {
	const sizes = batch.entries.map(({ data }) => textIn(data));
	const size = sizes.reduce((sum, one) => sum + one, textIn(batch.envelope));
	if (size <= mostText) return [batch];
	if (batch.entries.length < 2 || limit.indivisible) {
		throw new InputError(
			`has ${Math.round(size / 1e6).toLocaleString('en')} million characters, which is more than one request can hold; shorten its texts`,
			['Input Item'],
		);
	}
	const half = Math.ceil(batch.entries.length / 2);
	return divide(batch, half).flatMap((part) => divideByText(part, limit));
}

/** Characters of all texts in a value. */
function textIn(value: unknown): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null) return 0;
	let size = 0;
	for (const key in value) size += textIn((value as Record<string, unknown>)[key]);
	return size;
}
