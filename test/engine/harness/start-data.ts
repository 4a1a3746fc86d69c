import { createRunExecutionData } from 'n8n-workflow';
import type { IRunExecutionData } from 'n8n-workflow';
import { openWorkflow } from './execution';
import type { Execution, WorkflowRunOptions } from './execution';
import { itemsOf } from './node-under-test';
import { forRetry } from './stored-execution';

/** The data an execution begins with: fresh, or what a failed one left. */
export function startDataOf(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ start, retryOf, contextData }: WorkflowRunOptions,
): IRunExecutionData {
	// Its nodes have their default parameters, which those of the JSON may lack.
	const workflow = openWorkflow(execution);
	if (retryOf) return forRetry(retryOf.data.data, workflow);
	const node = workflow.getNode(start?.node ?? '');
	if (!node) throw new Error(`The workflow has no node to start at: ${start?.node}`);
	return createRunExecutionData({
		executionData: {
			contextData: structuredClone(contextData ?? {}),
			nodeExecutionStack: [
				{ node, data: { main: [itemsOf(start?.items ?? [{}])] }, source: null },
			],
		},
	});
}
