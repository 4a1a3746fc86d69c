import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Parks the execution that takes callbacks until one comes, or until the moment that its item names. */
export async function park(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const wakeAt = items[0]?.json.wakeAt;
	// At the start there is nothing to wait for yet.
	if (wakeAt !== undefined) await context.putExecutionToWait(new Date(Number(wakeAt)));
	return [items.map(({ json }, item) => ({ json, pairedItem: { item } }))];
}
