import type { IExecuteFunctions } from 'n8n-workflow';

/** Which run of the node this is; a node in a loop has one for each round. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

/** Whether an AI agent uses the node as a tool. */
export function isTool(context: IExecuteFunctions): boolean {
	// Some versions of n8n tell, others run the node under a type of its own.
	const { isToolExecution } = context as { isToolExecution?: () => boolean };
	return isToolExecution?.call(context) || context.getNode().type.endsWith('Tool');
}
