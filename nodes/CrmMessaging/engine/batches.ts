import { addTo } from '../fields/values';
import type { Batch, Row } from './row';

/** Groups rows with equal envelopes, in input order. */
export function byEnvelope(rows: readonly Row[]): Row[][] {
	const groups = new Map<string, Row[]>();
	const texts = new Map<object, string>();
	for (const row of rows) {
		// Items without expressions share one envelope.
		const text = texts.get(row.envelope) ?? JSON.stringify(row.envelope);
		texts.set(row.envelope, text);
		addTo(groups, text, row);
	}
	return [...groups.values()];
}

/**
 * Divides rows into requests, in input order: those with equal envelopes share requests, up to the
 * limit.
 */
export function batchesOf(rows: readonly Row[], maxPerRequest: number): Batch[] {
	return byEnvelope(rows).flatMap((alike) => {
		const batches: Batch[] = [];
		for (let start = 0; start < alike.length; start += maxPerRequest) {
			const own = alike.slice(start, start + maxPerRequest);
			batches.push({ envelope: (own[0] as Row).envelope, rows: own });
		}
		return batches;
	});
}

/** The halves of a batch that is too large. */
export function halvesOf({ envelope, rows }: Batch): [Batch, Batch] {
	const half = Math.ceil(rows.length / 2);
	return [
		{ envelope, rows: rows.slice(0, half) },
		{ envelope, rows: rows.slice(half) },
	];
}
