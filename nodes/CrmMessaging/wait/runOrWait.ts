import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isToolExecution } from '../n8n/execution';
import { answerOfError, nodeErrorOfRun } from '../engine/errors';
import type { Operation } from '../engine/operation';
import { run, Run } from '../engine/run';
import { WaitingRun, type OperationWithCallback } from './waitingRun';

/**
 * Runs an operation over all input items, and waits for the callbacks if the user chose that. n8n
 * then replaces this node's output by the waiting execution's.
 *
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests
 */
export async function runOrWait(
	context: IExecuteFunctions,
	operation: Operation | OperationWithCallback,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	try {
		return await runOrRest(context, operation);
	} catch (cause) {
		const error = nodeErrorOfRun(context.getNode(), cause);
		if (!isToolExecution(context)) throw error;
		return answerOfError(context, error, operation);
	}
}

async function runOrRest(
	context: IExecuteFunctions,
	operation: Operation | OperationWithCallback,
): Promise<INodeExecutionData[]> {
	if (!('awaitsCallback' in operation)) return await run(context, operation);
	const opened = await Run.open(context, operation);
	if (!operation.awaitsCallback(opened.parameters.of(0))) {
		return opened.end(opened.outputOf(await opened.send()));
	}
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
