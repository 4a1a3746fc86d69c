import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

/** Memory shared by all nodes of an execution; n8n stores it with the execution. */
export function sharedMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('flow');
}

/** The node's memory. n8n keeps it for retries, the next round of a loop and the end of a wait. */
export function executionMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('node');
}

/** One for each round of a loop. */
export function runIndexOf(context: IExecuteFunctions): number {
	return (context as unknown as { runIndex: number }).runIndex;
}

/** Whether an AI agent uses the node; n8n 1 shows it by the node's type only. */
export function isToolExecution(context: IExecuteFunctions): boolean {
	const { isToolExecution: isTool } = context as { isToolExecution?: () => boolean };
	return isTool?.call(context) || nodeOf(context).type.endsWith('Tool');
}

/** The node that runs. n8n copies it on every request. */
export function nodeOf(context: IExecuteFunctions): INode {
	let node = runningNodes.get(context);
	if (!node) runningNodes.set(context, (node = context.getNode()));
	return node;
}

const runningNodes = new WeakMap<IExecuteFunctions, INode>();

/** Whether this execution is the retry of another one. */
export function isRetry(context: IExecuteFunctions): boolean {
	return context.getMode() === 'retry';
}

/**
 * Whether this node may have begun in the retried execution without a trace in its data
 * (docs/contributing/architecture.md, After a kill). Only an execution that ended in order shows what
 * it did. After a wait, and in n8n 1 always, n8n doesn't know which execution is retried. Then the data
 * at the start of the retry is read, which shows neither progress stored midway nor a retry's kill.
 *
 * @param known what the node noted so far: in any execution, or in a retry, which has judged such marks
 */
export async function mayHaveBegun(
	context: IExecuteFunctions,
	known: 'nothing' | 'something' | 'byRetry',
): Promise<boolean> {
	const { additionalData } = context as { additionalData?: { hooks?: { retryOf?: string } } };
	// A version may not offer it.
	const stored = async (id: string): Promise<IRunExecutionData | undefined> =>
		await (context as Partial<IExecuteFunctions>).getExecutionDataById?.(id);
	const retried = additionalData?.hooks?.retryOf;
	const data = retried === undefined ? undefined : await stored(retried);
	if (data && !endedInOrder(data)) return true;
	const shown = data ?? (await stored(context.getExecutionId()));
	if (!shown) return false;
	const runs = runsOf(shown, nodeOf(context).name);
	// A retry removes the last run if it failed, even one added from the log.
	const isTakenAway = runs?.length === 0 && known === 'nothing';
	const isMarked = isOfLog(runs?.at(-1)) && known !== 'byRetry';
	return isMarked || isTakenAway || shown.resultData.lastNodeExecuted === undefined;
}

/** Whether an execution failed at a node, or was stopped while it waited. All is stored then. */
function endedInOrder(data: IRunExecutionData): boolean {
	const { error, lastNodeExecuted = '' } = data.resultData;
	// n8n's error if its log shows an unfinished node.
	if (!error || error.name === 'WorkflowCrashedError') return false;
	if (data.waitTill) return true;
	const last = runsOf(data, lastNodeExecuted)?.at(-1);
	const hasFailed = last?.error !== undefined || last?.executionStatus === 'error';
	const next = data.executionData?.nodeExecutionStack[0]?.node.name;
	return next === lastNodeExecuted && hasFailed;
}

function runsOf({ resultData }: IRunExecutionData, node: string): ITaskData[] | undefined {
	return Object.hasOwn(resultData.runData, node) ? resultData.runData[node] : undefined;
}

/** Whether n8n added a run from its event log after a restart. */
function isOfLog(run: ITaskData | undefined): boolean {
	const isMark = run?.data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true;
	return isMark || run?.executionStatus === 'crashed';
}
