import type { INodeType } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { madeUpOperations } from './made-up';
import { madeUpType, nodeWithMadeUp } from './made-up-node';

/** Every operation of the node, and those that exist only in tests. */
export const everyOperation: readonly Operation[] = [...operations, ...madeUpOperations];

/** Which node runs an operation. */
export interface NodeOf {
	type: string;
	nodeTypes: Record<string, INodeType>;
}

/** An operation and the node that runs it. */
export interface OperationCase {
	name: string;
	operation: Operation;
	node: NodeOf;
}

/** An operation as a case. */
export function caseOf(operation: Operation): OperationCase {
	const type = madeUpOperations.includes(operation) ? madeUpType : 'crmMessaging';
	return {
		name: `${operation.resource.label}: ${operation.name}`,
		operation,
		node: { type, nodeTypes: { [madeUpType]: nodeWithMadeUp } },
	};
}
