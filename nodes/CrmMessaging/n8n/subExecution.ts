import {
	WAIT_FOR_SUB_EXECUTION,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWorkflowBase,
} from 'n8n-workflow';

/**
 * Whether n8n can let an execution wait for another one and wake it with what that one gives.
 *
 * Beyond the public types: versions that can, export the date that stands for such a wait. Where a
 * version lacks it, nothing may be waited for.
 */
export function canWaitForSubExecution(): boolean {
	return (WAIT_FOR_SUB_EXECUTION as Date | undefined) !== undefined;
}

/** A small workflow that runs as an execution of its own, and belongs to the workflow that starts it. */
export type InlineWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

/**
 * Starts a workflow as an execution of its own, whose end wakes this one.
 *
 * Beyond the public types: they ask for more of a workflow than n8n needs for one that is not saved,
 * and do not say that it gets the id of the workflow that starts it. Where a version does not give
 * it one, it does not start it.
 *
 * @returns its id, as soon as it runs
 */
export async function startSubExecution(
	context: IExecuteFunctions,
	workflow: InlineWorkflow,
	items: INodeExecutionData[],
): Promise<string> {
	const parentExecution = {
		executionId: context.getExecutionId(),
		workflowId: context.getWorkflow().id ?? '',
		shouldResume: true,
	};
	const code = { active: false, activeVersionId: null, ...workflow } as unknown as IWorkflowBase;
	const { executionId } = await context.executeWorkflow({ code }, items, undefined, {
		doNotWaitToFinish: true,
		parentExecution,
		executionMode: context.getMode(),
	});
	return executionId;
}

/**
 * Parks this execution until the other one has ended; n8n then puts what that one gives in place of
 * this node's output.
 *
 * Beyond the public types: n8n takes the id from the node's metadata and knows the wait by its date.
 */
export async function waitForSubExecution(context: IExecuteFunctions, id: string): Promise<void> {
	context.setMetadata({ waitingChildExecutionIds: [id] });
	await context.putExecutionToWait(WAIT_FOR_SUB_EXECUTION);
}
