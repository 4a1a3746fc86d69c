import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isToolExecution } from '../n8n/execution';
import { answerOfError, nodeErrorOfRun } from '../engine/errors';
import type { Operation } from '../engine/operation';
import type { ItemParameters } from '../engine/parameters';
import { run, Run } from '../engine/run';
import { WaitingRun } from './waitingRun';

/** An operation whose requests can get callbacks. */
export interface OperationWithCallback extends Operation {
	/**
	 * Whether the run waits until the service has called back for every request.
	 *
	 * @param first the first item, whose choice applies to the whole run
	 */
	awaitsCallback(first: ItemParameters): boolean;
	/** Whether each input item gets its contacts' results, rather than each bulk job an item. */
	givesPerItem(first: ItemParameters): boolean;
}

/**
 * Runs an operation over all input items, and waits for the callbacks if the user chose that. n8n
 * then replaces this node's output by the waiting execution's.
 *
 * @returns the output items, each linked to its input items; none while the run waits
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
	const waiting = waitingOf(context, opened, operation);
	if (!waiting) return opened.end(opened.outputOf(await opened.send()));
	try {
		const sent = await opened.send(waiting);
		if (opened.options.preview !== 'off') return opened.end(opened.outputOf(sent));
		const output = await waiting.end(sent);
		return output ? opened.end(output) : opened.rest();
	} finally {
		await waiting.close();
	}
}

/**
 * The run's callbacks to wait for; undefined if the user chose not to wait.
 *
 * @throws InputError if the run can't wait, or the choice is invalid
 */
function waitingOf(
	context: IExecuteFunctions,
	{ parameters }: Run,
	operation: OperationWithCallback,
): WaitingRun | undefined {
	const first = parameters.of(0);
	if (!operation.awaitsCallback(first)) return undefined;
	return WaitingRun.of(context, parameters, {
		isPerItem: operation.givesPerItem(first),
		failsOnRejected: operation.failsOnRejected?.(first) ?? false,
	});
}
