import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** The node that gives the node under test its items. */
export const INPUT_TYPE = 'test.input';
/** A node that passes its items on. */
export const PASS_ON_TYPE = 'test.passOn';

/** The trigger of sub-workflows: inside an execution, it passes on what was put into it. */
const SUB_WORKFLOW_TYPE = 'n8n-nodes-base.executeWorkflowTrigger';

/** A small real node type that passes its items on, each paired with the one it came from. */
export function passOnNode(displayName: string): INodeType {
	return {
		description: {
			displayName,
			name: displayName,
			group: ['transform'],
			version: 1,
			description: 'Passes its items on',
			defaults: { name: displayName },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [
				this.getInputData().map((item, index) => ({
					...item,
					pairedItem: { item: index },
				})),
			];
		},
	};
}

/** The node types of every engine, next to the package's own. */
export function standInNodes(): Map<string, INodeType> {
	return new Map(
		[INPUT_TYPE, PASS_ON_TYPE, SUB_WORKFLOW_TYPE].map((type) => [type, passOnNode(type)]),
	);
}
