import {
	WAIT_FOR_SUB_EXECUTION,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWorkflowBase,
} from 'n8n-workflow';

/**
 * Whether n8n can let an execution wait for another one and resume it with that one's output.
 *
 * Beyond the public types: versions that can export the date of such a wait; in others, nothing may
 * wait.
 */
export function canWaitForSubExecution(): boolean {
	return (WAIT_FOR_SUB_EXECUTION as Date | undefined) !== undefined;
}

/** A small workflow with its own execution, which belongs to the workflow that starts it. */
export type InlineWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

/** A started execution, at its first wait or its end. */
export interface StartedExecution {
	id: string;
	isWaiting: boolean;
	/** The items of its last node's first output. */
	items: INodeExecutionData[];
}

/**
 * Starts a workflow as a separate execution.
 *
 * Beyond the public types: they require more than n8n needs for an unsaved workflow. They also
 * don't cover the starting workflow's ID. n8n makes the caller wait as soon as the new execution
 * waits. It uses two of the caller's methods, which do nothing here. A version that uses others
 * makes the caller wait too early.
 *
 * @param json the content of the item it starts with
 * @param parentId the execution that its end resumes, if that one waits for it
 * @returns when n8n has stored its first wait or its end
 * @throws the execution's error
 */
export async function startSubExecution(
	context: IExecuteFunctions,
	workflow: InlineWorkflow,
	json: IDataObject,
	parentId = context.getExecutionId(),
): Promise<StartedExecution> {
	const caller = Object.create(context, {
		setMetadata: { value: () => undefined },
		putExecutionToWait: { value: async () => undefined },
	}) as IExecuteFunctions;
	const workflowId = context.getWorkflow().id ?? '';
	const code = { active: false, activeVersionId: null, ...workflow } as unknown as IWorkflowBase;
	const { executionId, waitTill, data } = await caller.executeWorkflow(
		{ code },
		[{ json }],
		undefined,
		{ parentExecution: { executionId: parentId, workflowId, shouldResume: true } },
	);
	return { id: executionId, isWaiting: Boolean(waitTill), items: data[0] ?? [] };
}

/**
 * Makes this execution wait until one of several others has ended. n8n then uses that one's output
 * as this node's.
 *
 * Beyond the public types: n8n reads the IDs from the node's metadata and recognizes the wait by
 * its date. Once a minute it resumes executions that it missed.
 */
export async function waitForSubExecution(
	context: IExecuteFunctions,
	...ids: string[]
): Promise<void> {
	context.setMetadata({ waitingChildExecutionIds: ids });
	await context.putExecutionToWait(WAIT_FOR_SUB_EXECUTION);
}
