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
 * Beyond the public types: versions that can, export the date of such a wait; no other may wait.
 */
export function canWaitForSubExecution(): boolean {
	return (WAIT_FOR_SUB_EXECUTION as Date | undefined) !== undefined;
}

/** A small workflow that runs as an execution of its own and belongs to the workflow that starts it. */
export type InlineWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

/** An execution that was started, at its first wait or its end. */
export interface StartedExecution {
	id: string;
	isWaiting: boolean;
	/** The items of its last node's first output. */
	items: INodeExecutionData[];
}

/**
 * Starts a workflow as an execution of its own.
 *
 * Beyond the public types: they ask for more than n8n needs of a workflow that isn't saved, and don't
 * promise that it gets the id of the workflow that starts it. n8n makes the caller wait as soon as the
 * new execution waits, through two of the caller's methods, which do nothing here. A version that goes
 * another way makes the caller wait too early.
 *
 * @param json of the item that it starts with
 * @param parentId the execution that its end resumes, if that one waits for it
 * @returns when n8n has stored its first wait or its end
 * @throws what it failed with
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
		{
			parentExecution: { executionId: parentId, workflowId, shouldResume: true },
			executionMode: context.getMode(),
		},
	);
	return { id: executionId, isWaiting: Boolean(waitTill), items: data[0] ?? [] };
}

/**
 * Lets this execution wait until one of others has ended, whose output n8n then puts in place of this
 * node's.
 *
 * Beyond the public types: n8n takes the ids from the node's metadata and knows the wait by its date. Once
 * a minute it resumes those that it has missed.
 */
export async function waitForSubExecution(
	context: IExecuteFunctions,
	...ids: string[]
): Promise<void> {
	context.setMetadata({ waitingChildExecutionIds: ids });
	await context.putExecutionToWait(WAIT_FOR_SUB_EXECUTION);
}
