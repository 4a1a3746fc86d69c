import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { requestsOf } from '../workloads/workload';
import type { Workload } from '../workloads/workload';

export const batchingType = 'bench.batching';
export const idleType = 'bench.idle';

/**
 * Does what a hand-written Code node would do: makes the body of each request. n8n 2
 * runs Code nodes in a task runner, to which all items travel and back; this one runs inside n8n.
 */
export function batchingNode(workload: Workload): INodeType {
	return nodeThat((items) =>
		requestsOf(items, workload).map((part) => ({ body: JSON.stringify(workload.body(part)) })),
	);
}

/** Gives one item: what is left is n8n's own work. */
export function idleNode(): INodeType {
	return nodeThat((items) => [{ items: items.length }]);
}

function nodeThat(make: (items: IDataObject[]) => IDataObject[]): INodeType {
	return {
		description: {
			displayName: 'Code of the bench',
			name: 'code',
			group: ['transform'],
			version: 1,
			description: 'Stands for a Code node',
			defaults: { name: 'Code' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(): Promise<INodeExecutionData[][]> {
			const made = make(this.getInputData().map(({ json }) => json));
			return [made.map((json) => ({ json, pairedItem: { item: 0 } }))];
		},
	};
}
