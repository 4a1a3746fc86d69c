import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../interface/endpoints';
import { hasErrorOutput } from '../n8n/errorItem';
import { withoutTags } from '../n8n/richText';
import { isToolExecution } from '../n8n/toolExecution';
import { ServiceClient } from '../transport/client';
import { ServiceError } from '../transport/failure';
import { goesOnAfterErrors } from './agentError';
import { Breath } from './breath';
import { divideByText } from './bodySize';
import { isInDoubt, refusedInDoubt, settleDoubt } from './doubt';
import { errorItemsOf } from './errorItems';
import { divideGroups, groupReadings } from './group';
import { smallRequestsHint } from './smallRequests';
import { failureOf, type ItemFailure } from './itemFailure';
import { Memory, type Recalled } from './memory';
import { errorOfStop, nodeErrorOfRun } from './nodeError';
import type { Batch, ItemReading, Operation, Result, Screened } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { endedEarlier, outcomesOf } from './outcomes';
import { NodeParameters } from './parameters';
import { previewsOf } from './preview';
import { readItems } from './read';
import type { Recurrence } from './recurrence';
import { inItemOrder, inOrderOfLinks } from './results';
import { Sender, type CallbackAddresses, type Sent } from './send';
import { unitName, unitsOf } from './unit';

/** What is to be sent, and what an earlier try or a wrong value leaves out of it. */
interface Prepared extends Omit<Recalled, 'open'> {
	batches: Batch[];
	failures: ItemFailure[];
	/** What the operation left out, as output. */
	leftOut: Result[];
	/** Which recipients come more than once. */
	recurrence: Recurrence;
	/** Why nothing at all may be sent. */
	refusal?: ItemFailure;
}

const unencryptedHint =
	'Base URL in the credential begins with http://, so the secrets and all data travel unencrypted; enter the address with https://.';

/** One run of an operation over all input items: read, check, group and chunk, send, pair. */
export class Run {
	private memory: Memory | undefined;
	private readonly breath = new Breath();

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		readonly options: RunOptions,
		readonly client: ServiceClient,
	) {}

	/**
	 * @throws NodeOperationError when the credential or an option is wrong, or where nobody knows what
	 * the retried execution has sent
	 */
	static async open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
		const parameters = new NodeParameters(context);
		try {
			const inDoubt = !operation.endpoint.repeatable && (await isInDoubt(context));
			const options = readRunOptions(operation, parameters);
			if (inDoubt && options.preview === 'off' && !options.sendsUnknownAgain) {
				throw new ServiceError(refusedInDoubt);
			}
			const client = await ServiceClient.open(context, options.tries, options.atOnce);
			if (client.isReadableOnTheWay) parameters.hints.add(unencryptedHint);
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
		const { context, operation, parameters, client, options } = this;
		const { preview, sendsUnknownAgain } = options;
		if (changes(operation.endpoint) && preview === 'off') {
			this.memory = Memory.open(context, operation, client.accountKey, sendsUnknownAgain);
		}
		const { batches, failures, requests, leftOut, recurrence } = await this.prepare();
		const continues = goesOnAfterErrors(context);
		if (preview === 'off' && batches.length > 0) await this.openAddresses(batches, addresses);
		if (preview === 'off' && sendsUnknownAgain) settleDoubt(context);
		const sent =
			preview !== 'off'
				? previewsOf(preview, operation, client, batches, addresses)
				: await new Sender(
						operation,
						client,
						parameters,
						continues,
						this.memory,
						addresses,
					).send(batches, requests, recurrence);
		if (sent.stopped) throw errorOfStop(context.getNode(), sent.stopped);
		for (const hint of sent.hints) parameters.hints.add(hint);
		return {
			...sent,
			results: [...sent.results, ...leftOut],
			failures: [...failures, ...sent.failures],
		};
	}

	/** What came of all requests as output items, each linked to the input items it came from. */
	outputOf({ results, failures }: Sent): INodeExecutionData[] {
		const output: INodeExecutionData[] = inItemOrder(results).map(({ json, items }) => ({
			json,
			pairedItem: items.map((item) => ({ item })),
		}));
		const { items } = this.parameters;
		const leaves = hasErrorOutput(this.context.getNode());
		const failed = failures.flatMap((failure) => errorItemsOf(failure, items, leaves));
		return failed.length === 0 ? output : inOrderOfLinks([...output, ...failed]);
	}

	/**
	 * Ends the run: gives its hints, and forgets what was sent unless it may be asked for again.
	 *
	 * @param output what the node gives
	 */
	end(output: readonly INodeExecutionData[]): INodeExecutionData[] {
		this.giveHints();
		if (!this.mayRunAgain(output)) this.memory?.forget();
		return [...output];
	}

	/**
	 * Gives the run's hints where it rests until something wakes it. What was sent is not forgotten:
	 * the person may retry an execution that is stopped or fails while it rests.
	 */
	rest(): INodeExecutionData[] {
		this.giveHints();
		return [];
	}

	/** Whether n8n, or an agent, may ask for the same once more. */
	private mayRunAgain(output: readonly INodeExecutionData[]): boolean {
		if (isToolExecution(this.context)) return output.some(({ json }) => json.error);
		// n8n takes a first item with the key `error` for a failure of the whole node, and some versions
		// do so whatever the key holds.
		const [first] = output;
		const { retryOnFail = false } = this.context.getNode();
		return retryOnFail && first !== undefined && 'error' in first.json;
	}

	/** @throws NodeOperationError where there is no way to be called back */
	private async openAddresses(
		batches: readonly Batch[],
		addresses?: CallbackAddresses,
	): Promise<void> {
		try {
			await addresses?.open(batches);
		} catch (error) {
			throw nodeErrorOfRun(this.context.getNode(), error);
		}
	}

	private giveHints(): void {
		for (const message of this.parameters.hints.texts) {
			const shown = withoutTags(message);
			this.context.addExecutionHints({
				message: shown,
				location: 'outputPane',
				type: 'warning',
			});
		}
	}

	/** Reads and checks all items and groups what is to be sent. */
	private async prepare(): Promise<Prepared> {
		const { operation, parameters, options, breath } = this;
		const { readings, failures, recurrence } = await readItems(
			operation,
			parameters,
			options.combinesMessages,
			breath,
		);
		await breath.take();
		const { refusal, ...screened } = this.screen(readings, recurrence);
		const groups = groupReadings(screened.readings).map(
			(group) => operation.combine?.(group, parameters, recurrence) ?? group,
		);
		await breath.take();
		const { open, requests, acceptedBeforeChange } = this.memory?.recall(groups) ?? {
			open: groups,
			requests: [],
			acceptedBeforeChange: 0,
		};
		const { limit } = operation;
		const divided = divideGroups(open, limit, options.maxPerRequest);
		await breath.take();
		const { batches, refused } = divideByText(divided.batches, limit);
		for (const { items, error } of [...divided.refused, ...refused]) {
			failures.push({ items, failure: failureOf(error) });
		}
		const { leftOut } = screened;
		const prepared: Prepared = {
			...{ batches, failures, requests, acceptedBeforeChange, leftOut, recurrence, refusal },
		};
		this.stopUnlessContinue(prepared);
		const small = smallRequestsHint(operation, open, batches.length, options);
		if (small) parameters.hints.add(small);
		this.hintAtChange(groups, acceptedBeforeChange);
		return prepared;
	}

	/** Lets the operation look at everything; where it refuses the whole run, nothing is left out. */
	private screen(
		readings: ItemReading[],
		recurrence: Recurrence,
	): Screened & Pick<Prepared, 'refusal'> {
		const { operation, parameters } = this;
		try {
			return (
				operation.screen?.(readings, parameters, recurrence) ?? { readings, leftOut: [] }
			);
		} catch (error) {
			const items = readings.map(({ item }) => item);
			return { readings, leftOut: [], refusal: { items, failure: failureOf(error) } };
		}
	}

	/** Everything is checked before the first request leaves. */
	private stopUnlessContinue({ batches, failures, requests, refusal }: Prepared): void {
		const first = refusal ?? failures[0];
		if (!first || (goesOnAfterErrors(this.context) && !refusal)) return;
		const units = batches.flatMap((batch) => unitsOf(this.operation, batch));
		const ended = requests.map(endedEarlier);
		throw errorOfStop(this.context.getNode(), {
			first,
			when: 'beforeSending',
			wrongItems: refusal ? 1 : failures.reduce((sum, { items }) => sum + items.length, 0),
			outcomes: outcomesOf(units, ended, unitName(this.operation)),
		});
	}

	private hintAtChange(groups: readonly Batch[], accepted: number): void {
		if (accepted === 0) return;
		const total = groups.reduce((sum, group) => sum + unitsOf(this.operation, group).length, 0);
		const [count, all] = [accepted, total].map((number) => number.toLocaleString('en'));
		this.parameters.hints.add(
			`${count} of ${all} ${unitName(this.operation)} were accepted before the node was changed, and are not sent again. To send them as they are now, start a new execution.`,
		);
	}
}

/** Runs an operation over all input items; see `Run`. */
export async function run(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const opened = await Run.open(context, operation);
	return opened.end(opened.outputOf(await opened.send()));
}
