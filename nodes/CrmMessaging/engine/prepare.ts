import type { Failure } from '../service/failure';
import { refusedAsRenamed } from './doubt';
import { failureOf, type ItemFailure } from './errors';
import { formMistake } from './formMistakes';
import type { Memory } from './memory';
import type { Operation } from './operation';
import type { RunOptions } from './options';
import type { NodeParameters } from './parameters';
import { groupRows, planCalls } from './planCalls';
import { readRows } from './readRows';
import type { RepeatedRecipients } from './recipient';
import { Call, itemsOf, readyOf, type Row } from './row';
import type { EventLoop } from './yieldToEventLoop';

/** The rows to send, and those that an earlier try, a check or a wrong value leaves out. */
export interface Prepared {
	calls: Call[];
	/** The rows that may share a request, whatever the limit. */
	groups: Call[];
	/** Rows that were read, before anything was left out. */
	count: number;
	/** The rows that earlier tries have sent. */
	recalled: Call[];
	/** An earlier try's rows that would be sent again, if an item still asked for them. */
	left: Row[];
	acceptedBeforeChange: number;
	/** Rows that are wrong. */
	invalid: Row[];
	/** Rows that a check left out. */
	skipped: Row[];
	repeated: RepeatedRecipients;
	/** Why nothing at all may be sent. */
	refusal?: ItemFailure;
}

/**
 * Reads and checks all items, and plans the calls of what is still to be sent.
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

/** Lets the operation look at all rows; gives why nothing at all may be sent. */
function preflight(
	operation: Operation,
	rows: readonly Row[],
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): ItemFailure | undefined {
	const read = rows.some(isInvalid) ? rows.filter((row) => !isInvalid(row)) : rows;
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

/** With one row of an item that can't be sent, none of it is. */
function refuseItemsOfWrong(rows: readonly Row[]): void {
	const invalid = rows.filter(isInvalid);
	if (invalid.length === 0) return;
	const wrong = new Map(invalid.map(({ item, failure }) => [item, failure]));
	for (const row of readyOf(rows)) {
		const failure = wrong.get(row.item);
		if (failure) row.refuse(failure);
	}
}

/** Refuses all that wasn't sent for what is wrong with the form, also empty and invalid rows. */
function refuseAll(rows: readonly Row[], open: readonly Row[], mistake: Failure): void {
	const leftOut = rows.filter((row) => isInvalid(row) || row.status === 'skipped');
	for (const row of [...leftOut, ...readyOf(open)]) row.refuse(mistake);
}

function isInvalid({ status }: Row): boolean {
	return status === 'invalid';
}
