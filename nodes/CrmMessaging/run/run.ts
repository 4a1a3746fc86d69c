import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { advise, errorItems, inputError, type ItemError } from './errors';
import { groupReadings } from './group';
import type { Operation } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { ItemParameters, NodeParameters } from './parameters';
import { previewsOf } from './preview';
import { readItems } from './read';
import { inItemOrder } from './results';
import { sendBatches, type Sent } from './send';

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
	const inputs = context.getInputData();
	if (inputs.length === 0) return [];
	const parameters = new NodeParameters(context);
	const items = inputs.map((input, index) => new ItemParameters(parameters, index, input));
	const options = optionsOfRun(context, operation, items[0] as ItemParameters);

	const { readings, errors } = readItems(context.getNode(), operation, items);
	const { batches, refusals } = groupReadings(readings, operation.limit, options.most);
	for (const { items: refused, problem } of refusals) {
		const [first = 0] = refused;
		errors.push({ items: refused, error: inputError(context.getNode(), problem, first) });
	}
	stopUnlessContinue(context, errors);

	const client = await ServiceClient.open(context);
	const sent = options.preview
		? previewsOf(operation, client, batches)
		: await sendBatches(context, operation, client, batches, items);
	giveHints(context, items, sent.hints);
	return outputOf(sent, [...errors, ...sent.errors]);
}

function optionsOfRun(
	context: IExecuteFunctions,
	operation: Operation,
	first: ItemParameters,
): RunOptions {
	try {
		return readRunOptions(operation, first);
	} catch (error) {
		throw inputError(context.getNode(), error, 0);
	}
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

function giveHints(
	context: IExecuteFunctions,
	items: ItemParameters[],
	ofRequests: string[],
): void {
	const hints = new Set([...items.flatMap((item) => item.hints), ...ofRequests]);
	for (const message of hints) {
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}
}

function outputOf(sent: Sent, errors: ItemError[]): INodeExecutionData[] {
	const results = sent.results.map(({ json, items }) => ({
		items,
		output: [{ json, pairedItem: items.map((item) => ({ item })) }] as INodeExecutionData[],
	}));
	const failed = errors.map((error) => ({ items: error.items, output: errorItems(error) }));
	return inItemOrder([...results, ...failed]).flatMap(({ output }) => output);
}
