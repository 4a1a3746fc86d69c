import { failureOf, type ItemFailure } from './errors';
import type { Memory, Recalled } from './remember/memory';
import type { Operation } from './operation';
import type { RunOptions } from './options';
import type { NodeParameters } from './read/parameters';
import { groupRows, planCalls } from './send/planCalls';
import { readRows, type EventLoop } from './read/readRows';
import type { RepeatedRecipients } from './recipient';
import { Call, itemsOf, readyOf, type Row } from './row';

/** All rows of a run, and what an earlier try did to them. */
export interface ReadRows {
	/** Before any was combined or excluded. */
	read: Row[];
	/** Those to send, and those an earlier try sent. */
	all: readonly Row[];
	/** The same rows; those of a group may share requests, without a limit. */
	groups: Call[];
	repeated: RepeatedRecipients;
	recalled: Recalled;
	/** Why nothing may be sent. */
	refusal?: ItemFailure;
}

/** Reads and checks all items, and recalls what an earlier try sent. */
export async function readAll(
	operation: Operation,
	parameters: NodeParameters,
	options: Pick<RunOptions, 'combinesMessages' | 'preview' | 'sendsUnknownAgain'>,
	memory: Memory | undefined,
	eventLoop: EventLoop,
): Promise<ReadRows> {
	const { rows: read, repeated } = await readRows(operation, parameters, options, eventLoop);
	await eventLoop.yieldWhenDue();
	const mistake = parameters.checks.mistake();
	const refusal = mistake
		? { items: [...parameters.items.keys()], failure: mistake }
		: preflight(operation, read, parameters, repeated);
	const groups = groupRows(readyOf(read), operation).map((group) =>
		combined(group, operation, parameters, repeated),
	);
	await eventLoop.yieldWhenDue();
	const [only, ...others] = groups;
	const all = only && others.length === 0 ? only.rows : groups.flatMap((group) => group.rows);
	const sends = !refusal && options.preview === 'off';
	const recalled = sends ? await memory?.recallAndClaim(all) : memory?.recall(all);
	return { read, all, groups, repeated, recalled: recalled ?? nothingRecalled, refusal };
}

const nothingRecalled: Recalled = { calls: [], left: [], acceptedBeforeChange: 0 };

/** The calls of unsent rows, and the rows that none has. */
export interface Plan {
	calls: Call[];
	/** Rows that may share requests, without a limit. */
	groups: Call[];
	invalid: Row[];
	skipped: Row[];
}

/** Plans the calls of unsent rows. */
export function planOf(
	{ read, all, groups }: ReadRows,
	operation: Operation,
	parameters: NodeParameters,
	maxPerRequest: number,
): Plan {
	operation.checkOpen?.(readyOf(all), parameters);
	refuseItemsOfWrong(all);
	const right = groups
		.map(({ envelope, rows }) => new Call(envelope, readyOf(rows)))
		.filter((group) => group.rows.length > 0);
	return {
		calls: planCalls(right, operation, maxPerRequest),
		groups: right,
		invalid: read.filter(isInvalid),
		skipped: read.filter(({ status }) => status === 'skipped'),
	};
}

/** Runs the operation's check over all rows; returns why nothing may be sent. */
function preflight(
	operation: Operation,
	rows: readonly Row[],
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): ItemFailure | undefined {
	const read = rows.some(isInvalid) ? rows.filter((row) => !isInvalid(row)) : rows;
	try {
		operation.preflight?.(read, parameters, repeated);
		parameters.checks.noteGaps(readyOf(read));
		return undefined;
	} catch (error) {
		return { items: itemsOf(read), failure: failureOf(error) };
	}
}

function combined(
	group: Call,
	operation: Operation,
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): Call {
	const entries = operation.combine?.(group.entries, parameters, repeated);
	if (!entries) return group;
	const [whole] = group.rows;
	if (!whole?.parts) return new Call(group.envelope, entries);
	whole.parts = entries;
	return group;
}

/** If one row of an item can't be sent, none of its rows are. */
function refuseItemsOfWrong(rows: readonly Row[]): void {
	const invalid = rows.filter(isInvalid);
	if (invalid.length === 0) return;
	const wrong = new Map(invalid.map(({ item, failure }) => [item, failure]));
	for (const row of readyOf(rows)) {
		const failure = wrong.get(row.item);
		if (failure) row.refuse(failure);
	}
}

function isInvalid({ status }: Row): boolean {
	return status === 'invalid';
}
