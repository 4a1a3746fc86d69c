import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** The node that gives the node under test its items. */
export const INPUT_TYPE = 'test.input';
/** A node that passes its items on. */
export const PASS_ON_TYPE = 'test.passOn';

/**
 * Nodes of n8n itself whose part in a test is to hand items on: n8n's own trigger nodes do just
 * that inside an execution, since what they received was put into it before it started.
 */
const HANDING_ON = [
	'n8n-nodes-base.executeWorkflowTrigger',
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.noOp',
	'n8n-nodes-base.respondToWebhook',
	'n8n-nodes-base.scheduleTrigger',
	'n8n-nodes-base.stickyNote',
	'n8n-nodes-base.webhook',
];

/** A small real node type that passes its items on, each paired with the one it came from. */
export function passOnNode(displayName: string): INodeType {
	return {
		description: {
			displayName,
			name: displayName,
			group: ['transform'],
			version: [1, 1.1, 2, 2.1, 3, 3.4],
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

/** The node types every engine has beside the package's own. */
export function standInNodes(): Map<string, INodeType> {
	return new Map(
		[INPUT_TYPE, PASS_ON_TYPE, ...HANDING_ON].map((type) => [type, passOnNode(type)]),
	);
}
