import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../interface/endpoints';
import { ServiceClient } from '../transport/client';
import { groupReadings } from './group';
import { failureOf, type ItemFailure } from './itemFailure';
import { Memory } from './memory';
import { errorItems, errorOfStop, nodeErrorOfRun } from './nodeError';
import type { Batch, Operation } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { NodeParameters } from './parameters';
import { previewsOf } from './preview';
import { readItems } from './read';
import { inItemOrder, inOrderOfLinks } from './results';
import { Sender, type CallbackAddresses, type Sent } from './send';

/** One run of an operation over all input items: read, check, group and chunk, send, pair. */
export class Run {
	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		readonly options: RunOptions,
		readonly client: ServiceClient,
	) {}

	/** @throws NodeOperationError when the credential or an option is wrong */
	static async open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
		const parameters = new NodeParameters(context);
		try {
			const options = readRunOptions(operation, parameters);
			const client = await ServiceClient.open(context, options.tries);
			return new Run(context, operation, parameters, options, client);
		} catch (error) {
			throw nodeErrorOfRun(context.getNode(), error);
		}
	}

	/**
	 * Reads and checks all items and sends what they give, or previews it. With Continue off, nothing
	 * is sent when any item is wrong; with Continue on, the wrong items fail and the rest is sent.
	 *
	 * @param addresses where the service calls back, when whoever started the run waits for it
	 * @throws NodeOperationError for what was given, NodeApiError for what the service did
	 */
	async send(addresses?: CallbackAddresses): Promise<Sent> {
		const { context, operation, parameters, client } = this;
		const { preview } = this.options;
		const memory =
			changes(operation.endpoint) && !preview
				? Memory.open(context, client.accountUrl)
				: undefined;
		const { batches, failures } = this.prepare(memory);
		const continues = context.continueOnFail();
		const sent = preview
			? previewsOf(operation, client, batches, addresses)
			: await new Sender(operation, client, parameters, continues, memory, addresses).send(
					batches,
				);
		if (sent.stopped) throw errorOfStop(context.getNode(), sent.stopped);
		this.giveHints([...parameters.hints, ...sent.hints]);
		return { ...sent, failures: [...failures, ...sent.failures] };
	}

	/** What came of all requests as output items, each linked to the input items it came from. */
	outputOf({ results, failures }: Sent): INodeExecutionData[] {
		const output: INodeExecutionData[] = inItemOrder(results).map(({ json, items }) => ({
			json,
			pairedItem: items.map((item) => ({ item })),
		}));
		const failed = failures.flatMap((failure) => errorItems(this.context.getNode(), failure));
		return failed.length === 0 ? output : inOrderOfLinks([...output, ...failed]);
	}

	/** Reads and checks all items and groups what is to be sent. */
	private prepare(memory?: Memory): { batches: Batch[]; failures: ItemFailure[] } {
		const { operation, parameters, options } = this;
		const { readings, failures } = readItems(operation, parameters);
		const open = memory ? memory.notAcceptedOf(readings) : readings;
		const { batches, refused } = groupReadings(open, operation.limit, options.maxPerRequest);
		for (const { items, error } of refused) failures.push({ items, failure: failureOf(error) });
		this.stopUnlessContinue(failures);
		return { batches, failures };
	}

	/** Everything is checked before the first request leaves. */
	private stopUnlessContinue([first, ...others]: ItemFailure[]): void {
		if (!first || this.context.continueOnFail()) return;
		throw errorOfStop(this.context.getNode(), { first, others, when: 'beforeSending' });
	}

	private giveHints(hints: string[]): void {
		for (const message of new Set(hints)) {
			this.context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
		}
	}
}

/** Runs an operation over all input items; see `Run`. */
export async function run(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const opened = await Run.open(context, operation);
	return opened.outputOf(await opened.send());
}
