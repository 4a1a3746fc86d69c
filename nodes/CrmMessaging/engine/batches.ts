import { allControls } from '../fields/control';
import { parameterName } from '../fields/field';
import { addTo, isObject } from '../fields/values';
import type { Operation } from './operation';
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

/** Lists the fields in which the envelopes of batches differ, by their labels. */
export function differences(batches: readonly Batch[], operation: Operation): string {
	const found = new Set<string>();
	for (const { envelope } of batches) noteDifferences(batches[0]?.envelope, envelope, found);
	return new Intl.ListFormat('en').format([...found].map((key) => labelOf(key, operation)));
}

/** Adds the keys that differ; nested keys by their own names. */
function noteDifferences(one: unknown, other: unknown, found: Set<string>, key = ''): void {
	if (one === other) return;
	if (isObject(one) && isObject(other)) {
		for (const inner of new Set([...Object.keys(one), ...Object.keys(other)])) {
			noteDifferences(one[inner], other[inner], found, inner);
		}
	} else if (JSON.stringify(one) !== JSON.stringify(other)) found.add(key);
}

/** The form's label for a key, or the key if it has none. */
function labelOf(key: string, { properties, options = [] }: Operation): string {
	const name = parameterName({ name: key });
	const found = allControls([...properties, ...options]).find((control) => control.name === name);
	return found?.displayName ?? `“${key}”`;
}
