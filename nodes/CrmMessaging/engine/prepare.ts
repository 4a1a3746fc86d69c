import type { Failure } from '../service/failure';
import { refusedAsRenamed } from './doubt';
import { failureOf, type ItemFailure } from './errors';
import { formMistake } from './formMistakes';
import type { Memory } from './memory';
import type { Operation } from './operation';
import type { RunOptions } from './options';
import type { NodeParameters } from './parameters';
import { groupRows, planCalls } from './planCalls';
import { readRows, type EventLoop } from './readRows';
import type { RepeatedRecipients } from './recipient';
import { Call, itemsOf, readyOf, type Row } from './row';

/** The rows to send, without those excluded by an earlier try, a check or a wrong value. */
export interface Prepared {
	calls: Call[];
	/** Rows that may share requests, without a limit. */
	groups: Call[];
	/** Number of rows read, before any was excluded. */
	count: number;
	recalled: Call[];
	/** Rows that an earlier try leaves to resend, but that no current item asks for. */
	left: Row[];
	acceptedBeforeChange: number;
	invalid: Row[];
	skipped: Row[];
	repeated: RepeatedRecipients;
	refusal?: ItemFailure;
}

/**
 * Reads and checks all items, and plans the calls of unsent rows.
 *
 * @param continues whether wrong items fail and the rest is sent
 */
export async function prepare(
	operation: Operation,
	parameters: NodeParameters,
	options: RunOptions,
	continues: boolean,
	memory: Memory | undefined,
	eventLoop: EventLoop,
): Promise<Prepared> {
	const mistake = formMistake(operation, parameters);
	const { rows, repeated } = await readRows(
		operation,
		parameters,
		options.combinesMessages,
		eventLoop,
	);
	await eventLoop.yieldWhenDue();
	const refusal = mistake
		? { items: [...parameters.items.keys()], failure: mistake }
		: preflight(operation, rows, parameters, repeated);
	const groups = groupRows(readyOf(rows), operation).map((group) =>
		combined(group, operation, parameters, repeated),
	);
	await eventLoop.yieldWhenDue();
	const [only, ...others] = groups;
	const all = only && others.length === 0 ? only.rows : groups.flatMap((group) => group.rows);
	const recalled = memory?.recall(all);
	const { calls = [], left = [], acceptedBeforeChange = 0, unclearItems = [] } = recalled ?? {};
	const isUnclear = unclearItems.length > 0 && !options.sendsUnknownAgain;
	const found = {
		count: all.length,
		recalled: calls,
		left,
		acceptedBeforeChange,
		skipped: rows.filter(({ status }) => status === 'skipped'),
		repeated,
	};
	if (mistake && continues) {
		refuseAll(rows, all, mistake);
		return { ...found, calls: [], groups: [], invalid: rows.filter(isInvalid) };
	}
	operation.checkOpen?.(readyOf(all), parameters);
	refuseItemsOfWrong(all);
	const right = groups
		.map(({ envelope, rows: own }) => new Call(envelope, readyOf(own)))
		.filter((group) => group.rows.length > 0);
	const planned = planCalls(right, operation, options.maxPerRequest);
	await eventLoop.yieldWhenDue();
	return {
		...found,
		calls: planned,
		groups: right,
		invalid: rows.filter(isInvalid),
		refusal:
			refusal ?? (isUnclear ? { items: unclearItems, failure: refusedAsRenamed } : undefined),
	};
}

/** Runs the operation's check over all rows; returns why nothing may be sent. */
function preflight(
	operation: Operation,
	rows: readonly Row[],
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): ItemFailure | undefined {
	const read = rows.filter((row) => !isInvalid(row));
	try {
		operation.preflight?.(read, parameters, repeated);
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

/** Refuses every unsent row because of a mistake in the form, including empty and invalid rows. */
function refuseAll(rows: readonly Row[], open: readonly Row[], mistake: Failure): void {
	const leftOut = rows.filter((row) => isInvalid(row) || row.status === 'skipped');
	for (const row of [...leftOut, ...readyOf(open)]) row.refuse(mistake);
}

function isInvalid({ status }: Row): boolean {
	return status === 'invalid';
}
