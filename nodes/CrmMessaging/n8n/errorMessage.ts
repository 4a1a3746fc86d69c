import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * Gives an error its own message back.
 *
 * Beyond the public types: when an error is made, n8n puts a sentence of its own in place of a
 * message that holds a well-known code, such as `ECONNREFUSED`. Where a version does not, nothing
 * changes.
 */
export function keepMessage(error: NodeApiError | NodeOperationError, message: string): void {
	error.message = message;
}
