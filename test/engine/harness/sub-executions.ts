import { createRunExecutionData } from 'n8n-workflow';
import type {
	ExecuteWorkflowData,
	ExecuteWorkflowOptions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';
import type { EngineRun } from './engine-run';
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

/** The result of a sub-execution, when it has ended or waits. */
export function resultOfSub({ executionId, status, data: run }: EngineRun): ExecuteWorkflowData {
	const { error, lastNodeExecuted = '', runData } = run.data.resultData;
	if (status !== 'success' && status !== 'waiting') throw error ?? new Error(status);
	const data = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [null];
	return { executionId, data, waitTill: run.waitTill };
}

/** An execution that waited for another one, as n8n resumes it when that one has ended. */
export function wokenBy(sub: IRunExecutionData, waiting: IRunExecutionData): IRunExecutionData {
	const data = throughDatabase(waiting);
	const entry = data.executionData!.nodeExecutionStack[0]!;
	const { error, lastNodeExecuted = '', runData } = throughDatabase(sub).resultData;
	if (error) entry.metadata = { ...entry.metadata, resumeError: error };
	else entry.data = runData[lastNodeExecuted]!.at(-1)!.data as { main: INodeExecutionData[][] };
	return data;
}
