import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../fields/values';
import {
	executionMemoryOf,
	isRetry,
	isToolExecution,
	runIndexOf,
	sharedMemoryOf,
} from '../n8n/execution';
import type { Operation } from './operation';
import { keyOf, matchContents, matchRows, type ContentReader, type StoredRow } from './match';
import { openRows, sentOutcomes, type Outcome, type Row, type SentOutcome } from './row';

/** The format of the data that the node stores in an execution. Other versions aren't read. */
export const storedVersion = 1;

const memoryKey = 'crmMessagingSent';

/** The rows of a request. */
interface StoredBatch {
	/** The account and the operation, and the round of a loop. */
	run: string;
	round: number;
	/** The execution that sent it; a retry is another one. */
	execution: string;
	rows: StoredRow[];
}

interface Stored {
	version: typeof storedVersion;
	batches: StoredBatch[];
}

/** What was sent in an execution, or may have been. n8n stores it with the execution. */
export class Memory {
	private readonly store: IDataObject;
	private readonly run: string;
	private readonly round: number;
	private readonly execution: string;
	private readonly isRetry: boolean;
	private readonly isAgentCall: boolean;
	private readonly claims = new Claims();
	/** The stored rows that are sent again, by the rows that replace them. */
	private replaced = new Map<Row, StoredRow>();

	/**
	 * Opens a run's memory without changing it.
	 *
	 * @param account identifies the service account; undefined, to look only, means any
	 * @param sendsUnknownAgain whether to resend unconfirmed requests
	 */
	constructor(
		context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly account: string | undefined,
		private readonly sendsUnknownAgain: boolean,
	) {
		this.store = memoryOf(context);
		this.execution = context.getExecutionId();
		this.isRetry = isRetry(context);
		this.isAgentCall = isToolExecution(context);
		// A node in a loop keeps its memory, but has a run index for each round. An agent's tool has
		// one for each call.
		this.round = this.isAgentCall ? 0 : runIndexOf(context);
		this.run = [operation.resource.name, operation.operation, account ?? ''].join(' ');
	}

	/**
	 * Gives rows the outcomes that an earlier try had, each once. Those to be sent again stay open.
	 *
	 * @returns the rows of earlier tries that this one doesn't have, and whose outcomes hold
	 */
	recall(rows: readonly Row[]): Row[] {
		this.replaced = new Map();
		const batches = this.batches;
		if (batches.length === 0) return [];
		const [held, again] = this.divided(batches);
		const found = this.match(held, rows);
		for (const [row, before] of found) row.outcome = this.recalledOutcome(before);
		const foundAgain = this.match(again, openRows(rows));
		for (const [row, before] of foundAgain) {
			row.earlier = before.outcome;
			this.replaced.set(row, before);
		}
		// Other calls of an agent report their own rows, and a changed contact is sent again.
		if (this.isAgentCall || this.operation.updates) return [];
		const seen = new Set(found.values());
		return held.filter((before) => !seen.has(before)).map(recalledRow);
	}

	/**
	 * Recalls rows and claims the others for this call of an agent. A call that another one sends the
	 * same message in parallel waits for its result first.
	 */
	async recallAndClaim(rows: readonly Row[]): Promise<Row[]> {
		for (;;) {
			const unmatched = this.recall(rows);
			if (!this.isAgentCall) return unmatched;
			const keys = openRows(rows).map(
				(row) => `${this.execution} ${this.run} ${keyOf(row, this.contentOf)}`,
			);
			const other = this.claims.claim(keys);
			if (!other) return unmatched;
			await other;
		}
	}

	/** Keeps the rows of a request that were sent, or may have been. */
	keep(rows: readonly Row[]): void {
		const sent = rows.filter(hasBeenSent);
		if (sent.length === 0) return;
		const stored = storedIn(this.store) ?? { version: storedVersion, batches: [] };
		const gone = new Set(sent.flatMap((row) => this.replaced.get(row) ?? []));
		// n8n never repeats an earlier round of a loop.
		const kept = stored.batches.filter(({ round }) => round >= this.round);
		if (gone.size > 0) {
			for (const batch of kept) batch.rows = batch.rows.filter((row) => !gone.has(row));
		}
		const { run, round, execution } = this;
		const batch = { run, round, execution, rows: sent.map((row) => this.storedRow(row)) };
		this.store[memoryKey] = { ...stored, batches: [...kept, batch] };
	}

	forget(): void {
		delete this.store[memoryKey];
	}

	/** Lets parallel calls of an agent continue. */
	release(): void {
		this.claims.release();
	}

	private storedRow(row: SentRow): StoredRow {
		const { items, position, recipient, outcome } = row;
		const content = this.contentOf?.(row);
		return { items, position, recipient, ...(content !== undefined && { content }), outcome };
	}

	private get batches(): StoredBatch[] {
		const isOwn = ({ run, round }: StoredBatch) =>
			round === this.round &&
			(run === this.run || (!this.account && run.startsWith(this.run)));
		return (storedIn(this.store)?.batches ?? []).filter(isOwn);
	}

	/**
	 * The rows to answer from memory, and those to send again. A person's retry sends rejected rows.
	 * With Resend, unconfirmed rows are sent too. Without it, n8n's own retries within an execution
	 * send none: they would fail again.
	 */
	private divided(batches: readonly StoredBatch[]): [held: StoredRow[], again: StoredRow[]] {
		const { sendsUnknownAgain } = this;
		const [held, again]: [StoredRow[], StoredRow[]] = [[], []];
		for (const { execution, rows } of batches) {
			const isPersons = this.isRetry && execution !== this.execution;
			for (const row of rows) {
				const { is } = row.outcome;
				const sendsRejected = is === 'rejected' && (isPersons || sendsUnknownAgain);
				const isAgain = sendsRejected || (is === 'unknown' && sendsUnknownAgain);
				(isAgain ? again : held).push(row);
			}
		}
		return [held, again];
	}

	/** Reads a row's content if that decides whether it is sent again. */
	private get contentOf(): ContentReader | undefined {
		const { operation, isAgentCall } = this;
		if (!isAgentCall && !operation.updates) return undefined;
		return (row) => operation.identity(row).content();
	}

	private match(earlier: readonly StoredRow[], now: readonly Row[]): Map<Row, StoredRow> {
		const { contentOf } = this;
		if (this.isAgentCall && contentOf) return matchContents(earlier, now, contentOf);
		return matchRows(earlier, now, contentOf);
	}

	/** An earlier outcome as this run reports it. For an agent, nothing was sent by this call. */
	private recalledOutcome({ outcome }: StoredRow): SentOutcome {
		if (outcome.is === 'unknown' || !this.isAgentCall) return outcome;
		const results = outcome.results.map(({ json, failure }) => {
			const skipped = failure ? 'rejectedBefore' : 'acceptedBefore';
			return { json: { ...json, skipped }, failure };
		});
		return { ...outcome, results };
	}
}

type SentRow = Row & { outcome: SentOutcome };

function hasBeenSent(row: Row): row is SentRow {
	return isSent(row.outcome);
}

export function isSent(outcome: Outcome): outcome is SentOutcome {
	return sentOutcomes.some((is) => is === outcome.is);
}

/** What is stored of a row: who it reached, and what happened to it. */
export type RecalledRow = Pick<Row, 'items' | 'position' | 'recipient' | 'outcome'>;

/** A row of an earlier try. */
export function recalledRow(before: RecalledRow): Row {
	return { envelope: {}, body: {}, warnings: [], ...before };
}

/** The memory of a node. The tools of an agent share one. */
function memoryOf(context: IExecuteFunctions): IDataObject {
	return isToolExecution(context) ? sharedMemoryOf(context) : executionMemoryOf(context);
}

/** What is stored; undefined if nothing is, or another version wrote it. */
function storedIn({ [memoryKey]: stored }: IDataObject): Stored | undefined {
	const isRead =
		isObject(stored) && stored.version === storedVersion && Array.isArray(stored.batches);
	return isRead ? (stored as unknown as Stored) : undefined;
}

/** Whether a node's memory was written by another version. */
export function isUnreadable(context: IExecuteFunctions): boolean {
	const memory = memoryOf(context);
	return memory[memoryKey] !== undefined && storedIn(memory) === undefined;
}

/** Whether nothing was sent in an execution, and nothing may have been. */
export function isEmpty(context: IExecuteFunctions): boolean {
	return memoryOf(context)[memoryKey] === undefined;
}

/** The messages in progress, in all executions of this process; each promise ends with its call. */
const inProgress = new Map<string, Promise<void>>();

/**
 * The messages that a call of an agent is about to send. n8n runs the tool calls of one answer in
 * parallel, in one process. The memory comes too late then: it holds what was sent.
 */
class Claims {
	private keys: readonly string[] = [];
	private end = (): void => undefined;

	/**
	 * Claims all of these, or none. Claim in the same tick in which the memory was read.
	 *
	 * @returns if another call sends one of them, the promise that it has ended
	 */
	claim(keys: readonly string[]): Promise<void> | undefined {
		for (const key of keys) {
			const other = inProgress.get(key);
			if (other) return other;
		}
		this.keys = keys;
		const ended = new Promise<void>((resolve) => (this.end = resolve));
		for (const key of keys) inProgress.set(key, ended);
		return undefined;
	}

	release(): void {
		for (const key of this.keys) inProgress.delete(key);
		this.keys = [];
		this.end();
	}
}
