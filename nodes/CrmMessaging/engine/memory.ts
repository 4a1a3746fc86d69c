import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { executionMemoryOf, runIndexOf, isToolExecution } from '../n8n/execution';
import { isRetry } from '../n8n/retriedExecution';
import type { Failure } from '../service/failure';
import { contentReader, type ContentReader } from './content';
import { itemsOfEntries, type Batch, type Operation, type Outcome, type Result } from './operation';
import { inOrderOfPlaces, partOf, relinked, type KeptRequest, digestOf, Ledger } from './ledger';
import { answerFinder, holdFinder } from './outcomes';
import {
	matchRenamed,
	matchSaid,
	matchUnits,
	placeOf,
	unitsOf,
	type Renamed,
	type Unit,
} from './unit';

/** What an earlier try leaves of this one. */
export interface Recalled {
	/** What is still to be sent. */
	open: Batch[];
	/** What was sent, linked to the input items it comes from now. */
	requests: KeptRequest[];
	/** What was sent, and is sent again all the same: it stays in the memory until then. */
	again: KeptRequest[];
	/** What would be sent again, if anyone still asked for it. */
	left: KeptRequest[];
	/** How many units are not sent again although the form was changed since they were accepted. */
	acceptedBeforeChange: number;
	/** The input items of contacts that may have been accepted before under other names. */
	unclearItems: number[];
}

/** A request of the memory, with the numbers of its units. */
interface Known {
	requests: KeptRequest[];
	numberOf: Map<Unit, number>;
}

/**
 * Remembers, in the execution's own data, what the service accepted in this run of the node, and what
 * it may have. When n8n runs the node again (Retry On Fail, or the retry of a failed execution), that
 * is answered from here and not sent a second time, whatever was edited in between.
 *
 * It knows who was reached, and not how: by account, operation, run and recipient, counted, so that
 * two messages to one person in one run remain two. Of an agent, all calls are one run, and the same
 * to the same one is sent once.
 */
export class Memory {
	private readonly execution: string;
	private readonly chosen: string;
	private readonly isRetry: boolean;
	/** The numbers in the memory of units that are sent again, by their places now. */
	private sentAgain = new Map<string, number>();

	private constructor(
		context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly ledger: Ledger,
		private readonly run: string,
		private readonly sendsUnknownAgain: boolean,
		private readonly isAgentCall: boolean,
		private readonly contentsOf: ContentReader | undefined,
	) {
		this.execution = context.getExecutionId();
		this.chosen = digestOf(chosenIn(context.getNode().parameters, operation));
		this.isRetry = isRetry(context);
	}

	/**
	 * Opens the memory of a run, and changes nothing in it.
	 *
	 * @param account tells accounts of the service apart
	 * @param sendsUnknownAgain whether what the service may have accepted is sent again
	 */
	static open(
		context: IExecuteFunctions,
		operation: Operation,
		account: string,
		sendsUnknownAgain: boolean,
	): Memory {
		const isAgentCall = isToolExecution(context);
		// A node in a loop keeps its memory, but has a run index for each round. The tool of an agent
		// has one for each call.
		const round = isAgentCall ? 'agent' : String(runIndexOf(context));
		const run = [account, operation.resource.name, operation.operation, round].join(' ');
		return new Memory(
			context,
			operation,
			Ledger.open(executionMemoryOf(context)),
			run,
			sendsUnknownAgain,
			isAgentCall,
			contentReader(operation, isAgentCall),
		);
	}

	/** Leaves out what the service accepted already, or may have. */
	recall(groups: readonly Batch[]): Recalled {
		const { requests: known, numberOf } = this.known();
		if (known.length === 0) {
			return {
				open: [...groups],
				requests: [],
				again: [],
				left: [],
				acceptedBeforeChange: 0,
				unclearItems: [],
			};
		}
		const parts = known.map((request) => ({ request, isAgain: this.againFinder(request) }));
		const held = parts.flatMap(({ request, isAgain }) =>
			partOf(request, (unit) => !isAgain(unit)),
		);
		const again = parts.flatMap(({ request, isAgain }) => partOf(request, isAgain));
		const now = groups.map((group) => this.unitsOf(group));
		const { found, unclear } = this.match(unitsIn(held), now.flat());
		const open = now.flat().filter((unit) => !found.has(unit));
		const { found: foundAgain } = this.match(unitsIn(again), open);
		this.sentAgain = new Map(
			[...foundAgain].map(([unit, before]) => [placeOf(unit), numberOf.get(before) ?? 0]),
		);
		const foundAs = new Map([...found].map(([unit, before]) => [before, unit]));
		const againAs = new Map([...foundAgain].map(([unit, before]) => [before, unit]));
		return {
			open: groups.flatMap((group, at) => openPart(group, now[at] ?? [], found)),
			requests: inOrderOfPlaces(this.asked(held, foundAs)).map((one) =>
				relinked(one, foundAs),
			),
			again: again
				.flatMap((request) => partOf(request, (unit) => againAs.has(unit)))
				.map((request) => relinked(request, againAs)),
			left: again.flatMap((request) => partOf(request, (unit) => !againAs.has(unit))),
			acceptedBeforeChange: this.countBeforeChange(held, foundAs),
			unclearItems: [...new Set(unclear.flatMap(({ items }) => items))],
		};
	}

	/** Notes that the service accepted a request. */
	accept(batch: Batch, { results, hints = [] }: Outcome): void {
		this.keep(batch, { results, hints });
	}

	/** Notes that the service may have accepted a request. */
	keepUnknown(batch: Batch, unknown: Failure): void {
		this.keep(batch, { results: [], hints: [], unknown });
	}

	/** Forgets this run of the node, which has come to its end. */
	forget(): void {
		this.ledger.forget(this.run);
	}

	private keep(batch: Batch, kept: Pick<KeptRequest, 'results' | 'hints' | 'unknown'>): void {
		const { execution, chosen, sentAgain } = this;
		const units = this.unitsOf(batch);
		const instead = units.flatMap((unit) => sentAgain.get(placeOf(unit)) ?? []);
		this.ledger.add(this.run, { execution, chosen, units, ...kept, instead });
	}

	private unitsOf(batch: Batch): Unit[] {
		return unitsOf(this.operation, batch, this.contentsOf?.(batch));
	}

	/** What is kept of this run, without what was sent again since. */
	private known(): Known {
		const requests = this.ledger.requestsOf(this.run);
		const numberOf = new Map<Unit, number>();
		for (const unit of unitsIn(requests)) numberOf.set(unit, numberOf.size);
		const gone = new Set(requests.flatMap(({ instead = [] }) => instead));
		const isKnown = (unit: Unit) => !gone.has(numberOf.get(unit) ?? -1);
		return { requests: requests.flatMap((one) => partOf(one, isKnown)), numberOf };
	}

	/**
	 * Finds the units of a request that are sent again: where a person chose so, those of which nobody
	 * knows and those that were rejected; and where a person retries, those that the answer names as
	 * rejected. Within one execution n8n retries by itself, and would do so in vain.
	 */
	private againFinder({
		units,
		results,
		unknown,
		execution,
	}: KeptRequest): (unit: Unit) => boolean {
		const { sendsUnknownAgain } = this;
		if (unknown) return () => sendsUnknownAgain;
		const isPersons = this.isRetry && execution !== this.execution;
		const isAnyRejected = results.some(({ rejected }) => rejected !== undefined);
		if (!isAnyRejected || (!isPersons && !sendsUnknownAgain)) return () => false;
		const answerFor = answerFinder(results);
		const holdOf = holdFinder(units, results);
		return (unit) => {
			const { outcome } = answerFor(unit);
			if (outcome === 'accepted') return false;
			if (outcome !== 'rejected') return sendsUnknownAgain;
			const hold = holdOf(unit);
			return hold === undefined || (hold !== 'inPart' && sendsUnknownAgain);
		};
	}

	private match(earlier: readonly Unit[], now: readonly Unit[]): Renamed {
		if (this.isAgentCall) return { found: matchSaid(earlier, now), unclear: [] };
		const found = matchUnits(earlier, now);
		if (!this.contentsOf) return { found, unclear: [] };
		const foundBefore = new Set(found.values());
		const renamed = matchRenamed(
			earlier.filter((unit) => !foundBefore.has(unit)),
			now.filter((unit) => !found.has(unit)),
		);
		return { ...renamed, found: new Map([...found, ...renamed.found]) };
	}

	/** What is told of the earlier tries: all of it, or to an agent what this call asks for. */
	private asked(
		requests: readonly KeptRequest[],
		foundAs: ReadonlyMap<Unit, Unit>,
	): readonly KeptRequest[] {
		if (!this.isAgentCall) return requests;
		return requests
			.flatMap((request) => partOf(request, (unit) => foundAs.has(unit)))
			.map((request) => ({ ...request, results: request.results.map(markedAsBefore) }));
	}

	private countBeforeChange(
		requests: readonly KeptRequest[],
		foundAs: ReadonlyMap<Unit, Unit>,
	): number {
		const beforeChange = requests.filter(
			({ unknown, chosen }) => !unknown && chosen !== this.chosen,
		);
		return unitsIn(beforeChange).filter((unit) => foundAs.has(unit)).length;
	}
}

function unitsIn(requests: readonly KeptRequest[]): Unit[] {
	return requests.flatMap(({ units }) => units);
}

/** An output that tells an agent that nothing was sent now. */
function markedAsBefore(result: Result): Result {
	const skipped = result.rejected === undefined ? 'acceptedBefore' : 'rejectedBefore';
	return { ...result, json: { ...result.json, skipped } };
}

/** What of a group was not found in the memory. */
function openPart(group: Batch, units: readonly Unit[], found: Map<Unit, Unit>): Batch[] {
	if (!units.some((unit) => found.has(unit))) return [group];
	// A unit is an entry, or it is the whole group; then the others have none.
	const entries = group.entries.filter((_, at) => {
		const unit = units[at];
		return unit && !found.has(unit);
	});
	if (entries.length === 0) return [];
	return [{ ...group, entries, items: itemsOfEntries(entries) }];
}

/**
 * What a person chose in an operation's form, as a text that tells one choice from another. What
 * stands as the form begins is left out, so that a new version with one field more changes nothing.
 *
 * @param parameters as the workflow holds them, expressions unread
 */
export function chosenIn(parameters: INodeParameters, { properties }: Operation): string {
	const chosen = [...properties, { name: 'options', default: {} }].map((property) => {
		const value = JSON.stringify(parameters[property.name]);
		const isChosen = value !== undefined && value !== JSON.stringify(property.default);
		return isChosen ? [property.name, value] : undefined;
	});
	return JSON.stringify(chosen.filter(Boolean));
}
