import { createRunExecutionData } from 'n8n-workflow';
import type { INode, IRunExecutionData, Workflow } from 'n8n-workflow';
import { openWorkflow } from './execution';
import type { Execution, WorkflowRunOptions } from './execution';
import { itemsOf } from './node-under-test';
import { forRetry } from './stored-execution';

/** The data an execution begins with: fresh, or what a failed one left. */
export function startDataOf(
	execution: Pick<Execution, 'json' | 'nodeTypes'>,
	{ start, retryOf, pinData = execution.json.pinData, contextData }: WorkflowRunOptions,
): IRunExecutionData {
	// Its nodes have their default parameters, which those of the JSON may lack.
	const workflow = openWorkflow(execution);
	if (retryOf) return forRetry(retryOf.data.data, workflow);
	const node = start ? workflow.getNode(start.node) : firstTrigger(workflow);
	if (!node)
		throw new Error(`The workflow has no node to start at: ${start?.node ?? 'no trigger'}`);
	return createRunExecutionData({
		resultData: { pinData },
		executionData: {
			contextData: structuredClone(contextData ?? {}),
			nodeExecutionStack: [
				{ node, data: { main: [itemsOf(start?.items ?? [{}])] }, source: null },
			],
		},
	});
}

function firstTrigger(workflow: Workflow): INode | undefined {
	const first = Object.values(workflow.nodes).filter(
		({ name, disabled }) => !disabled && !workflow.connectionsByDestinationNode[name],
	);
	const isTrigger = ({ type, typeVersion }: INode): boolean =>
		workflow.nodeTypes
			.getByNameAndVersion(type, typeVersion)
			.description.group.includes('trigger');
	return (
		first.find(isTrigger) ?? first.find(({ name }) => workflow.connectionsBySourceNode[name])
	);
}
