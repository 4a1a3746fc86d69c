import { addTo } from '../fields/values';
import type { Execution } from '../n8n/execution';
import {
	recalledRow,
	roundOf,
	store,
	storedIn,
	storedRow,
	type SentRow,
	type StoredRow,
} from './earlierTry';
import type { Operation } from './operation';
import { displayName, namesIn } from './recipient';
import {
	firstItemOf,
	isSent,
	itemsOf,
	merge,
	openRows,
	rowsThatAre,
	type Row,
	type SentOutcome,
} from './row';

/** The messages that calls of agents send, in all executions of this process, until each call ends. */
const inProgress = new Map<string, Promise<void>>();

/** What was sent in an execution, or may have been. n8n stores it with the execution. */
export class Memory {
	private readonly operationName: string;
	private readonly run: string;
	private readonly round: number;
	/** The outcomes of earlier contents, which hold until their recipients are updated. */
	private readonly outdated = new Set<SentOutcome>();

	/** @param account undefined, to look only, means any */
	constructor(
		private readonly execution: Execution,
		private readonly operation: Operation,
		private readonly account: string | undefined,
		private readonly sendsUnknownAgain: boolean,
	) {
		this.round = roundOf(execution);
		this.operationName = `${operation.resource.name} ${operation.choice.name} `;
		this.run = this.operationName + (account ?? '');
	}

	/**
	 * Gives open rows the outcomes of an earlier try, each once. Those to be sent again stay open.
	 *
	 * @returns the rows of earlier tries that this one doesn't have, and whose outcomes hold
	 */
	recall(all: readonly Row[]): Row[] {
		const { contentOf } = this;
		const rows = openRows(all);
		// What an agent's call asks may be in several calls.
		const isOnce = !this.execution.isTool;
		const [held, again] = this.divided();
		const found = matchRows(held, rows, contentOf, isOnce);
		for (const [row, { outcome }] of found) row.outcome = this.recalled(outcome);
		if (isOnce) this.reopenOvertaken(rows);
		const foundAgain = matchRows(again, openRows(rows), contentOf, isOnce);
		for (const [row, { outcome }] of foundAgain) row.earlier = outcome;
		const seen = new Set([...found.values(), ...foundAgain.values()]);
		for (const row of held) if (!seen.has(row)) this.outdated.add(row.outcome);
		// Other calls of an agent report their own rows, and a changed contact is sent again.
		const refused = new Set(isOnce ? itemsOf(rowsThatAre('refused', all)) : []);
		const isRefused = (row: SentRow): boolean => refused.has(firstItemOf(row));
		const left = held.filter((row) => row.content === undefined || isRefused(row));
		const unmatched = [...left, ...again.filter(isRefused)]
			.filter((row) => !seen.has(row))
			.map(recalledRow);
		// The items of a booking were sent as one.
		const sentAsOne = new Map<unknown, Row[]>();
		for (const row of [...found.keys(), ...unmatched]) addTo(sentAsOne, row.outcome, row);
		for (const rows of sentAsOne.values()) merge(rows, rows[0] as Row);
		return unmatched;
	}

	/** Recalls rows and claims the others for this call of an agent, after calls that send the same message. */
	async recallAndClaim(rows: readonly Row[]): Promise<Row[]> {
		for (;;) {
			const unmatched = this.recall(rows);
			const other = this.execution.isTool && this.claim(openRows(rows));
			if (!other) return unmatched;
			await other;
		}
	}

	keep(rows: readonly Row[]): void {
		const { run, round, contentOf } = this;
		const sent = rows.flatMap((row): SentRow[] => {
			const { earlier } = row;
			// What is rejected now may still have been accepted before.
			const isUnsure = row.outcome.is === 'rejected' && earlier?.is === 'unknown';
			const outcome = isUnsure ? earlier : row.outcome;
			if (!isSent(outcome)) return [];
			const stored = { ...storedRow(row), outcome, content: contentOf(row) };
			// A retry may divide the items of a booking among other requests.
			return row.parts ? row.items.map((item) => ({ ...stored, items: [item] })) : [stored];
		});
		if (sent.length === 0) return;
		// n8n never repeats an earlier round of a loop.
		const kept = storedIn(this.execution).batches.filter((batch) => batch.round >= round);
		// The items of a booking share their outcome, and some may be sent again without the others.
		const sentAgain = new Map(rows.map((row) => [row.earlier, row.parts && row.items]));
		// What is changed now may be changed back later. Messages don't change each other.
		const updates = rows.filter((row) => !row.text && contentOf(row) !== undefined);
		const updated = new Set(updates.flatMap(({ recipient }) => namesIn(recipient)));
		const isReplaced = ({ outcome, recipient, items: [item = 0] }: SentRow) =>
			(sentAgain.has(outcome) && (sentAgain.get(outcome)?.includes(item) ?? true)) ||
			(this.outdated.has(outcome) && namesIn(recipient).some((name) => updated.has(name)));
		if (updated.size > 0 || rows.some(({ earlier }) => earlier)) {
			for (const batch of kept) batch.rows = batch.rows.filter((row) => !isReplaced(row));
		}
		const batches = [...kept, { run, round, execution: this.execution.id, rows: sent }];
		store(this.execution, { batches });
	}

	/** Whether an earlier try sent to another account, which may be another address of the same one. */
	get isOfOtherAccount(): boolean {
		const others = storedIn(this.execution).batches.filter(({ run, round }) => {
			return round === this.round && run.startsWith(this.operationName) && run !== this.run;
		});
		return others.length > 0 && !this.execution.isTool;
	}

	/** Lets parallel calls of an agent continue. */
	release = (): void => undefined;

	/**
	 * Claims messages in the tick in which the memory was read: n8n runs an agent's calls in parallel.
	 *
	 * @returns if another call sends one of them, the promise that it has ended
	 */
	private claim(rows: readonly Row[]): Promise<void> | undefined {
		const keys = rows.map(
			(row) => `${this.execution.id} ${this.run} ${matchKeyOf(row, this.contentOf(row))}`,
		);
		const [other] = keys.flatMap((key) => inProgress.get(key) ?? []);
		if (other) return other;
		const ended = new Promise<void>((resolve) => {
			this.release = () => {
				for (const key of keys) inProgress.delete(key);
				resolve();
			};
		});
		for (const key of keys) inProgress.set(key, ended);
		return undefined;
	}

	/** A row's content, if it decides whether the row is sent again. */
	private readonly contentOf = (row: Row): string | undefined => {
		const { content, updates } = this.operation.identity?.(row) ?? {};
		return this.execution.isTool || updates ? content?.() : undefined;
	};

	/** The rows of this round: those to answer from memory, and those to send again. */
	private divided(): [held: SentRow[], again: SentRow[]] {
		const [held, again]: [SentRow[], SentRow[]] = [[], []];
		for (const { run, round, execution, rows } of storedIn(this.execution).batches) {
			const isOwn = run === this.run || (!this.account && run.startsWith(this.run));
			if (round !== this.round || !isOwn) continue;
			for (const row of rows) (this.sendsAgain(row, execution) ? again : held).push(row);
		}
		return [held, again];
	}

	/** Without Resend, n8n's own retries within an execution send nothing again: it would fail again. */
	private sendsAgain({ outcome: { is } }: SentRow, execution: string): boolean {
		if (is === 'accepted') return false;
		const isPersons = this.execution.isRetry && execution !== this.execution.id;
		return this.sendsUnknownAgain || (is === 'rejected' && isPersons);
	}

	/** A contact's last row holds, so it's sent again behind an earlier one that changed. */
	private reopenOvertaken(rows: readonly Row[]): void {
		const changed = new Set<string>();
		for (const row of rows) {
			const names = namesIn(row.recipient);
			const isUpdate = row.outcome.is === 'accepted' && this.contentOf(row) !== undefined;
			if (isUpdate && names.some((name) => changed.has(name))) row.outcome = { is: 'open' };
			if (row.outcome.is === 'open') for (const name of names) changed.add(name);
		}
	}

	/** An earlier outcome as this run reports it. For an agent, nothing was sent by this call. */
	private recalled(outcome: SentOutcome): SentOutcome {
		if (outcome.is === 'unknown' || !this.execution.isTool) return outcome;
		const results = outcome.results.map(({ json, failure }) => {
			const skipped = failure ? 'rejectedBefore' : 'acceptedBefore';
			return { json: { ...json, skipped }, failure };
		});
		return { ...outcome, results };
	}
}

/**
 * Finds earlier rows again by recipient, and content if that counts: at the same place first, then in order.
 * The same ID of another type is last: a person may correct the type between two tries.
 */
export function matchRows(
	earlier: readonly SentRow[],
	now: readonly Row[],
	contentOf: (row: Row) => string | undefined = () => undefined,
	isOnce = true,
): Map<Row, SentRow> {
	const found = new Map<Row, SentRow>();
	if (earlier.length === 0) return found;
	const left = new Set(earlier);
	const contents = new Map(now.map((row) => [row, contentOf(row)]));
	const atPlace: typeof matchKeyOf = (row, content) =>
		`${positionOf(row)} ${matchKeyOf(row, content)}`;
	for (const way of [atPlace, matchKeyOf, untypedKeyOf]) {
		const alike = new Map<string, SentRow[]>();
		// In reverse, so that the first of equal rows is taken first.
		for (const before of [...left].reverse()) addTo(alike, way(before, before.content), before);
		for (const row of now) {
			const open = found.has(row) ? [] : (alike.get(way(row, contents.get(row))) ?? []);
			const before = isOnce ? open.pop() : open[0];
			if (!before) continue;
			found.set(row, before);
			if (isOnce) left.delete(before);
		}
	}
	return found;
}

/** Identifies a row's recipient, or its place if it has none, and its content if that counts. */
function matchKeyOf(row: StoredRow, content = ''): string {
	const { recipient } = row;
	const isNamed = displayName(recipient) !== undefined;
	return `${isNamed ? JSON.stringify(recipient) : positionOf(row)} ${content}`;
}

/** Without a recipient's type, unless content counts. */
function untypedKeyOf(row: StoredRow, content?: string): string {
	if (content !== undefined) return matchKeyOf(row, content);
	return displayName(row.recipient) ?? positionOf(row);
}

/** An item has one row per position. */
function positionOf({ items, position }: StoredRow): string {
	return `${firstItemOf({ items })}-${position}`;
}
