import { BoundedMap } from '../fields/cached';
import { isObject } from '../fields/values';
import type { Execution } from '../n8n/execution';
import type { Row, SentOutcome } from './row';

/** What earlier tries of this round may have sent: nothing, what the node remembers, or more than that. */
export type EarlierTry = 'none' | 'known' | 'unsure';

/** A row as an execution stores it: who it reached, and what happened to it. */
export type StoredRow = Pick<Row, 'items' | 'position' | 'recipient' | 'outcome' | 'earlier'>;

/** A row that was sent, or may have been. */
export interface SentRow extends StoredRow {
	/** Only if it decides whether the row is sent again. */
	content?: string;
	outcome: SentOutcome;
}

interface StoredBatch {
	/** The account and the operation, and the round of a loop. */
	run: string;
	round: number;
	/** The execution that sent it; a retry is another one. */
	execution: string;
	rows: SentRow[];
}

/** How a node began in an execution, so that a retry can tell one that failed in order. */
interface Beginning {
	node: string;
	execution: string;
	isRetry: boolean;
	/** If an earlier execution may have sent all rounds to unknown recipients: those wholly sent again since. */
	resent?: number[];
}

/** What a node stores in an execution; the tools of an agent share it. */
interface Stored {
	version: typeof storedVersion;
	batches: StoredBatch[];
	notes: Beginning[];
	/** Whether it replaced what another version has stored. */
	isReplacement: boolean;
}

/** Other versions aren't read. */
const storedVersion = 1;

const storedKey = 'crmMessagingSent';

export function storedRow({ items, position, recipient, outcome }: StoredRow): StoredRow {
	return { items, position, recipient, outcome };
}

export function recalledRow(before: StoredRow): Row {
	return { envelope: {}, body: {}, warnings: [], ...before };
}

/** What is stored in an execution. */
export function storedIn({ memory: { [storedKey]: stored } }: Execution): Stored {
	const isRead = isObject(stored) && stored.version === storedVersion;
	if (isRead && Array.isArray(stored.batches) && Array.isArray(stored.notes))
		return stored as unknown as Stored;
	const isReplacement = stored !== undefined;
	return { version: storedVersion, batches: [], notes: [], isReplacement };
}

/** Replaces a part of it. */
export function store(execution: Execution, part: Partial<Stored>): void {
	execution.memory[storedKey] = { ...storedIn(execution), ...part };
}

/** Forgets what was sent, once the node has ended well. A doubt may be about later rounds as well. */
export function forget(execution: Execution): void {
	const notes = storedIn(execution).notes.filter(({ resent }) => resent !== undefined);
	if (notes.length > 0) store(execution, { batches: [], notes });
	else delete execution.memory[storedKey];
}

/** The round of what was sent: an agent's tool has a run index for each call, and its calls share one. */
export function roundOf({ isTool, round }: Execution): number {
	return isTool ? 0 : round;
}

/** The rounds that this process runs or has run. n8n may run what it stored of an execution twice. */
const claimed = new BoundedMap<string, true>(10_000);
/** The runs that claimed them, of which only the own one may release a round. */
const claimants = new WeakSet<Execution>();

function claimOf({ id, node, round }: Execution): string {
	return `${id} ${round} ${node.name}`;
}

/** @returns false if another run has claimed the round */
function claimRound(execution: Execution): boolean {
	const { id, isTool, resumed } = execution;
	if (!id || isTool || resumed) return true;
	const claim = claimOf(execution);
	if (claimed.has(claim)) return false;
	claimed.set(claim, true);
	claimants.add(execution);
	return true;
}

/** For a run that failed: Retry On Fail runs its round again. */
export function releaseRound(execution: Execution): void {
	if (execution.node.retryOnFail && claimants.delete(execution))
		claimed.delete(claimOf(execution));
}

/**
 * Judges what earlier tries may have sent: an execution that was cut short, runs twice or can't be read may
 * have sent more than is known. It's noted for retries, so nothing may fail before: one that fails in order
 * is trusted.
 */
export async function judgeEarlierTry(execution: Execution): Promise<EarlierTry> {
	const { id, isRetry, round } = execution;
	const noted = noteIn(execution);
	const isFirst = isRetry && noted?.execution !== id;
	const isRepeated = !claimRound(execution);
	const hasBegun =
		isRepeated || (isFirst && (await execution.mayHaveBegun(noted).catch(() => true)));
	// Parallel calls of an agent may have stored something since.
	const { batches, isReplacement } = storedIn(execution);
	const before = noted ? noted.resent : isReplacement ? [] : undefined;
	const resent = hasBegun ? [] : before;
	note(execution, { execution: id, isRetry, resent });
	if (resent && !resent.includes(round)) return 'unsure';
	return batches.some((batch) => batch.round === roundOf(execution)) ? 'known' : 'none';
}

/** Notes that this round was wholly sent again: from now on, its recipients are known. */
export function noteResent(execution: Execution): void {
	const noted = noteIn(execution);
	if (noted?.resent) note(execution, { ...noted, resent: [...noted.resent, execution.round] });
}

function noteIn(execution: Execution): Beginning | undefined {
	return storedIn(execution).notes.find(({ node }) => node === execution.node.name);
}

function note(execution: Execution, ofNode: Omit<Beginning, 'node'>): void {
	const { name } = execution.node;
	const others = storedIn(execution).notes.filter(({ node }) => node !== name);
	store(execution, { notes: [...others, { ...ofNode, node: name }] });
}
