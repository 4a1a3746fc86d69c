import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';

/** An operation with its name in the node's panel. */
export interface OperationCase {
	name: string;
	operation: Operation;
}

export function caseOf(operation: Operation): OperationCase {
	return { name: `${operation.resource.label}: ${operation.name}`, operation };
}
