import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Parks the execution that waits until a call comes, or until the moment that its item names. */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const [first] = items;
	await context.putExecutionToWait(new Date(Number(first?.json.wakeAt)));
	return [items.map(({ json }, item) => ({ json, pairedItem: { item } }))];
}
