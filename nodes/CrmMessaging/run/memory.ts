import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ItemFailure } from './itemFailure';
import type { ItemReading } from './group';
import type { Batch, Outcome, Result } from './operation';
import { executionMemoryOf } from '../n8n/executionMemory';
import { runIndexOf } from '../n8n/runIndex';
import { isToolExecution } from '../n8n/toolExecution';

/** What is kept of one run of the node, as plain data. */
interface Kept {
	/** Tells this run's parameters and items from another's. */
	fingerprint: string;
	/** Entries that were accepted or may have been: each one's item, then its place. */
	alreadyAccepted: number[];
	/** How many of them were accepted. */
	accepted: number;
	results: Result[];
	hints: string[];
	/** Requests that may have been taken; they are not sent again, and their items stay in error. */
	outcomesUnknown: ItemFailure[];
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
		const store = (executionMemoryOf(context)[storeKey] ??= {}) as IDataObject;
		const fingerprint = fingerprintOf(context, accountUrl);
		// A node in a loop keeps its context, but has a run index for each round. The tool of an agent
		// has one for each try, so it is known by what it was asked.
		const runIndex = isToolExecution(context)
			? `tool ${fingerprint}`
			: String(runIndexOf(context));
		const known = store[runIndex] as unknown as Kept | undefined;
		const kept =
			known?.fingerprint === fingerprint
				? known
				: {
						fingerprint,
						alreadyAccepted: [],
						accepted: 0,
						results: [],
						hints: [],
						outcomesUnknown: [],
					};
		store[runIndex] = kept;
		return new Memory(store, runIndex, kept);
	}

	/** Leaves out what the service took already, or may have taken. */
	notAcceptedOf(readings: readonly ItemReading[]): readonly ItemReading[] {
		if (this.kept.alreadyAccepted.length === 0) return readings;
		const accepted = placesByItem(this.kept.alreadyAccepted);
		return readings.flatMap((reading) => {
			const places = accepted.get(reading.item);
			if (!places) return [reading];
			const entries = reading.entries.filter(({ place }) => !places.has(place));
			const isAccepted = entries.length === 0 && places.has(0);
			return isAccepted ? [] : [{ ...reading, entries }];
		});
	}

	/** What the service took in an earlier try. */
	get earlier(): Readonly<Pick<Kept, 'results' | 'hints' | 'outcomesUnknown' | 'accepted'>> {
		return this.kept;
	}

	/** Notes that the service took a request. */
	accept(batch: Batch, { results, hints = [] }: Outcome): void {
		this.keepOut(batch);
		this.kept.accepted += batch.entries.length;
		for (const result of results) this.kept.results.push(result);
		this.kept.hints.push(...hints);
	}

	/** Notes that the service may have taken a request. */
	keepUnknown(failed: ItemFailure, batch: Batch): void {
		this.keepOut(batch);
		this.kept.outcomesUnknown.push(failed);
	}

	/** Forgets this run of the node, which has come to its end. */
	forget(): void {
		delete this.store[this.runIndex];
	}

	private keepOut({ entries, items }: Batch): void {
		const { alreadyAccepted } = this.kept;
		for (const { item, place } of entries) alreadyAccepted.push(item, place);
		if (entries.length === 0) for (const item of items) alreadyAccepted.push(item, 0);
	}
}

function placesByItem(alreadyAccepted: readonly number[]): Map<number, Set<number>> {
	const places = new Map<number, Set<number>>();
	for (let at = 0; at + 1 < alreadyAccepted.length; at += 2) {
		const [item, place] = alreadyAccepted.slice(at, at + 2) as [number, number];
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
	return createHash('sha256').update(jsonOf(known)).digest('hex');
}

/** Items may hold what JSON cannot. */
function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '';
	}
}
