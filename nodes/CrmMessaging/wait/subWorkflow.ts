import type { INode } from 'n8n-workflow';
import type { InlineWorkflow } from '../n8n/subExecution';
import { collectorName, roleParameter, waiterName, type WaitRole } from './names';
import { settingsParameter, type WaitSettings } from './settings';

const startName = 'Start';

/**
 * The small workflow that waits in place of the one that holds the data: Start → Collect ⇄ Wait.
 *
 * @param actionType the full type of the action node; that of the waiting nodes follows from it
 */
export function subWorkflow(actionType: string, settings: WaitSettings): InlineWorkflow {
	const node = (name: string, place: number, type: string): INode => ({
		...{ id: name.toLowerCase(), name, type, typeVersion: 1, position: [place * 200, 0] },
		parameters: {},
	});
	const waiting = (name: string, place: number, role: WaitRole): INode => ({
		...node(name, place, `${actionType}Wait`),
		parameters: { [roleParameter]: role, [settingsParameter]: JSON.stringify(settings) },
	});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		name: 'Waiting for callbacks',
		nodes: [
			{
				...node(startName, 0, 'n8n-nodes-base.executeWorkflowTrigger'),
				...{ typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
			},
			waiting(collectorName, 1, 'collect'),
			waiting(waiterName, 2, 'wait'),
		],
		connections: {
			[startName]: { main: [to(collectorName)] },
			// The first output is the result, which ends the workflow.
			[collectorName]: { main: [[], to(waiterName)] },
			[waiterName]: { main: [to(collectorName)] },
		},
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
