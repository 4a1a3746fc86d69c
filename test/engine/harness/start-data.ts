import {
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';
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
): IRunExecutionData {
	const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
	return createRunExecutionData({
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
