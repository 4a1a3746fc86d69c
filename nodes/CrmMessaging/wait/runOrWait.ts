import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../engine/operation';
import { run, type Run } from '../engine/run';
import { WaitingRun, type OperationWithCallback } from './waitingRun';

/**
 * Runs an operation over all input items, and waits for the callbacks if the user chose that. n8n
 * then replaces this node's output by the waiting execution's.
 *
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function runOrWait(
	context: IExecuteFunctions,
	choose: () => Operation | OperationWithCallback,
): Promise<INodeExecutionData[]> {
	return await run(context, choose, async (opened, operation) => {
		const waits =
			'awaitsCallback' in operation && operation.awaitsCallback(opened.parameters.of(0));
		return waits
			? await sendAndWait(context, opened, operation)
			: opened.end(opened.outputOf(await opened.send()));
	});
}

async function sendAndWait(
	context: IExecuteFunctions,
	opened: Run,
	operation: OperationWithCallback,
): Promise<INodeExecutionData[]> {
	const waiting = WaitingRun.of(context, opened.parameters, operation);
	try {
		const sent = await opened.send(waiting);
		if (opened.options.preview !== 'off') return opened.end(opened.outputOf(sent));
		const output = await waiting.end(sent);
		return output ? opened.end(output) : opened.rest();
	} finally {
		await waiting.close();
	}
}
