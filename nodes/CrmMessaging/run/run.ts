import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ServiceClient } from '../transport/client';
import { adviceOnHost } from '../transport/publicHost';
import { CallbackUrls } from '../wait/callbackUrls';
import { advise, errorItems, inputError, type ItemError } from './nodeError';
import { groupReadings } from './group';
import { Memory } from './memory';
import type { Batch, Operation } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { NodeParameters } from './parameters';
import { goOn, park } from '../wait/parked';
import { previewsOf } from './preview';
import { readItems } from './read';
import { inItemOrder, inOrderOfLinks } from './results';
import { Sending, type Sent } from './send';

/**
 * Runs an operation over all input items: read, check, group and chunk, send, pair.
 *
 * With Continue off, nothing is sent when any item is wrong; with Continue on, the wrong items
 * become error items and the rest is sent.
 *
 * @returns the output items, each linked to the input items it came from
 * @throws NodeOperationError for what was given, NodeApiError for what the service did
 */
export async function run(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const goneOn = await goOn(context);
	if (goneOn) return goneOn;

	const parameters = new NodeParameters(context);
	const options = optionsOfRun(context, operation, parameters);
	const { preview, awaitsCallback, waitLimit } = options;
	const client = await ServiceClient.open(context, options.tries);
	const urls = awaitsCallback ? callbackUrlsOf(context, client, parameters) : undefined;
	const memory =
		operation.sends && !preview ? Memory.open(context, client.accountUrl) : undefined;

	const { batches, errors } = prepare(context, operation, parameters, options.most, memory);
	const sent = preview
		? previewsOf(operation, client, batches, urls)
		: await new Sending(context, operation, client, parameters, memory, urls).send(batches);
	giveHints(context, [...parameters.hints, ...sent.hints]);
	const waits = awaitsCallback && !preview && sent.results.length > 0;
	return waits ? await park(context, sent, errors, waitLimit) : outputOf(sent, errors);
}

/** @throws NodeOperationError where the run cannot wait */
function callbackUrlsOf(
	context: IExecuteFunctions,
	client: ServiceClient,
	parameters: NodeParameters,
): CallbackUrls {
	try {
		const urls = CallbackUrls.open(context, client);
		const advice = adviceOnHost(urls.hostname);
		if (advice) parameters.hints.add(advice);
		return urls;
	} catch (error) {
		throw inputError(context.getNode(), error, 0);
	}
}

function optionsOfRun(
	context: IExecuteFunctions,
	operation: Operation,
	parameters: NodeParameters,
): RunOptions {
	try {
		return readRunOptions(operation, parameters.of(0));
	} catch (error) {
		throw inputError(context.getNode(), error, 0);
	}
}

/**
 * Reads and checks all items and groups what is to be sent.
 *
 * @throws the first error, with Continue off
 */
function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	parameters: NodeParameters,
	most: number,
	memory?: Memory,
): { batches: Batch[]; errors: ItemError[] } {
	const { readings, errors } = readItems(context.getNode(), operation, parameters);
	const open = memory ? memory.unsettled(readings) : readings;
	const { batches, refusals } = groupReadings(open, operation.limit, most);
	for (const { items, problem } of refusals) {
		errors.push({ items, error: inputError(context.getNode(), problem, items[0] ?? 0) });
	}
	stopUnlessContinue(context, errors);
	return { batches, errors };
}

/** Everything is checked before the first request leaves. */
function stopUnlessContinue(context: IExecuteFunctions, errors: ItemError[]): void {
	const [first] = errors;
	if (!first || context.continueOnFail()) return;
	const wrong = errors.reduce((sum, { items }) => sum + items.length, 0);
	advise(
		first.error,
		wrong > 1
			? `Nothing was sent. ${wrong} items are wrong; this is the first.`
			: 'Nothing was sent.',
	);
	throw first.error;
}

function giveHints(context: IExecuteFunctions, hints: string[]): void {
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}
}

function outputOf(sent: Sent, errors: ItemError[]): INodeExecutionData[] {
	const output: INodeExecutionData[] = inItemOrder(sent.results).map(({ json, items }) => ({
		json,
		pairedItem: items.map((item) => ({ item })),
	}));
	const failed = [...errors, ...sent.errors].flatMap(errorItems);
	return failed.length === 0 ? output : inOrderOfLinks([...output, ...failed]);
}
