import type { INode } from 'n8n-workflow';
import type { InlineWorkflow } from '../n8n/subExecution';
import {
	roleParameter,
	waitNodes,
	type WaitRole,
	settingsParameter,
	type WaitSettings,
} from './settings';

const startName = 'Start';

/**
 * The small workflow that the sender waits for: Start → Watch → Finish. It rests while the other one
 * takes callbacks, and so outlives it where n8n is killed meanwhile.
 *
 * @param waitType the full type of the waiting nodes
 */
export function watchingWorkflow(waitType: string, settings: WaitSettings): InlineWorkflow {
	const nodes = nodesOf(waitType, settings, ['watch', 'finish']);
	return workflowOf(nodes, {
		[startName]: [[waitNodes.watch]],
		[waitNodes.watch]: [[waitNodes.finish]],
	});
}

/**
 * The small workflow that takes callbacks: Start → Wait ⇄ Collect.
 *
 * Wait runs once before it is parked: n8n wakes nobody for an execution that was killed and whose
 * last node has no run.
 *
 * @param waitType the full type of the waiting nodes
 */
export function callbackWorkflow(waitType: string, settings: WaitSettings): InlineWorkflow {
	const nodes = nodesOf(waitType, settings, ['wait', 'collect']);
	return workflowOf(nodes, {
		[startName]: [[waitNodes.wait]],
		[waitNodes.wait]: [[waitNodes.collect]],
		// The first output ends the workflow.
		[waitNodes.collect]: [[], [waitNodes.wait]],
	});
}

function nodesOf(waitType: string, settings: WaitSettings, roles: WaitRole[]): INode[] {
	const start: INode = {
		...node(startName, 0, 'n8n-nodes-base.executeWorkflowTrigger'),
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const others = roles.map((role, index) => ({
		...node(waitNodes[role], index + 1, waitType),
		parameters: { [roleParameter]: role, [settingsParameter]: JSON.stringify(settings) },
		// Finish says what became of the execution that Watch waits for.
		...(role === 'watch' && { onError: 'continueRegularOutput' as const }),
	}));
	return [start, ...others];
}

function node(name: string, place: number, type: string): INode {
	return {
		id: name.toLowerCase(),
		name,
		type,
		typeVersion: 1,
		position: [place * 200, 0],
		parameters: {},
	};
}

function workflowOf(nodes: INode[], targets: Record<string, string[][]>): InlineWorkflow {
	const connections = Object.entries(targets).map(([name, outputs]) => [
		name,
		{
			main: outputs.map((targetNames) =>
				targetNames.map((target) => ({ node: target, type: 'main' as const, index: 0 })),
			),
		},
	]);
	return {
		name: 'Waiting for callbacks',
		nodes,
		connections: Object.fromEntries(connections) as InlineWorkflow['connections'],
		// Those of the sending workflow might not let it be saved, and it would wait for nobody.
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'all',
			saveDataErrorExecution: 'all',
			saveManualExecutions: true,
			saveExecutionProgress: false,
			executionTimeout: -1,
		},
	};
}
