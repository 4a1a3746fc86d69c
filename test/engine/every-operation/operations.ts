import { operations } from '../../../nodes/CrmMessaging/actions';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { madeUpOperations } from './made-up';
import { nodeWithMadeUp, type NodeOf } from './made-up-node';

/** Every operation of the node, and those that exist only in tests. */
export const everyOperation: readonly Operation[] = [...operations, ...madeUpOperations];

/** An operation and the node that runs it. */
export interface OperationCase {
	name: string;
	operation: Operation;
	node: NodeOf;
}

/** An operation as a case. */
export function caseOf(operation: Operation): OperationCase {
	const isMadeUp = madeUpOperations.includes(operation);
	const { type, nodeTypes } = nodeWithMadeUp;
	return {
		name: `${operation.resource.label}: ${operation.name}`,
		operation,
		node: { type: isMadeUp ? type : 'crmMessaging', nodeTypes },
	};
}
