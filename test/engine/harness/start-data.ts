import {
	createRunExecutionData,
	type ExecuteWorkflowData,
	type ExecuteWorkflowOptions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type RelatedExecution,
} from 'n8n-workflow';
import type { EngineRun } from './engine-run';
import {
	openWorkflow,
	throughDatabase,
	type Execution,
	type WorkflowRunOptions,
} from './execution';
import { itemsOf } from './node-under-test';

function beginningAt(
	node: INode,
	items: INodeExecutionData[],
	contextData: WorkflowRunOptions['contextData'] = {},
	parentExecution?: RelatedExecution,
): IRunExecutionData {
	const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
	return createRunExecutionData({
		parentExecution,
		executionData: { contextData: structuredClone(contextData), nodeExecutionStack },
	});
}

/** The data an execution begins with: new, or from a failed one. */
export function startDataOf(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ start, retryOf, contextData }: WorkflowRunOptions,
): IRunExecutionData {
	// Its nodes have their default parameters, which those of the JSON may lack.
	const workflow = openWorkflow(execution);
	if (!retryOf) {
		const node = workflow.getNode(start?.node ?? '');
		if (!node) throw new Error(`The workflow has no node to start at: ${start?.node}`);
		return beginningAt(node, itemsOf(start?.items ?? [{}]), contextData);
	}
	// As for *Retry* in the list of executions: the last run is undone if it failed.
	const data = throughDatabase(retryOf.data.data);
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	}
	return data;
}

/** The data that a sub-execution begins with. */
export function startDataOfSub(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ inputData = [{ json: {} }], parentExecution }: ExecuteWorkflowOptions,
): IRunExecutionData {
	const nodes = Object.values(openWorkflow(execution).nodes);
	const trigger = nodes.find(({ type }) => type.endsWith('.executeWorkflowTrigger'))!;
	return beginningAt(trigger, inputData, {}, parentExecution);
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
