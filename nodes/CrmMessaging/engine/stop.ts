import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addTo } from '../fields/values';
import { isToolExecution, nodeOf } from '../n8n/execution';
import { changes } from '../service/endpoints';
import type { Failure } from '../service/failure';
import { answerOfError, closingsOfRun, failureOf, nodeErrorOfRun } from './errors';
import { isEmpty, Memory } from './memory';
import type { Operation } from './operation';
import { controlsOf } from './options';
import { standing } from './outcomes';
import { readAndJudge } from './prepare';
import { NodeParameters } from './read/parameters';
import { EventLoop } from './read/readRows';
import { errorItemsOf } from './report';
import { isSent, openRows, type Row } from './row';

/**
 * The output of a run that something stopped: with Continue on, an error item for each input item.
 * n8n passes the input of a node that throws to its success output.
 *
 * @param operation undefined if the form names none
 * @param rows those that were read; none if the run stopped before
 * @throws NodeOperationError or NodeApiError if Continue is off
 */
export async function outputOfStop(
	context: IExecuteFunctions,
	cause: unknown,
	operation: Operation | undefined,
	rows: readonly Row[],
): Promise<INodeExecutionData[]> {
	const node = nodeOf(context);
	if (isToolExecution(context)) return answerOfError(context, cause);
	if (!context.continueOnFail()) throw nodeErrorOfRun(node, cause);
	const failure = failureOf(cause);
	const closings = closingsOfRun(cause);
	const input = context.getInputData();
	const found = rows.length > 0 ? rows : await readAgain(context, operation);
	const byItem = new Map<number, Row[]>();
	for (const row of found) for (const item of row.items) addTo(byItem, item, row);
	const isAnySent = !isEmpty(context);
	return input.flatMap((_, item) => {
		const own = byItem.get(item) ?? [];
		// An item whose rows aren't known may have been sent by an earlier try.
		const isKnown = !isAnySent || own.some((row) => row.outcome.is !== 'refused');
		const outcome = isKnown ? worstOf(own, failure) : 'unknown';
		const ofItem = { items: [item], failure: { ...failure, outcome }, rows: own };
		return errorItemsOf(ofItem, input, node, closings);
	});
}

/** The rows of a run that stopped before it read them, if they matter: if an earlier try sent some. */
async function readAgain(
	context: IExecuteFunctions,
	operation: Operation | undefined,
): Promise<readonly Row[]> {
	if (isEmpty(context) || !operation || !changes(operation.endpoint)) return [];
	try {
		const parameters = new NodeParameters(context, controlsOf(operation));
		const options = { combinesMessages: true, sendsUnknownAgain: false };
		const judged = await readAndJudge(operation, parameters, options, new EventLoop());
		if (judged.refusal) return [];
		const rows = openRows(judged.rows);
		new Memory(context, operation, undefined, false).recall(rows);
		return rows;
	} catch {
		// The same cause may stop this, too.
		return [];
	}
}

/** The outcomes of an item's rows, the first of which counts: it must not be sent again unseen. */
const worst = ['unknown', 'accepted', 'rejected'] as const;

function worstOf(rows: readonly Row[], { outcome }: Failure): Failure['outcome'] {
	const outcomes = rows.map((row) => {
		const known = standing(row);
		return isSent(known) ? known.is : outcome;
	});
	return worst.find((is) => outcomes.includes(is)) ?? outcome;
}
