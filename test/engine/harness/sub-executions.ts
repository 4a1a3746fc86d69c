import { createRunExecutionData } from 'n8n-workflow';
import type {
	ExecuteWorkflowOptions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';
import { openWorkflow } from './execution';
import type { Execution } from './execution';
import { workflowOf } from './node-under-test';
import { throughDatabase } from './stored-execution';

/** The workflow that is given inline; others are not in the engine. */
export function inlineWorkflow({ code }: IExecuteWorkflowInfo): IWorkflowBase {
	if (!code) throw new Error('The engine harness runs only inline sub-workflows');
	return { ...workflowOf([]), ...structuredClone(code) };
}

/** The data that a sub-execution begins with. */
export function startDataOfSub(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ inputData, parentExecution }: Pick<ExecuteWorkflowOptions, 'inputData' | 'parentExecution'>,
): IRunExecutionData {
	const workflow = openWorkflow(execution);
	const node = Object.values(workflow.nodes).find(({ type }) =>
		type.endsWith('.executeWorkflowTrigger'),
	)!;
	return createRunExecutionData({
		parentExecution,
		executionData: {
			nodeExecutionStack: [
				{ node, data: { main: [inputData ?? [{ json: {} }]] }, source: null },
			],
		},
	});
}

/** What n8n makes of an execution that waits for another one, when that one has ended. */
export function wokenBy(sub: IRunExecutionData, waiting: IRunExecutionData): IRunExecutionData {
	const data = throughDatabase(waiting);
	const entry = data.executionData!.nodeExecutionStack[0]!;
	const { error, lastNodeExecuted = '', runData } = throughDatabase(sub).resultData;
	if (error) entry.metadata = { ...entry.metadata, resumeError: error };
	else entry.data = runData[lastNodeExecuted]!.at(-1)!.data as { main: INodeExecutionData[][] };
	return data;
}
