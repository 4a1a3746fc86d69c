import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CrmMessaging } from '../../../nodes/CrmMessaging/CrmMessaging.node.ts';
import { runOrResume } from '../../../nodes/CrmMessaging/callbacks/waitForResult';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';

/** A node that runs this operation, whatever its form selects. */
export function nodeOf(operation: Operation): {
	type: string;
	nodeTypes: Record<string, INodeType>;
} {
	const node = new (class extends CrmMessaging {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await runOrResume(this, () => operation)];
		}
	})();
	return { type: 'test.crmMessagingOf', nodeTypes: { 'test.crmMessagingOf': node } };
}
