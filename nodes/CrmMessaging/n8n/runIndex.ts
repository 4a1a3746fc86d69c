import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Which run of the node this is; a node in a loop has one for each round.
 *
 * Beyond the public types: they give no method for it, but the data of expressions, whose keys
 * they leave open, holds it as `$runIndex`. Where a version lacks it, all runs count as the first.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	const { $runIndex } = context.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	return typeof $runIndex === 'number' ? $runIndex : 0;
}
