import type { Execution } from '../n8n/execution';
import { changes } from '../service/endpoints';
import type { Failure } from '../service/failure';
import { failureOf } from './errors';
import { isEmpty, Memory } from './memory';
import type { Operation } from './operation';
import { controlsOf, type RunOptions } from './options';
import { NodeParameters } from './read/parameters';
import { EventLoop, readRows } from './read/readRows';
import { openRows, refuse, type Row } from './row';

/** The rows of a run, as its guards left them. */
export interface Judged {
	rows: readonly Row[];
	/** Why nothing may be sent. */
	refusal?: Failure;
}

/** Reads all rows, and lets the guards judge them. */
export async function readAndJudge(
	operation: Operation,
	parameters: NodeParameters,
	options: Pick<RunOptions, 'sendsUnknownAgain'>,
	eventLoop: EventLoop,
): Promise<Judged> {
	const rows = await readRows(operation, parameters, options, eventLoop);
	const mistake = parameters.checks.mistake();
	if (mistake) return { rows, refusal: mistake };
	const right = rows.filter(({ outcome }) => outcome.is !== 'refused');
	try {
		for (const guard of operation.guards?.ofAll ?? []) guard(right, parameters);
		parameters.checks.noteGaps(openRows(rows));
	} catch (error) {
		return { rows, refusal: failureOf(error) };
	}
	// A row that became part of another has none.
	return { rows: rows.filter(({ items }) => items.length > 0) };
}

/** Judges the rows that no earlier try has sent. */
export function judgeUnsent(
	rows: readonly Row[],
	{ guards }: Operation,
	parameters: NodeParameters,
): void {
	for (const guard of guards?.ofUnsent ?? []) guard(openRows(rows), parameters);
	refuseItemsOfRefused(rows);
}

/** If one row of an item can't be sent, none of its rows are. */
function refuseItemsOfRefused(rows: readonly Row[]): void {
	const wrong = new Map<number, Failure>();
	for (const { outcome, items } of rows) {
		if (outcome.is === 'refused') for (const item of items) wrong.set(item, outcome.why);
	}
	if (wrong.size === 0) return;
	for (const row of openRows(rows)) {
		const why = row.items.flatMap((item) => wrong.get(item) ?? [])[0];
		if (why) refuse(row, why);
	}
}

/** The rows of a run that stopped before it read them, if they matter: if an earlier try sent some. */
export async function rowsOfStop(
	execution: Execution,
	operation: Operation | undefined,
): Promise<readonly Row[]> {
	if (isEmpty(execution) || !operation || !changes(operation.endpoint)) return [];
	try {
		const parameters = new NodeParameters(execution, controlsOf(operation));
		const options = { sendsUnknownAgain: false };
		const judged = await readAndJudge(operation, parameters, options, new EventLoop());
		if (judged.refusal) return [];
		const rows = openRows(judged.rows);
		new Memory(execution, operation, undefined, false).recall(rows);
		return rows;
	} catch {
		// The same cause may stop this, too.
		return [];
	}
}
