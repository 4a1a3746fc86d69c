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

/** A key of n8n's own in the item of a tool's call, another one for every call. */
const callId = 'toolCallId';

/**
 * What an agent asks of a tool, as a text by which the same call is known when it comes again.
 *
 * Beyond the public types: n8n puts the agent's arguments into the tool's one input item, beside an
 * id of the call. Where a version has other ids there, a call that comes again counts as a new one.
 */
export function inputOfTool(context: IExecuteFunctions): string {
	return JSON.stringify(
		context.getInputData().map(({ json: { [callId]: _, ...asked } }) => asked),
	);
}
