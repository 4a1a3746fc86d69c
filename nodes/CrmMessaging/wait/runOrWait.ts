import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../run/operation';
import { nodeErrorOfRun } from '../run/nodeError';
import type { ItemParameters } from '../run/parameters';
import { run, Run } from '../run/run';
import { adviceOnHost } from '../transport/publicHost';
import { CallbackUrls } from './callbackUrls';
import { readWaitLimit } from './limit';
import { park, resumeParked } from './parked';

/** An operation whose requests the service can call back. */
export interface OperationWithCallback extends Operation {
	/**
	 * Whether the run waits until the service has called back for every request.
	 *
	 * @param first the first item, whose choice holds for the whole run
	 */
	awaitsCallback(first: ItemParameters): boolean;
}

/**
 * Runs an operation over all input items, and waits for the service's callbacks where the person
 * chose so.
 *
 * @returns the output items, each linked to the input items it came from; none while the run waits
 * @throws NodeOperationError for what was given, NodeApiError for what the service did
 */
export async function runOrWait(
	context: IExecuteFunctions,
	operation: Operation | OperationWithCallback,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	if (!('awaitsCallback' in operation)) return await run(context, operation);
	const resumed = await resumeParked(context);
	if (resumed) return resumed;
	const opened = await Run.open(context, operation);
	if (!operation.awaitsCallback(opened.parameters.of(0))) {
		return opened.end(opened.outputOf(await opened.send()));
	}
	const { limit, urls } = waitingOf(context, opened);
	const sent = await opened.send(urls);
	const waits = !opened.options.preview && sent.results.length > 0;
	return opened.end(waits ? await park(context, sent, limit) : opened.outputOf(sent));
}

/** @throws NodeOperationError where the run cannot wait */
function waitingOf(
	context: IExecuteFunctions,
	{ parameters, client }: Run,
): { limit: number | undefined; urls: CallbackUrls } {
	try {
		const limit = readWaitLimit(parameters);
		const urls = CallbackUrls.open(context, client);
		const advice = adviceOnHost(urls.hostname);
		if (advice) parameters.hints.add(advice);
		return { limit, urls };
	} catch (error) {
		throw nodeErrorOfRun(context.getNode(), error);
	}
}
