import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { isToolExecution, nodeOf, runIndexOf } from '../../n8n/execution';
import { isRetry } from '../../n8n/retriedExecution';
import { Claims } from './claims';
import { contentReader, matchKeyOf, matchContents, matchRows } from './match';
import { type ContentReader, digestOf, Ledger, ledgerMemoryOf, type KeptCall } from './ledger';
import type { Operation } from '../operation';
import { Call, readyOf, type Output, type Row, type SentStatus } from '../row';

/** The result of comparing this run with an earlier try. */
export interface Recalled {
	/** Earlier calls, linked to the current input items. */
	calls: Call[];
	/** Rows that would be sent again, but that no current item asks for. */
	left: Row[];
	/** Number of rows not sent again although the form changed since they were accepted. */
	acceptedBeforeChange: number;
}

/**
 * Remembers in the execution's data which rows of this run were accepted, or may have been. n8n may
 * run the node again (Retry On Fail, or the retry of a failed execution). Those rows are then
 * answered from here. They aren't sent twice, whatever was edited meanwhile.
 *
 * It counts recipients by account, operation and run, so two messages to one person in one run stay
 * two. A contact counts only as it was sent: a changed one is sent again, as an update. All calls of
 * an agent are one run, whichever tool it uses. They send a recipient the same content only once.
 */
export class Memory {
	private readonly execution: string;
	private readonly isRetry: boolean;
	private readonly isAgentCall: boolean;
	private readonly isUpdatable: boolean;
	private readonly ledger: Ledger;
	/** The run's name; all calls of an agent share one. */
	private readonly run: string;
	private readonly contentOf: ContentReader | undefined;
	private readonly claims = new Claims();
	/** The ledger indexes of rows that are sent again. */
	private sentAgain = new Map<Row, number>();

	/**
	 * Opens a run's memory without changing it.
	 *
	 * @param account identifies the service account; undefined, to look only, means any
	 * @param sendsUnknownAgain whether to resend unconfirmed requests
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly account: string | undefined,
		private readonly sendsUnknownAgain: boolean,
	) {
		this.execution = context.getExecutionId();
		this.isUpdatable = operation.contentOf !== undefined;
		this.isRetry = isRetry(context);
		this.isAgentCall = isToolExecution(context);
		this.ledger = new Ledger(ledgerMemoryOf(context));
		this.contentOf = contentReader(operation, this.isAgentCall);
		// A node in a loop keeps its memory, but has a run index for each round. An agent's tool
		// has one for each call.
		const round = this.isAgentCall ? 'agent' : String(runIndexOf(context));
		this.run = [account, operation.resource.name, operation.operation, round].join(' ');
	}

	/** A digest of the form's choices. */
	private get chosen(): string {
		return digestOf(chosenIn(nodeOf(this.context).parameters, this.operation));
	}

	/** Whether a stored run is this one. */
	private isRun(run: string): boolean {
		if (this.account !== undefined) return run === this.run;
		return run.split(' ').slice(-3).join(' ') === this.run.trim();
	}

	/** Assigns rows that were accepted, or may have been, their results from an earlier try. */
	recall(rows: readonly Row[]): Recalled {
		const { kept, numberOf } = this.known();
		if (kept.length > 0 || this.isAgentCall) this.readContents(rows);
		if (kept.length === 0) return { calls: [], left: [], acceptedBeforeChange: 0 };
		const isAgain = new Set(kept.flatMap((one) => this.sentAgainOf(one)));
		const [again, held] = parted(
			kept.flatMap(({ call }) => [...call.rows]),
			(row) => isAgain.has(row),
		);
		const found = this.match(held, rows);
		const open = rows.filter((row) => !found.has(row));
		const foundAgain = this.match(again, open);
		this.sentAgain = new Map();
		for (const [row, before] of foundAgain) {
			row.earlier = before.status as SentStatus;
			this.sentAgain.set(row, numberOf.get(before) ?? 0);
		}
		// If several rows match one earlier row, as with an agent, the last gets its output.
		for (const [row, before] of found) row.recall(before);
		const foundAs = new Map([...found].map(([row, before]) => [before, row]));
		// Other calls of an agent report their own rows, and a changed contact is sent again.
		const isOwnAlone = this.isAgentCall || this.isUpdatable;
		const isWanted = (row: Row) => !isAgain.has(row) && (!isOwnAlone || foundAs.has(row));
		// An agent's tools differ in their forms.
		const { chosen } = this;
		const beforeChange = this.isAgentCall
			? []
			: kept.filter((one) => !one.call.failure && one.chosen !== chosen);
		const calls = kept.flatMap(({ call }) => relinked(call, isWanted, foundAs));
		if (this.isAgentCall) calls.forEach(markAsBefore);
		const foundBefore = new Set(foundAgain.values());
		return {
			calls: calls.sort(byFirstPlace),
			left: isOwnAlone ? [] : again.filter((row) => !foundBefore.has(row)),
			acceptedBeforeChange: beforeChange
				.flatMap(({ call }) => call.rows)
				.filter((row) => foundAs.has(row)).length,
		};
	}

	/**
	 * Recalls rows and claims the others for this call of an agent. A call that another one sends the
	 * same message in parallel waits for its result first.
	 */
	async recallAndClaim(rows: readonly Row[]): Promise<Recalled> {
		for (;;) {
			const recalled = this.recall(rows);
			if (!this.isAgentCall) return recalled;
			const keys = readyOf(rows).map(
				(row) => `${this.execution} ${this.run} ${matchKeyOf(row)}`,
			);
			const other = this.claims.claim(keys);
			if (!other) return recalled;
			await other;
		}
	}

	/** Stores what was sent, and lets other calls of the agent continue. */
	close(): void {
		this.ledger.close();
		this.claims.release();
	}

	keep(call: Call): void {
		const { execution, sentAgain } = this;
		// Usually nothing is sent again, and a list per row would cost too much.
		const instead =
			sentAgain.size > 0 ? call.rows.flatMap((row) => sentAgain.get(row) ?? []) : [];
		const kept = () => ({ execution, chosen: this.chosen, call, instead });
		this.ledger.add(this.run, kept, this.contentOf);
	}

	forget(): void {
		this.ledger.forget();
	}

	private readContents(rows: readonly Row[]): void {
		const { contentOf } = this;
		if (!contentOf) return;
		rows.forEach((row) => {
			row.content ??= contentOf(row);
		});
	}

	/** This run's stored calls without rows sent again since, and each row's index. */
	private known(): { kept: KeptCall[]; numberOf: Map<Row, number> } {
		const all = this.ledger.callsOf((run) => this.isRun(run));
		const numberOf = new Map<Row, number>();
		for (const { call } of all) for (const row of call.rows) numberOf.set(row, numberOf.size);
		const gone = new Set(all.flatMap(({ instead }) => instead));
		const isKnown = (row: Row) => !gone.has(numberOf.get(row) ?? -1);
		const calls = all.flatMap((one) =>
			rowsOfCall(one.call, isKnown).map((call) => ({ ...one, call })),
		);
		return { kept: calls, numberOf };
	}

	/**
	 * The rows of a call to send again. A person's retry sends rejected rows. With Resend,
	 * unconfirmed rows are sent too. Without it, n8n's own retries within an execution send none:
	 * they would fail again.
	 */
	private sentAgainOf({ call, execution }: KeptCall): Row[] {
		const { sendsUnknownAgain } = this;
		const isPersons = this.isRetry && execution !== this.execution;
		return call.rows.filter(({ status }) => {
			if (status === 'rejected') return isPersons || sendsUnknownAgain;
			return status === 'unknown' && sendsUnknownAgain;
		});
	}

	private match(earlier: readonly Row[], now: readonly Row[]): Map<Row, Row> {
		return this.isAgentCall ? matchContents(earlier, now) : matchRows(earlier, now);
	}
}

/**
 * The choices in an operation's form, as a text to compare. Defaults are left out, so a new field
 * in a later version changes nothing.
 *
 * @param parameters as the workflow holds them, with raw expressions
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

/** A call with some of its rows and their results; an empty list if it has no such row. */
function rowsOfCall(call: Call, holds: (row: Row) => boolean): Call[] {
	const rows = call.rows.filter(holds);
	if (rows.length === call.rows.length) return [call];
	if (rows.length === 0) return [];
	// Results of the whole call also belong to rows without their own output.
	const shared = rows.some(({ outputs }) => outputs.length === 0) ? call.shared : [];
	return [Object.assign(new Call(call.envelope, rows), call, { rows, shared })];
}

/** An earlier call with some of its rows, at their current positions. */
function relinked(
	call: Call,
	isWanted: (row: Row) => boolean,
	foundAs: ReadonlyMap<Row, Row>,
): Call[] {
	return rowsOfCall(call, isWanted).map((part) => {
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

/** An output linked to its row's current items, or to the same ones if there are none. */
function linked(output: Output, itemsNow: ReadonlyMap<number, ReadonlySet<number>>): Output {
	const items = output.items.flatMap((item) => [...(itemsNow.get(item) ?? [])]);
	return items.length > 0 ? { ...output, items: [...new Set(items)] } : output;
}

/** Marks output for an agent: nothing was sent by this call. */
function markAsBefore(call: Call): void {
	const marked = (output: Output): Output => {
		const skipped = output.rejected === undefined ? 'acceptedBefore' : 'rejectedBefore';
		return { ...output, json: { ...output.json, skipped } };
	};
	for (const row of call.rows) row.outputs = row.outputs.map(marked);
	call.shared = call.shared.map(marked);
}

/** Calls finish in any order. */
function byFirstPlace({ rows: [one] }: Call, { rows: [other] }: Call): number {
	if (!one || !other) return 0;
	return one.item - other.item || one.position - other.position;
}
