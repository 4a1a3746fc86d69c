import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isToolExecution, nodeOf } from '../n8n/execution';
import { addTo } from '../fields/values';
import { changes } from '../service/endpoints';
import { outcomeOf, type Failure } from '../service/failure';
import { answerOfError, closingsOfRun, failureOf, nodeErrorOfRun } from './errors';
import { Ledger, ledgerMemoryOf } from './remember/ledger';
import { Memory } from './remember/memory';
import type { Operation } from './operation';
import { controlsOf } from './options';
import { reportOf } from './send/outcomes';
import { NodeParameters } from './read/parameters';
import { readAll, type ReadRows } from './prepare';
import { EventLoop } from './read/readRows';
import { errorItemsOf } from './report';
import type { Row } from './row';

/**
 * The output of a run that something stopped: with Continue on, an error item for each input item.
 * n8n passes the input of a node that throws to its success output.
 *
 * @param operation undefined if the form names none
 * @param rows undefined if the run stopped before all items were read
 * @throws NodeOperationError or NodeApiError if Continue is off
 */
export async function outputOfStop(
	context: IExecuteFunctions,
	cause: unknown,
	operation?: Operation,
	rows?: ReadRows,
): Promise<INodeExecutionData[]> {
	const node = nodeOf(context);
	if (isToolExecution(context)) return answerOfError(context, cause);
	if (!context.continueOnFail()) throw nodeErrorOfRun(node, cause);
	const failure = failureOf(cause);
	const closings = closingsOfRun(cause);
	const input = context.getInputData();
	const found = rows ?? (await readAgain(context, operation));
	const byItem = rowsByItem(found);
	// Without its row, an item may be one that an earlier try sent.
	const isKnown = Ledger.isEmptyIn(ledgerMemoryOf(context));
	return input.flatMap((_, item) => {
		const own = byItem.get(item) ?? [];
		const isItemKnown = isKnown || own.some(({ status }) => status !== 'invalid');
		const outcome = isItemKnown ? worstOf(own, failure) : 'unknown';
		const earlier = outcome === 'notSent' ? undefined : outcome;
		const ofItem = { items: [item], failure: { ...failure, earlier }, rows: own.map(reportOf) };
		return errorItemsOf(ofItem, input, node, closings);
	});
}

/** The rows of a run that stopped before it read them, if they matter: if an earlier try sent some. */
async function readAgain(
	context: IExecuteFunctions,
	operation: Operation | undefined,
): Promise<ReadRows | undefined> {
	if (Ledger.isEmptyIn(ledgerMemoryOf(context))) return undefined;
	if (!operation || !changes(operation.endpoint)) return undefined;
	try {
		const parameters = new NodeParameters(context, controlsOf(operation));
		const memory = new Memory(context, operation, undefined, false);
		const options = { combinesMessages: true, preview: 'requests', sendsUnknownAgain: false };
		return await readAll(operation, parameters, options, memory, new EventLoop());
	} catch {
		// The same cause may stop this, too.
		return undefined;
	}
}

function rowsByItem(found: ReadRows | undefined): Map<number, Row[]> {
	const byItem = new Map<number, Row[]>();
	if (!found) return byItem;
	const refused = found.read.filter(({ status }) => status === 'invalid');
	for (const row of new Set([...found.all, ...refused])) {
		for (const item of row.items) addTo(byItem, item, row);
	}
	return byItem;
}

/** The outcomes of an item's rows, the first of which counts: it must not be sent again unseen. */
const worst = ['unknown', 'accepted', 'rejected'] as const;

function worstOf(rows: readonly Row[], failure: Failure): ReturnType<typeof outcomeOf> {
	const outcomes = rows.map(({ status, earlier }) => {
		const isUnsent = status === 'ready' || status === 'invalid' || status === 'skipped';
		return isUnsent ? (earlier ?? outcomeOf(failure)) : status;
	});
	return worst.find((outcome) => outcomes.includes(outcome)) ?? outcomeOf(failure);
}
