import {
	WAIT_FOR_SUB_EXECUTION,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWorkflowBase,
} from 'n8n-workflow';

/**
 * Whether n8n can let an execution wait for another one and resume it with that one's output.
 *
 * Beyond the public types: versions that can, export the date of such a wait; no other may wait.
 */
export function canWaitForSubExecution(): boolean {
	return (WAIT_FOR_SUB_EXECUTION as Date | undefined) !== undefined;
}

/** A small workflow that runs as an execution of its own and belongs to the workflow that starts it. */
export type InlineWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

/**
 * Starts a workflow as an execution of its own, whose end resumes this one.
 *
 * Beyond the public types: they ask for more than n8n needs of a workflow that isn't saved, and don't
 * promise that it gets the id of the workflow that starts it. A version that gives it none doesn't
 * start it.
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
 * Lets this execution wait until the other one has ended, whose output n8n then puts in place of this
 * node's.
 *
 * Beyond the public types: n8n takes the id from the node's metadata and knows the wait by its date.
 */
export async function waitForSubExecution(context: IExecuteFunctions, id: string): Promise<void> {
	context.setMetadata({ waitingChildExecutionIds: [id] });
	await context.putExecutionToWait(WAIT_FOR_SUB_EXECUTION);
}
