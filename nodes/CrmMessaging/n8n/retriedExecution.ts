import type { IExecuteFunctions, IRunExecutionData, ITaskData } from 'n8n-workflow';
import { isToolExecution } from './execution';

/** The runs of a node that may have begun: none, all, or only the one with this index. */
export type BegunRuns = 'none' | 'all' | number;

interface AskedExecution {
	node: string;
	/** Whether the node has stored anything in the data. */
	isKnown: boolean;
	/** Whether an AI agent runs the node within its own run. */
	isTool: boolean;
	hasNode: (name: string) => boolean;
}

/** Whether this execution is the retry of another one. */
export function isRetry(context: IExecuteFunctions): boolean {
	return context.getMode() === 'retry';
}

/**
 * The runs of this node that may have begun in the retried execution without a trace in its data
 * (docs/contributing/architecture.md, After a kill).
 *
 * Beyond the public types: the retried execution and its stored data. After a wait, and in some versions
 * always, n8n doesn't know which execution is retried. Then the data at the start of the retry is read,
 * which shows neither progress stored midway nor the kill of a retry.
 *
 * @param isKnown whether the node has stored anything in its memory so far
 */
export async function runsBegunBefore(
	context: IExecuteFunctions,
	isKnown: boolean,
): Promise<BegunRuns> {
	const { additionalData, workflow } = context as {
		additionalData?: { hooks?: { retryOf?: string } };
		workflow?: { getNode(name: string): unknown };
	};
	const asked: AskedExecution = {
		node: context.getNode().name,
		isKnown,
		isTool: isToolExecution(context),
		hasNode: (name) => Boolean(workflow?.getNode(name)),
	};
	// A version may not offer it.
	const stored = async (id: string): Promise<IRunExecutionData | undefined> =>
		await (context as Partial<IExecuteFunctions>).getExecutionDataById?.(id);
	const retried = additionalData?.hooks?.retryOf;
	const data = retried === undefined ? undefined : await stored(retried);
	if (data) return runsBegunIn(data, asked);
	const started = await stored(context.getExecutionId());
	return started && isLostIn(started, asked) ? 'all' : 'none';
}

/** The runs that may have begun after an execution's data was stored. */
function runsBegunIn(data: IRunExecutionData, asked: AskedExecution): BegunRuns {
	if (isLostIn(data, asked)) return 'all';
	if (endedInOrder(data)) return 'none';
	// The data doesn't show when an agent called its tools.
	if (asked.isTool) return 'all';
	const { error, runData, lastNodeExecuted } = data.resultData;
	const runs = runsOf(data, asked.node);
	const logged = Object.keys(runData).filter((name) => isOfLog(runsOf(data, name)?.at(-1)));
	// The log lists begun nodes, by their names at that time.
	if (isCrashError(error) && !runs) return logged.every(asked.hasNode) ? 'none' : 'all';
	const next = nextNodeOf(data);
	if (logged.length > 0) {
		return isCrashError(error) && logged.every((name) => name === next) ? 'none' : 'all';
	}
	if (next === lastNodeExecuted) return 'all';
	// The data was stored between two nodes, so only the next one can have begun.
	return next === asked.node ? (runs?.length ?? 0) : 'none';
}

/** Whether the data itself shows that the node began, or that nothing was stored since the start. */
function isLostIn(data: IRunExecutionData, { node, isKnown }: AskedExecution): boolean {
	const runs = runsOf(data, node);
	// A retry removes the last run if it failed, even one added from the log.
	const isTakenAway = runs?.length === 0 && !isKnown;
	return isOfLog(runs?.at(-1)) || isTakenAway || data.resultData.lastNodeExecuted === undefined;
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
