import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { keptError, type ItemError, type KeptError } from './nodeError';
import type { ItemReading } from './group';
import type { Batch, Outcome, Result } from './operation';
import { isTool, runIndexOf } from '../n8n/runIndex';

/** What is kept of one run of the node, as plain data. */
interface Kept {
	/** Tells this run's parameters and items from another's. */
	fingerprint: string;
	/** Entries that were accepted or are in doubt: each one's item, then its place. */
	settled: number[];
	/** How many of them were accepted. */
	accepted: number;
	results: Result[];
	hints: string[];
	/** Requests that may have been taken; they are not sent again, and their items stay in error. */
	doubts: KeptError[];
}

const storeKey = 'crmMessagingSent';

/**
 * Remembers, in the execution's own data, what the service took in this run of the node. When n8n
 * runs the node again (Retry On Fail, or the retry of a failed execution), that is answered from
 * here and not sent a second time.
 *
 * Entries are known by their item and place, not by their content: an expression such as `$now`
 * gives another content at every try.
 */
export class Memory {
	private constructor(
		private readonly store: IDataObject,
		private readonly runIndex: string,
		private readonly kept: Kept,
	) {}

	/**
	 * @param accountUrl tells accounts of the service apart
	 */
	static open(context: IExecuteFunctions, accountUrl: string): Memory {
		const nodeContext = context.getContext('node');
		const store = (nodeContext[storeKey] ??= {}) as IDataObject;
		const fingerprint = fingerprintOf(context, accountUrl);
		// A node in a loop keeps its context, but has a run index for each round. The tool of an agent
		// has one for each try, so it is known by what it was asked.
		const runIndex = isTool(context) ? `tool ${fingerprint}` : String(runIndexOf(context));
		const known = store[runIndex] as unknown as Kept | undefined;
		const kept =
			known?.fingerprint === fingerprint
				? known
				: { fingerprint, settled: [], accepted: 0, results: [], hints: [], doubts: [] };
		store[runIndex] = kept;
		return new Memory(store, runIndex, kept);
	}

	/** Leaves out what the service took already, or may have taken. */
	unsettled(readings: readonly ItemReading[]): readonly ItemReading[] {
		if (this.kept.settled.length === 0) return readings;
		const settled = placesByItem(this.kept.settled);
		return readings.flatMap((reading) => {
			const places = settled.get(reading.item);
			if (!places) return [reading];
			const entries = reading.entries.filter(({ place }) => !places.has(place));
			const isSettled = entries.length === 0 && places.has(0);
			return isSettled ? [] : [{ ...reading, entries }];
		});
	}

	/** What the service took in an earlier try. */
	get earlier(): Readonly<Pick<Kept, 'results' | 'hints' | 'doubts' | 'accepted'>> {
		return this.kept;
	}

	/** Notes that the service took a request. */
	accept(batch: Batch, { results, hints = [] }: Outcome): void {
		this.settle(batch);
		this.kept.accepted += batch.entries.length;
		for (const result of results) this.kept.results.push(result);
		this.kept.hints.push(...hints);
	}

	/** Notes that the service may have taken a request. */
	doubt(batch: Batch, error: ItemError['error']): void {
		this.settle(batch);
		this.kept.doubts.push(keptError({ items: batch.items, error }));
	}

	/** Forgets this run of the node, which has come to its end. */
	forget(): void {
		delete this.store[this.runIndex];
	}

	private settle({ entries, items }: Batch): void {
		const { settled } = this.kept;
		for (const { item, place } of entries) settled.push(item, place);
		if (entries.length === 0) for (const item of items) settled.push(item, 0);
	}
}

function placesByItem(settled: readonly number[]): Map<number, Set<number>> {
	const places = new Map<number, Set<number>>();
	for (let at = 0; at + 1 < settled.length; at += 2) {
		const [item, place] = settled.slice(at, at + 2) as [number, number];
		const known = places.get(item);
		if (known) known.add(place);
		else places.set(item, new Set([place]));
	}
	return places;
}

/** How many items at either end tell one run's input from another's. */
const sample = 20;

function fingerprintOf(context: IExecuteFunctions, accountUrl: string): string {
	const items = context.getInputData().map(({ json }) => json);
	const known = [
		accountUrl,
		context.getNode().parameters,
		items.length,
		items.slice(0, sample),
		items.slice(-sample),
	];
	return createHash('sha256').update(textOf(known)).digest('hex');
}

/** Items may hold what JSON cannot. */
function textOf(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '';
	}
}
