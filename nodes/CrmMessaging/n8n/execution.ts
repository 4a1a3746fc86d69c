import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';

/**
 * n8n's stored data of an execution.
 *
 * @returns undefined if there is no such execution, or a version doesn't offer it
 */
export async function storedExecution(
	context: IExecuteFunctions,
	id: string,
): Promise<IRunExecutionData | undefined> {
	return await (context as Partial<IExecuteFunctions>).getExecutionDataById?.(id);
}

/** Whether an execution waits. */
export function isWaiting({ waitTill }: IRunExecutionData): boolean {
	return waitTill !== undefined && waitTill !== null;
}

/** Whether an execution has failed or was stopped. */
export function hasFailed({ resultData }: IRunExecutionData): boolean {
	return resultData.error !== undefined;
}

/**
 * Whether a person has stopped an execution.
 *
 * Beyond the public types: n8n stores why as a key of the error. If a version doesn't, it counts as
 * failed.
 */
export function isStopped({ resultData }: IRunExecutionData): boolean {
	return (resultData.error as { reason?: unknown } | undefined)?.reason === 'manual';
}

/**
 * The items that an execution resumes with, and those that its last node put out.
 *
 * Beyond the public types: n8n stores the items of a webhook as the input of the waiting node before it
 * resumes the execution, and as its output afterwards.
 */
export function lastItemsOf(data: IRunExecutionData): INodeExecutionData[] {
	const { lastNodeExecuted = '', runData } = data.resultData;
	const input = data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
	const output = runData[lastNodeExecuted]?.at(-1)?.data?.main?.[0] ?? [];
	return [...input, ...output];
}

/** The memory of all nodes of an execution; n8n stores it with the execution. */
export function sharedMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('flow');
}

/**
 * The memory of all nodes of a stored execution.
 *
 * Beyond the public types: they leave its key open. If a version has another one, it counts as empty.
 */
export function sharedMemoryIn(data: IRunExecutionData): IDataObject {
	return data.executionData?.contextData.flow ?? {};
}

/**
 * The node's memory in its execution; n8n stores it with the execution.
 *
 * Beyond the public types: they don't promise that a node gets the same context again by Retry On
 * Fail, by the retry of a failed execution, in the next round of a loop and after a wait. If a version
 * doesn't do that, every run begins with an empty one.
 */
export function executionMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('node');
}

/**
 * Which run of the node this is; a node in a loop has one for each round.
 *
 * Beyond the public types: the context holds it. If a version's doesn't, it is in the data of
 * expressions, whose keys they leave open, as `$runIndex`; making that costs more than all else in a
 * small run. If a version lacks both, all runs count as the first.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	const { runIndex } = context as { runIndex?: unknown };
	if (typeof runIndex === 'number') return runIndex;
	const { $runIndex } = context.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	return typeof $runIndex === 'number' ? $runIndex : 0;
}

/**
 * Whether an AI agent uses the node as a tool.
 *
 * Beyond the public types: some versions of n8n offer `isToolExecution`, others run the node under
 * another type, whose name ends in `Tool`. If a version does neither, an agent's call counts as an
 * ordinary run.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	let isTool = tools.get(context);
	if (isTool === undefined) {
		const { isToolExecution: tells } = context as { isToolExecution?: () => boolean };
		isTool = tells?.call(context) || context.getNode().type.endsWith('Tool');
		tools.set(context, isTool);
	}
	return isTool;
}

/** n8n copies a node whenever it is asked for. */
const tools = new WeakMap<IExecuteFunctions, boolean>();
