import type { IExecuteFunctions, IRunExecutionData, ITaskData } from 'n8n-workflow';

/** Whether this execution is the retry of another one. */
export function isRetry(context: IExecuteFunctions): boolean {
	return context.getMode() === 'retry';
}

/**
 * Whether this node may have begun in the retried execution without a trace in its data
 * (docs/contributing/architecture.md, After a kill). Only an execution that ended in order shows what
 * it did.
 *
 * Beyond the public types: the retried execution and its stored data. After a wait, and in some versions
 * always, n8n doesn't know which execution is retried. Then the data at the start of the retry is read,
 * which shows neither progress stored midway nor the kill of a retry.
 *
 * @param known what the node noted so far: in any execution, or in a retry, which has judged such marks
 */
export async function mayHaveBegun(
	context: IExecuteFunctions,
	known: 'nothing' | 'something' | 'byRetry',
): Promise<boolean> {
	const { additionalData } = context as {
		additionalData?: { hooks?: { retryOf?: string } };
	};
	const node = context.getNode().name;
	// A version may not offer it.
	const stored = async (id: string): Promise<IRunExecutionData | undefined> =>
		await (context as Partial<IExecuteFunctions>).getExecutionDataById?.(id);
	const retried = additionalData?.hooks?.retryOf;
	const data = retried === undefined ? undefined : await stored(retried);
	if (data && !endedInOrder(data)) return true;
	const shown = data ?? (await stored(context.getExecutionId()));
	return shown !== undefined && showsCrash(shown, node, known);
}

/** Whether the data itself shows that the node began, or that nothing was stored since the start. */
function showsCrash(data: IRunExecutionData, node: string, known: string): boolean {
	const runs = runsOf(data, node);
	// A retry removes the last run if it failed, even one added from the log.
	const isTakenAway = runs?.length === 0 && known === 'nothing';
	const isMarked = isOfLog(runs?.at(-1)) && known !== 'byRetry';
	return isMarked || isTakenAway || data.resultData.lastNodeExecuted === undefined;
}

/** Whether an execution failed at a node, or was stopped while it waited. All is stored then. */
function endedInOrder(data: IRunExecutionData): boolean {
	const { error, lastNodeExecuted = '' } = data.resultData;
	if (!error || isCrashError(error)) return false;
	if (data.waitTill) return true;
	const last = runsOf(data, lastNodeExecuted)?.at(-1);
	const hasFailed = last?.error !== undefined || last?.executionStatus === 'error';
	return nextNodeOf(data) === lastNodeExecuted && hasFailed;
}

function runsOf({ resultData }: IRunExecutionData, node: string): ITaskData[] | undefined {
	return Object.hasOwn(resultData.runData, node) ? resultData.runData[node] : undefined;
}

/** The node where a retry begins. */
function nextNodeOf({ executionData }: IRunExecutionData): string | undefined {
	return executionData?.nodeExecutionStack[0]?.node.name;
}

/** Whether n8n added a run from its event log after a restart. */
function isOfLog(run: ITaskData | undefined): boolean {
	const isMark = run?.data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true;
	return isMark || run?.executionStatus === 'crashed';
}

/** Whether n8n created the error because the log shows an unfinished node. */
function isCrashError(error: Error | undefined): boolean {
	return error?.name === 'WorkflowCrashedError';
}
