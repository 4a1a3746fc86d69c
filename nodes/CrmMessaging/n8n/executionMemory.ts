import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/**
 * What the node keeps in its execution; what is put in is stored with it.
 *
 * Beyond the public types: they offer the node's context, and do not say that n8n hands the same one
 * to a node that runs again by Retry On Fail, by the retry of a failed execution, in the next round
 * of a loop and after a wait. Where a version does not, every run begins with an empty one.
 */
export function executionMemoryOf(context: IExecuteFunctions): IDataObject {
	return context.getContext('node');
}
