import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { executionMemoryOf, runIndexOf, isToolExecution } from '../n8n/execution';
import { isRetry } from '../n8n/retriedExecution';
import { contentReader, type ContentReader } from './content';
import { digestOf, Ledger, type KeptCall } from './ledger';
import { matchRenamed, matchRows, matchSaid, type Renamed } from './match';
import type { Operation } from './operation';
import { Call, itemsOf, type Output, type Row, type SentStatus } from './row';

/** The rows that an earlier try leaves for this one. */
export interface Recalled {
	/** The sent rows, linked to the input items they come from now. */
	calls: Call[];
	/** Rows that would be sent again, if an item still asked for them. */
	left: Row[];
	/** How many rows are not sent again although the form was changed since they were accepted. */
	acceptedBeforeChange: number;
	/** The input items of contacts that may have been accepted before under other names. */
	unclearItems: number[];
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
	private readonly isAgentCall: boolean;
	private readonly ledger: Ledger;
	/** Names the run of the node; of an agent, all its calls together. */
	private readonly run: string;
	private readonly contentOf: ContentReader | undefined;
	/** The numbers in the memory of rows that are sent again. */
	private sentAgain = new Map<Row, number>();

	/**
	 * Opens the memory of a run, and changes nothing in it.
	 *
	 * @param account tells accounts of the service apart
	 * @param sendsUnknownAgain whether what the service may have accepted is sent again
	 */
	constructor(
		context: IExecuteFunctions,
		operation: Operation,
		account: string,
		private readonly sendsUnknownAgain: boolean,
	) {
		this.execution = context.getExecutionId();
		this.chosen = digestOf(chosenIn(context.getNode().parameters, operation));
		this.isRetry = isRetry(context);
		this.isAgentCall = isToolExecution(context);
		this.ledger = new Ledger(executionMemoryOf(context));
		this.contentOf = contentReader(operation, this.isAgentCall);
		// A node in a loop keeps its memory, but has a run index for each round. The tool of an agent
		// has one for each call.
		const round = this.isAgentCall ? 'agent' : String(runIndexOf(context));
		this.run = [account, operation.resource.name, operation.operation, round].join(' ');
	}

	/** Gives rows that the service accepted already, or may have, what an earlier try brought of them. */
	recall(rows: readonly Row[]): Recalled {
		// Before what the answer says is added to them.
		this.readContents(rows);
		const { kept, numberOf } = this.known();
		if (kept.length === 0) {
			return { calls: [], left: [], acceptedBeforeChange: 0, unclearItems: [] };
		}
		const isAgain = new Set(kept.flatMap((one) => this.sentAgainOf(one)));
		const [again, held] = parted(
			kept.flatMap(({ call }) => [...call.rows]),
			(row) => isAgain.has(row),
		);
		const { found, unclear } = this.match(held, rows);
		const open = rows.filter((row) => !found.has(row));
		const { found: foundAgain } = this.match(again, open);
		this.sentAgain = new Map();
		for (const [row, before] of foundAgain) {
			row.earlier = before.status as SentStatus;
			this.sentAgain.set(row, numberOf.get(before) ?? 0);
		}
		// Of several rows that are one earlier one, as an agent may ask for them, the last has its output.
		for (const [row, { status, failure, hold, id }] of found) {
			Object.assign(row, { status, failure, hold, id });
		}
		const foundAs = new Map([...found].map(([row, before]) => [before, row]));
		const isWanted = (row: Row) => !isAgain.has(row) && (!this.isAgentCall || foundAs.has(row));
		const beforeChange = kept.filter(
			({ call, chosen }) => !call.failure && chosen !== this.chosen,
		);
		const calls = kept.flatMap(({ call }) => relinked(call, isWanted, foundAs));
		if (this.isAgentCall) calls.forEach(markAsBefore);
		const foundBefore = new Set(foundAgain.values());
		return {
			calls: calls.sort(byFirstPlace),
			left: again.filter((row) => !foundBefore.has(row)),
			acceptedBeforeChange: beforeChange
				.flatMap(({ call }) => call.rows)
				.filter((row) => foundAs.has(row)).length,
			unclearItems: itemsOf(unclear),
		};
	}

	/** Notes that the service accepted a call, or may have. */
	keep(call: Call): void {
		const { execution, chosen, sentAgain } = this;
		this.readContents(call.rows);
		// Mostly nothing is sent again, and a list a row would cost too much.
		const instead =
			sentAgain.size > 0 ? call.rows.flatMap((row) => sentAgain.get(row) ?? []) : [];
		this.ledger.add(this.run, { execution, chosen, call, instead });
	}

	/** Forgets this run of the node, which has come to its end. */
	forget(): void {
		this.ledger.forget(this.run);
	}

	private readContents(rows: readonly Row[]): void {
		const { contentOf } = this;
		if (!contentOf) return;
		rows.forEach((row) => {
			row.content ??= contentOf(row);
		});
	}

	/** The stored calls of this run, without rows that were sent again since, and the number of each row. */
	private known(): { kept: KeptCall[]; numberOf: Map<Row, number> } {
		const all = this.ledger.callsOf(this.run);
		const numberOf = new Map<Row, number>();
		for (const { call } of all) for (const row of call.rows) numberOf.set(row, numberOf.size);
		const gone = new Set(all.flatMap(({ instead }) => instead));
		const isKnown = (row: Row) => !gone.has(numberOf.get(row) ?? -1);
		const calls = all.flatMap((one) =>
			partOf(one.call, isKnown).map((call) => ({ ...one, call })),
		);
		return { kept: calls, numberOf };
	}

	/**
	 * The rows of a call that are sent again: if a person chose so, those of which no one knows and
	 * those that were rejected; and if a person retries, those that the answer names as rejected.
	 * Within one execution n8n retries by itself, and would do so in vain.
	 */
	private sentAgainOf({ call, execution }: KeptCall): Row[] {
		const { sendsUnknownAgain } = this;
		const isPersons = this.isRetry && execution !== this.execution;
		return call.rows.filter(({ status, hold }) => {
			if (call.failure) return sendsUnknownAgain;
			if (!isAnyRejected(call) || (!isPersons && !sendsUnknownAgain)) return false;
			if (status !== 'rejected') return status === 'unknown' && sendsUnknownAgain;
			return hold === undefined || (hold !== 'inPart' && sendsUnknownAgain);
		});
	}

	private match(earlier: readonly Row[], now: readonly Row[]): Renamed {
		if (this.isAgentCall) return { found: matchSaid(earlier, now), unclear: [] };
		const found = matchRows(earlier, now);
		if (!this.contentOf) return { found, unclear: [] };
		const foundBefore = new Set(found.values());
		const renamed = matchRenamed(
			earlier.filter((row) => !foundBefore.has(row)),
			now.filter((row) => !found.has(row)),
		);
		return { ...renamed, found: new Map([...found, ...renamed.found]) };
	}
}

/**
 * A person's choices in an operation's form, as a text that differs from other choices' texts. What
 * stands as the form begins is left out, so that a new version with one field more changes nothing.
 *
 * @param parameters as the workflow holds them, expressions unread
 */
function chosenIn(parameters: INodeParameters, { properties }: Operation): string {
	const chosen = [...properties, { name: 'options', default: {} }].map((property) => {
		const value = JSON.stringify(parameters[property.name]);
		const isChosen = value !== undefined && value !== JSON.stringify(property.default);
		return isChosen ? [property.name, value] : undefined;
	});
	return JSON.stringify(chosen.filter(Boolean));
}

function parted(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] {
	return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

function isAnyRejected({ outputs }: Call): boolean {
	return outputs.some(({ rejected }) => rejected !== undefined);
}

/** A call with some of its rows, and what its answer says of them; none where it has none. */
function partOf(call: Call, holds: (row: Row) => boolean): Call[] {
	const rows = call.rows.filter(holds);
	if (rows.length === call.rows.length) return [call];
	if (rows.length === 0) return [];
	// Outputs of the whole call also belong to rows without an output of their own.
	const shared = rows.some(({ outputs }) => outputs.length === 0) ? call.shared : [];
	return [Object.assign(new Call(call.envelope, rows), call, { rows, shared })];
}

/** A call of an earlier try with some of its rows, which stand where they are found now. */
function relinked(
	call: Call,
	isWanted: (row: Row) => boolean,
	foundAs: ReadonlyMap<Row, Row>,
): Call[] {
	return partOf(call, isWanted).map((part) => {
		const itemsNow = new Map<number, Set<number>>();
		const rows = part.rows.map((before) => {
			const row = foundAs.get(before);
			if (!row) return before;
			const itemsOfRow = new Map<number, Set<number>>();
			for (const item of row.items) {
				const from = before.items.includes(item) ? item : before.item;
				for (const map of [itemsOfRow, itemsNow]) {
					map.set(from, (map.get(from) ?? new Set()).add(item));
				}
			}
			row.outputs = before.outputs.map((output) => {
				const { items, ...rest } = linked(output, itemsOfRow);
				const ordered = row.items.filter((item) => items.includes(item));
				return { ...rest, items: ordered.length > 0 ? ordered : items };
			});
			return row;
		});
		const shared = part.shared.map((output) => linked(output, itemsNow));
		return Object.assign(new Call(part.envelope, rows), part, { rows, shared });
	});
}

/** An output linked to the items that its own come from now; to the same if there are none. */
function linked(output: Output, itemsNow: ReadonlyMap<number, ReadonlySet<number>>): Output {
	const items = output.items.flatMap((item) => [...(itemsNow.get(item) ?? [])]);
	return items.length > 0 ? { ...output, items: [...new Set(items)] } : output;
}

/** Tells an agent that nothing was sent now. */
function markAsBefore(call: Call): void {
	const marked = (output: Output): Output => {
		const skipped = output.rejected === undefined ? 'acceptedBefore' : 'rejectedBefore';
		return { ...output, json: { ...output.json, skipped } };
	};
	for (const row of call.rows) row.outputs = row.outputs.map(marked);
	call.shared = call.shared.map(marked);
}

/** Calls in the order of what they hold; they ended in any. */
function byFirstPlace({ rows: [one] }: Call, { rows: [other] }: Call): number {
	if (!one || !other) return 0;
	return one.item - other.item || one.position - other.position;
}
