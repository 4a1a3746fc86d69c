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
 * Beyond the public types: they offer this to nodes that run, while n8n has it at hand for webhooks
 * too.
 *
 * @returns undefined where there is no such execution, or a version does not tell
 */
export async function storedExecution(
	context: IExecuteFunctions | IWebhookFunctions,
	id: string,
): Promise<IRunExecutionData | undefined> {
	if ('getExecutionDataById' in context) return await context.getExecutionDataById(id);
	const { additionalData } = context as { additionalData?: Partial<Reader> };
	return await additionalData?.getRunExecutionData?.(id);
}

interface Reader {
	getRunExecutionData(executionId: string): Promise<IRunExecutionData | undefined>;
}

/**
 * What a node keeps in an execution.
 *
 * Beyond the public types: they leave open under which key it stands. Where a version has another
 * one, it counts as empty.
 */
export function memoryIn(data: IRunExecutionData, nodeName: string): IDataObject {
	return data.executionData?.contextData[`node:${nodeName}`] ?? {};
}

/** Whether an execution is parked. */
export function isParked({ waitTill }: IRunExecutionData): boolean {
	return waitTill !== undefined && waitTill !== null;
}

/** Whether an execution has failed or was stopped. */
export function hasFailed({ resultData }: IRunExecutionData): boolean {
	return resultData.error !== undefined;
}

/**
 * The items with which an execution goes on.
 *
 * Beyond the public types: n8n stores what a webhook brings as the input of the node that waits.
 */
export function itemsUnderWay(data: IRunExecutionData): INodeExecutionData[] {
	return data.executionData?.nodeExecutionStack[0]?.data.main?.[0] ?? [];
}

/**
 * What the node keeps in its execution; what is put in is stored with it.
 *
 * Beyond the public types: they offer the node's context, and do not say that n8n hands the same one
 * to a node that runs again by Retry On Fail, by the retry of a failed execution, in the next round
 * of a loop and after a wait. Where a version does not, every run begins with an empty one.
 */
export function executionMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('node');
}

/**
 * Which run of the node this is; a node in a loop has one for each round.
 *
 * Beyond the public types: they give no method for it, but the data of expressions, whose keys
 * they leave open, holds it as `$runIndex`. Where a version lacks it, all runs count as the first.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	const { $runIndex } = context.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	return typeof $runIndex === 'number' ? $runIndex : 0;
}

/**
 * Whether an AI agent uses the node as a tool.
 *
 * Beyond the public types: some versions of n8n offer `isToolExecution`, others run the node under
 * a type of its own, whose name ends in `Tool`. Where a version does neither, an agent's call counts
 * as an ordinary run.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	const { isToolExecution: told } = context as { isToolExecution?: () => boolean };
	return told?.call(context) || context.getNode().type.endsWith('Tool');
}
