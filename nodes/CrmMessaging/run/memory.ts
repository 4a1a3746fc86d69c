import type { IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../n8n/executionMemory';
import { runIndexOf } from '../n8n/runIndex';
import { inputOfTool, isToolExecution } from '../n8n/toolExecution';
import type { Failure } from '../transport/failure';
import { chosenIn } from './chosenParameters';
import { itemsOfEntries } from './entry';
import type { Batch, Operation, Outcome, Result } from './operation';
import { matchUnits, placeOf, unitsOf, type Unit } from './unit';

/** A request that the service took, or may have taken, as plain data. */
export interface KeptRequest {
	/** What a person had chosen in the form by then. */
	chosen: string;
	units: Unit[];
	/** What it brought. */
	results: Result[];
	hints: string[];
	/** Why nobody knows whether the service took it; without one, it did. */
	unknown?: Failure;
}

/** A request as it is kept: its units as JSON, which takes a third, and n8n stores it many times faster. */
interface PackedRequest extends Omit<KeptRequest, 'units'> {
	units: string;
}

/** What an earlier try leaves of this one. */
export interface Recalled {
	/** What is still to be sent. */
	open: Batch[];
	/** What was sent, linked to the input items it comes from now. */
	requests: KeptRequest[];
	/** How many units are not sent again although the form was changed since they were accepted. */
	acceptedBeforeChange: number;
}

const storeKey = 'crmMessagingAccepted';

/**
 * Remembers, in the execution's own data, what the service took in this run of the node, and what it
 * may have taken. When n8n runs the node again (Retry On Fail, or the retry of a failed execution),
 * that is answered from here and not sent a second time, whatever was edited in between.
 *
 * It knows who was reached, and not how: by account, operation, run and recipient, counted, so that
 * two messages to one person in one run remain two.
 */
export class Memory {
	private constructor(
		private readonly operation: Operation,
		private readonly store: Record<string, PackedRequest[] | undefined>,
		private readonly key: string,
		private readonly chosen: string,
	) {}

	/**
	 * @param account tells accounts of the service apart
	 * @param sendsUnknownAgain whether what the service may have taken counts as not sent
	 */
	static open(
		context: IExecuteFunctions,
		operation: Operation,
		account: string,
		sendsUnknownAgain: boolean,
	): Memory {
		const memory = executionMemoryOf(context);
		const store = (memory[storeKey] ??= {}) as Record<string, PackedRequest[] | undefined>;
		// A node in a loop keeps its memory, but has a run index for each round. The tool of an agent
		// has one for each call, so a call is known by what it asks.
		const run = isToolExecution(context) ? inputOfTool(context) : String(runIndexOf(context));
		const key = [account, operation.resource.name, operation.operation, run].join(' ');
		const chosen = chosenIn(context.getNode().parameters, operation);
		const kept = store[key] ?? [];
		store[key] = sendsUnknownAgain ? kept.filter(({ unknown }) => !unknown) : kept;
		return new Memory(operation, store, key, chosen);
	}

	private get requests(): PackedRequest[] {
		return this.store[this.key] ?? [];
	}

	/** Leaves out what the service took already, or may have taken. */
	recall(groups: readonly Batch[]): Recalled {
		const requests = inOrderOfPlaces(this.requests.map(unpacked));
		if (requests.length === 0) return { open: [...groups], requests, acceptedBeforeChange: 0 };
		const now = groups.map((group) => unitsOf(this.operation, group));
		const earlier = requests.flatMap(({ units }) => units);
		const found = matchUnits(earlier, now.flat());
		const foundAs = new Map([...found].map(([unit, before]) => [before, unit]));
		const beforeChange = requests
			.filter(({ unknown, chosen }) => !unknown && chosen !== this.chosen)
			.flatMap(({ units }) => units);
		return {
			open: groups.flatMap((group, at) => openPart(group, now[at] ?? [], found)),
			requests: requests.map((request) => relinked(request, foundAs)),
			acceptedBeforeChange: beforeChange.filter((unit) => foundAs.has(unit)).length,
		};
	}

	/** Notes that the service took a request. */
	accept(units: Unit[], { results, hints = [] }: Outcome): void {
		this.keep({ chosen: this.chosen, units, results, hints });
	}

	/** Notes that the service may have taken a request. */
	keepUnknown(units: Unit[], unknown: Failure): void {
		this.keep({ chosen: this.chosen, units, results: [], hints: [], unknown });
	}

	private keep({ units, ...request }: KeptRequest): void {
		this.requests.push({ ...request, units: JSON.stringify(units) });
	}

	/** Forgets this run of the node, which has come to its end. */
	forget(): void {
		delete this.store[this.key];
	}
}

/** Requests in the order of what they held; they ended in any. */
function inOrderOfPlaces(requests: readonly KeptRequest[]): KeptRequest[] {
	const item = ({ units: [first] }: KeptRequest) => first?.items[0] ?? 0;
	const place = ({ units: [first] }: KeptRequest) => first?.place ?? 0;
	return [...requests].sort((one, other) => item(one) - item(other) || place(one) - place(other));
}

function unpacked({ units, ...request }: PackedRequest): KeptRequest {
	return { ...request, units: JSON.parse(units) as Unit[] };
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

/** A request of an earlier try, with its results linked to the items that its units come from now. */
function relinked(request: KeptRequest, foundAs: ReadonlyMap<Unit, Unit>): KeptRequest {
	const unitsNow = new Map<string, Unit>();
	const itemsNow = new Map<number, Set<number>>();
	const units = request.units.map((unit) => {
		const now = foundAs.get(unit);
		if (!now) return unit;
		unitsNow.set(placeOf(unit), now);
		const [first = 0] = unit.items;
		for (const item of now.items) {
			const before = unit.items.length > 1 && unit.items.includes(item) ? item : first;
			itemsNow.set(before, (itemsNow.get(before) ?? new Set()).add(item));
		}
		return { ...unit, items: now.items, place: now.place };
	});
	const results = request.results.map((result) => {
		const now = result.place === undefined ? undefined : unitsNow.get(placeOf(result));
		if (now) return { ...result, items: now.items, place: now.place };
		const items = result.items.flatMap((item) => [...(itemsNow.get(item) ?? [])]);
		return items.length > 0 ? { ...result, items: [...new Set(items)] } : result;
	});
	return { ...request, units, results };
}
