import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent uses the node as a tool.
 *
 * Beyond the public types: some versions of n8n offer `isToolExecution`, others run the node under
 * a type of its own, whose name ends in `Tool`. Where a version does neither, an agent's call counts
 * as an ordinary run.
 */
export function isToolExecution(context: IExecuteFunctions): boolean {
	const { isToolExecution: told } = context as { isToolExecution?: () => boolean };
	return told?.call(context) || context.getNode().type.endsWith('Tool');
}
