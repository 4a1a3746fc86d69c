import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/**
 * What n8n has stored of an execution.
 *
 * Beyond the public types: they offer this to running nodes, while n8n has it for webhooks too.
 *
 * @returns undefined if there is no such execution, or a version doesn't offer it
 */
export async function storedExecution(
	context: IExecuteFunctions | IWebhookFunctions,
	id: string,
): Promise<IRunExecutionData | undefined> {
	if ('getExecutionDataById' in context) return await context.getExecutionDataById(id);
	const { additionalData } = context as { additionalData?: Partial<ExecutionReader> };
	return await additionalData?.getRunExecutionData?.(id);
}

interface ExecutionReader {
	getRunExecutionData(executionId: string): Promise<IRunExecutionData | undefined>;
}

/**
 * What a node keeps in an execution.
 *
 * Beyond the public types: they leave its key open. If a version has another one, it counts as empty.
 */
export function memoryIn(data: IRunExecutionData, nodeName: string): IDataObject {
	return data.executionData?.contextData[`node:${nodeName}`] ?? {};
}

/** Whether an execution waits. */
export function isParked({ waitTill }: IRunExecutionData): boolean {
	return waitTill !== undefined && waitTill !== null;
}

/** Whether an execution has failed or was stopped. */
export function hasFailed({ resultData }: IRunExecutionData): boolean {
	return resultData.error !== undefined;
}

/**
 * The items with which an execution resumes.
 *
 * Beyond the public types: n8n stores the items of a webhook as the input of the waiting node.
 */
export function itemsUnderWay(data: IRunExecutionData): INodeExecutionData[] {
	return data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
}

/**
 * What the node keeps in its execution; n8n stores it with the execution.
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
