import { idleNode, idleType } from './batching-node';
import type { MakeContender } from './contender';
import { workflowInRow } from './engine-workflow';
import { loadThisPackage } from './this-package';

/** How long n8n itself takes to hand the items to a node. */
export const idle: MakeContender = async (_workload, sinkUrl) =>
	workflowInRow([{ name: 'Idle', type: idleType, parameters: {} }], {
		loaded: await loadThisPackage(),
		nodeTypes: [[idleType, idleNode()]],
		sinkUrl,
	});
