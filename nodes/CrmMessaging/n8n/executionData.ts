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
