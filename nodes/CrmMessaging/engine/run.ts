import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../service/endpoints';
import { hasErrorOutput, withoutTags } from '../n8n/errors';
import { isToolExecution } from '../n8n/execution';
import { ServiceClient } from '../service/client';
import { outcomeOf, ServiceError, type Failure } from '../service/failure';
import { formMistake } from './formMistakes';
import { continuesOnFail } from './agentErrors';
import { EventLoop } from './yieldToEventLoop';
import {
	divideByText,
	divideGroups,
	groupReadings,
	withoutItems,
	smallRequestsHint,
} from './batches';
import { doubtOf, refusedAsRenamed, refusedInDoubt, settleDoubt, type WhyInDoubt } from './doubt';
import { errorItemsOf, inItemOrder, inOrderOfLinks } from './output';
import { failureOf, type ItemFailure, errorOfStop, nodeErrorOfRun } from './errors';
import { Memory, type Recalled } from './memory';
import type { Batch, ItemReading, Operation, Result, Screened } from './operation';
import { controlsOf, readRunOptions, type RunOptions } from './options';
import { endedEarlier, outcomesBefore, outcomesOf, type Outcomes } from './outcomes';
import { NodeParameters } from './parameters';
import { hintsOfPreview, previewsOf } from './preview';
import { readItems } from './readItems';
import type { RepeatedRecipients } from './recipient';
import { Sender, type CallbackAddresses, type Sent } from './send';
import { unitName, unitsOf } from './unit';

/** What is to be sent, and what an earlier try or a wrong value leaves out of it. */
interface Prepared extends Omit<Recalled, 'open' | 'unclearItems'> {
	batches: Batch[];
	failures: ItemFailure[];
	/** What the operation left out, as output. */
	leftOut: Result[];
	/** Which recipients come more than once. */
	recurrence: RepeatedRecipients;
	/** Why nothing at all may be sent. */
	refusal?: ItemFailure;
}

const unencryptedHint =
	'Base URL in the credential begins with http://, so the secrets and all data travel unencrypted; enter the address with https://.';

/** One run of an operation over all input items: read, check, group and chunk, send, pair. */
export class Run {
	private memory: Memory | undefined;
	private readonly breath = new EventLoop();

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		readonly options: RunOptions,
		readonly client: ServiceClient,
		private readonly doubt: WhyInDoubt | undefined,
	) {}

	/**
	 * @throws NodeOperationError when the credential or an option is wrong, or where nobody knows what
	 * the retried execution has sent
	 */
	static async open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
		const parameters = new NodeParameters(context, controlsOf(operation));
		try {
			const doubt = operation.endpoint.repeatable ? undefined : await doubtOf(context);
			const options = readRunOptions(operation, parameters);
			if (doubt && options.preview === 'off' && !options.sendsUnknownAgain) {
				throw new ServiceError(refusedInDoubt[doubt]);
			}
			const client = await ServiceClient.open(context, options.tries, options.atOnce);
			if (client.isReadableOnTheWay) parameters.hints.add(unencryptedHint);
			return new Run(context, operation, parameters, options, client, doubt);
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
		if (changes(operation.endpoint)) {
			this.memory = Memory.open(context, operation, client.accountKey, sendsUnknownAgain);
		}
		const { batches, failures, leftOut, recurrence, ...earlier } = await this.prepare();
		const continues = continuesOnFail(context);
		if (preview === 'off' && batches.length > 0) await this.openAddresses(batches, addresses);
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
					).send(batches, earlier, recurrence);
		if (this.doubt && preview === 'off' && isAllSent(failures, sent)) settleDoubt(context);
		if (sent.stopped) throw errorOfStop(context.getNode(), sent.stopped);
		for (const hint of sent.hints) parameters.hints.add(hint);
		for (const alarm of sent.alarms) parameters.hints.alarm(alarm);
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
		const isPreview = this.options.preview !== 'off';
		if (!isPreview && !this.mayRunAgain(output)) this.memory?.forget();
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
		if (isToolExecution(this.context)) return true;
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
				type: this.parameters.hints.isAlarm(message) ? 'danger' : 'warning',
			});
		}
	}

	/** Reads and checks all items and groups what is to be sent. */
	private async prepare(): Promise<Prepared> {
		const { operation, parameters, options, breath } = this;
		const mistake = formMistake(operation, parameters);
		const { readings, failures, recurrence } = await readItems(
			operation,
			parameters,
			options.combinesMessages,
			breath,
		);
		await breath.yieldWhenDue();
		const { refusal, ...screened } = this.screen(readings, recurrence, mistake);
		const groups = groupReadings(screened.readings).map(
			(group) => operation.combine?.(group, parameters, recurrence) ?? group,
		);
		await breath.yieldWhenDue();
		const { open, unclearItems, ...earlier } = this.memory?.recall(groups) ?? {
			open: groups,
			requests: [],
			again: [],
			left: [],
			acceptedBeforeChange: 0,
			unclearItems: [],
		};
		if (mistake && continuesOnFail(this.context)) {
			const failed = [...failures, ...open].flatMap(({ items }) => items);
			const all = [{ items: [...new Set(failed)], failure: mistake }];
			const { leftOut } = screened;
			return { ...earlier, batches: [], failures: all, leftOut, recurrence };
		}
		const wrong = operation.findWrong?.(open, parameters) ?? [];
		const right = withoutItems(open, new Set(wrong.flatMap(({ items }) => items)));
		const { limit } = operation;
		const divided = divideGroups(right, limit, options.maxPerRequest);
		await breath.yieldWhenDue();
		const { batches, refused } = divideByText(divided.batches, limit);
		for (const { items, error } of [...wrong, ...divided.refused, ...refused]) {
			failures.push({ items, failure: failureOf(error) });
		}
		const { leftOut } = screened;
		const isUnclear = unclearItems.length > 0 && !options.sendsUnknownAgain;
		const prepared: Prepared = {
			...earlier,
			batches,
			failures,
			leftOut,
			recurrence,
			refusal:
				refusal ??
				(isUnclear ? { items: unclearItems, failure: refusedAsRenamed } : undefined),
		};
		this.stopUnlessContinue(prepared);
		const small = smallRequestsHint(operation, right, batches.length, options);
		if (small) parameters.hints.add(small);
		if (options.preview === 'off') this.hintAtChange(groups, earlier.acceptedBeforeChange);
		else {
			const before = this.outcomesSoFar({ ...earlier, again: [], left: [] }, []);
			for (const hint of hintsOfPreview(before, this.doubt !== undefined)) {
				parameters.hints.add(hint);
			}
		}
		return prepared;
	}

	/** Lets the operation look at everything; where it refuses the whole run, nothing is left out. */
	private screen(
		readings: ItemReading[],
		recurrence: RepeatedRecipients,
		mistake: Failure | undefined,
	): Screened & Pick<Prepared, 'refusal'> {
		const { operation, parameters } = this;
		const refused = (failure: Failure, items: number[]) => ({
			readings,
			leftOut: [],
			refusal: { items, failure },
		});
		if (mistake) return refused(mistake, [...parameters.items.keys()]);
		try {
			return (
				operation.screen?.(readings, parameters, recurrence) ?? { readings, leftOut: [] }
			);
		} catch (error) {
			const items = readings.map(({ item }) => item);
			return refused(failureOf(error), items);
		}
	}

	/** Everything is checked before the first request leaves. */
	private stopUnlessContinue(prepared: Prepared): void {
		const { batches, failures, refusal } = prepared;
		const first = refusal ?? inItemOrder([...failures])[0];
		if (!first || (continuesOnFail(this.context) && !refusal)) return;
		throw errorOfStop(this.context.getNode(), {
			first,
			when: 'beforeSending',
			wrongItems: refusal ? 1 : failures.reduce((sum, { items }) => sum + items.length, 0),
			outcomes: this.outcomesSoFar(prepared, batches),
		});
	}

	/** What became of everything in earlier tries. */
	private outcomesSoFar(
		{ requests, again, left }: Pick<Recalled, 'requests' | 'again' | 'left'>,
		batches: readonly Batch[],
	): Outcomes {
		const units = batches.flatMap((batch) => unitsOf(this.operation, batch));
		const ended = [...requests, ...left].map(endedEarlier);
		return outcomesOf(units, ended, unitName(this.operation), outcomesBefore(again));
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

/** Whether nothing is left that this try should have sent. */
function isAllSent(failures: readonly ItemFailure[], { failures: failed, stopped }: Sent): boolean {
	const isLeft = [...failures, ...failed].some(({ failure }) => outcomeOf(failure) === 'notSent');
	return !isLeft && stopped?.when !== 'atRequest';
}

/** Runs an operation over all input items; see `Run`. */
export async function run(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const opened = await Run.open(context, operation);
	return opened.end(opened.outputOf(await opened.send()));
}
