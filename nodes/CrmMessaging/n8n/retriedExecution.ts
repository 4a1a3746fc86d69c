import type { IExecuteFunctions, IRunExecutionData, ITaskData } from 'n8n-workflow';
import { isWaiting, storedExecution, isToolExecution } from './execution';

/** The runs of a node that may have begun: none, all there will be, or one alone, by its index. */
export type BegunRuns = 'none' | 'all' | number;

/** The texts for which an execution's data is searched. */
interface Asked {
	/** The node's name. */
	node: string;
	/** Whether the node has noted anything in the data. */
	isKnown: boolean;
	/** Whether an AI agent runs the node within the agent's own run. */
	isTool: boolean;
	/** Whether the workflow has a node of a name. */
	hasNode: (name: string) => boolean;
}

/** Whether this execution is the retry of another one. */
export function isRetry(context: IExecuteFunctions): boolean {
	return context.getMode() === 'retry';
}

/**
 * Which runs of this node may have begun in the execution that is retried, although n8n's data of it
 * does not have them: n8n stores an execution when it ends or waits, and one that is killed meanwhile
 * is retried from what was stored before.
 *
 * Beyond the public types: they leave open which execution is retried, and what n8n stores of one, and
 * when. If n8n doesn't know which (after a wait, and in some versions always), the data that the retry
 * began with is read. That shows less: not that an execution was stored midway (Save execution
 * progress), and not that a retry was killed.
 *
 * @param isKnown whether the node has noted anything in its memory by now
 */
export async function runsBegunBefore(
	context: IExecuteFunctions,
	isKnown: boolean,
): Promise<BegunRuns> {
	const { additionalData, workflow } = context as {
		additionalData?: { hooks?: { retryOf?: string } };
		workflow?: { getNode(name: string): unknown };
	};
	const asked: Asked = {
		node: context.getNode().name,
		isKnown,
		isTool: isToolExecution(context),
		hasNode: (name) => Boolean(workflow?.getNode(name)),
	};
	const retried = additionalData?.hooks?.retryOf;
	const data = retried === undefined ? undefined : await storedExecution(context, retried);
	if (data) return runsBegunIn(data, asked);
	const stored = await storedExecution(context, context.getExecutionId());
	return stored && isLostIn(stored, asked) ? 'all' : 'none';
}

/** Which runs may have begun after the data of an execution was stored. */
function runsBegunIn(data: IRunExecutionData, asked: Asked): BegunRuns {
	if (isLostIn(data, asked)) return 'all';
	if (endedInOrder(data)) return 'none';
	// The data doesn't show when an agent has called its tools.
	if (asked.isTool) return 'all';
	const { error, runData, lastNodeExecuted } = data.resultData;
	const runs = runsOf(data, asked.node);
	const logged = Object.keys(runData).filter((name) => isOfLog(runsOf(data, name)?.at(-1)));
	// The log knows what had begun, by the names that the nodes had then.
	if (isCrashError(error) && !runs) return logged.every(asked.hasNode) ? 'none' : 'all';
	const next = nextNodeOf(data);
	if (logged.length > 0) {
		return isCrashError(error) && logged.every((name) => name === next) ? 'none' : 'all';
	}
	if (next === lastNodeExecuted) return 'all';
	// It was stored between two nodes: only the next one can have begun.
	return next === asked.node ? (runs?.length ?? 0) : 'none';
}

/** Whether the data itself shows that the node has begun, or that nothing was stored since the start. */
function isLostIn(data: IRunExecutionData, { node, isKnown }: Asked): boolean {
	const runs = runsOf(data, node);
	// A retry takes the last run away if it failed, also one that was put in from the log.
	const isTakenAway = runs?.length === 0 && !isKnown;
	return isOfLog(runs?.at(-1)) || isTakenAway || data.resultData.lastNodeExecuted === undefined;
}

/** Whether an execution failed at a node, or was stopped while it waited: all of it is stored then. */
function endedInOrder(data: IRunExecutionData): boolean {
	const { error, lastNodeExecuted = '' } = data.resultData;
	if (!error || isCrashError(error)) return false;
	if (isWaiting(data)) return true;
	const last = runsOf(data, lastNodeExecuted)?.at(-1);
	const hasFailed = last?.error !== undefined || last?.executionStatus === 'error';
	return nextNodeOf(data) === lastNodeExecuted && hasFailed;
}

function runsOf({ resultData }: IRunExecutionData, node: string): ITaskData[] | undefined {
	return Object.hasOwn(resultData.runData, node) ? resultData.runData[node] : undefined;
}

/** The node that a retry begins with. */
function nextNodeOf({ executionData }: IRunExecutionData): string | undefined {
	return executionData?.nodeExecutionStack[0]?.node.name;
}

/** Whether n8n has put a run in from its event log when it started again. */
function isOfLog(run: ITaskData | undefined): boolean {
	const isMark = run?.data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem === true;
	return isMark || run?.executionStatus === 'crashed';
}

/** Whether n8n made an error for an execution whose log shows a node that didn't end. */
function isCrashError(error: Error | undefined): boolean {
	return error?.name === 'WorkflowCrashedError';
}
