import { figure } from '../catalogue/sentence';
import { runHint } from '../catalogue/runs';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../service/endpoints';
import { hasErrorOutput } from '../n8n/errors';
import { isToolExecution } from '../n8n/execution';
import { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { continuesOnFail, errorOfStop, type ItemFailure } from './errors';
import { dispatch, type CallbackAddresses } from './dispatch';
import { doubtOf, refusedInDoubt, acknowledgeResend, type WhyInDoubt } from './doubt';
import { Memory } from './memory';
import { rowsName, type Operation } from './operation';
import { controlsOf, readRunOptions, type RunOptions } from './options';
import { outcomesOf } from './outcomes';
import {
	errorItemsOf,
	inItemOrder,
	inOrderOfLinks,
	isNotSent,
	report,
	wrongItems,
	type RunReport,
} from './report';
import { NodeParameters } from './parameters';
import { smallRequestsHint } from './planCalls';
import { prepare, type Prepared } from './prepare';
import { hintsOfPreview, previewsOf } from './preview';
import { EventLoop } from './readRows';

/** One run of an operation over all input items. */
export class Run {
	private memory: Memory | undefined;
	private readonly eventLoop = new EventLoop();

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		readonly options: RunOptions,
		readonly client: ServiceClient,
		private readonly doubt: WhyInDoubt | undefined,
	) {}

	/**
	 * @throws CredentialError or InputError if the credential or an option is wrong; ServiceError if
	 * it's unknown what the retried execution sent
	 */
	static async open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
		const parameters = new NodeParameters(context, controlsOf(operation));
		const doubt = operation.endpoint.repeatable ? undefined : await doubtOf(context);
		const options = readRunOptions(operation, parameters);
		if (doubt && options.preview === 'off' && !options.sendsUnknownAgain) {
			throw new ServiceError(refusedInDoubt[doubt]);
		}
		const client = await ServiceClient.open(context, options.tries, options.atOnce);
		if (client.isReadableOnTheWay)
			parameters.hints.add(runHint.unencrypted('Base URL in the credential'));
		return new Run(context, operation, parameters, options, client, doubt);
	}

	/**
	 * Reads and checks all items, then sends or previews them. With Continue off, one wrong item
	 * stops everything. With Continue on, wrong items fail and the rest is sent.
	 *
	 * @param addresses for callbacks, if the run waits
	 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; InputError if
	 * the run can't be called back
	 */
	async send(addresses?: CallbackAddresses): Promise<RunReport> {
		const { context, operation, parameters, client, options } = this;
		const { preview, sendsUnknownAgain } = options;
		if (changes(operation.endpoint)) {
			this.memory = new Memory(context, operation, client.accountKey, sendsUnknownAgain);
		}
		const continues = continuesOnFail(context);
		const prepared = await prepare(
			operation,
			parameters,
			options,
			continues,
			this.memory,
			this.eventLoop,
		);
		const wrong = wrongItems(prepared.invalid);
		this.stopIfWrong(prepared, wrong);
		this.hint(prepared);
		const sent =
			preview === 'off'
				? await this.carryOut(prepared, continues, addresses)
				: previewsOf(preview, operation, this, prepared.calls, addresses);
		const failures = [...wrong, ...sent.failures];
		const isCut = failures.some(isNotSent) || sent.stopped?.when === 'atRequest';
		if (this.doubt && preview === 'off' && !isCut) acknowledgeResend(context);
		if (sent.stopped) throw errorOfStop(context.getNode(), sent.stopped);
		for (const hint of sent.hints) parameters.hints.add(hint);
		const results = [...sent.results, ...prepared.skipped.flatMap(({ outputs }) => outputs)];
		return { ...sent, results, failures };
	}

	private async carryOut(
		{ calls, recalled, repeated }: Prepared,
		continues: boolean,
		addresses?: CallbackAddresses,
	): Promise<RunReport> {
		const { operation, parameters, client, memory } = this;
		if (calls.length > 0) await addresses?.open(calls);
		const sent = await dispatch(calls, {
			operation,
			client,
			parameters,
			continues,
			repeated,
			memory,
			addresses,
		});
		const planned = calls.flatMap(({ rows }) => rows);
		return report(recalled, sent, planned, operation, parameters, continues);
	}

	/** The results of all requests as output items, each linked to its input items. */
	outputOf({ results, failures }: RunReport): INodeExecutionData[] {
		const output: INodeExecutionData[] = inItemOrder(results).map(({ json, items }) => ({
			json,
			pairedItem:
				items.length === 1 ? { item: items[0] as number } : items.map((item) => ({ item })),
		}));
		if (failures.length === 0) return output;
		const { items } = this.parameters;
		const leaves = hasErrorOutput(this.context.getNode());
		const failed = failures.flatMap((failure) => errorItemsOf(failure, items, leaves));
		return inOrderOfLinks([...output, ...failed]);
	}

	/**
	 * Ends the run: adds its hints, and forgets what was sent unless the run may be repeated.
	 *
	 * @param output the node's output
	 */
	end(output: INodeExecutionData[]): INodeExecutionData[] {
		this.giveHints();
		const isPreview = this.options.preview !== 'off';
		if (!isPreview && !this.mayRunAgain(output)) this.memory?.forget();
		return output;
	}

	/**
	 * Adds the run's hints before it waits. It forgets nothing: a person may retry an execution
	 * that is stopped or fails while it waits.
	 */
	rest(): INodeExecutionData[] {
		this.giveHints();
		return [];
	}

	private mayRunAgain(output: readonly INodeExecutionData[]): boolean {
		if (isToolExecution(this.context)) return true;
		// n8n treats a first item with the key `error` as a failure of the whole node. Some
		// versions do so for any value of the key.
		const [first] = output;
		return first !== undefined && 'error' in first.json && !!this.context.getNode().retryOnFail;
	}

	private giveHints(): void {
		for (const hint of this.parameters.hints.boxes) {
			this.context.addExecutionHints({ ...hint, location: 'outputPane' });
		}
	}

	/** Everything is checked before the first request is sent. */
	private stopIfWrong({ calls, recalled, left, refusal }: Prepared, wrong: ItemFailure[]): void {
		const first = refusal ?? inItemOrder([...wrong])[0];
		if (!first || (continuesOnFail(this.context) && !refusal)) return;
		const rows = [...recalled, ...calls].flatMap((call) => call.rows);
		throw errorOfStop(this.context.getNode(), {
			first,
			when: 'beforeSending',
			wrongItems: refusal ? 1 : wrong.reduce((sum, { items }) => sum + items.length, 0),
			outcomes: outcomesOf([...rows, ...left], rowsName(this.operation)),
		});
	}

	private hint({ groups, calls, recalled, count, acceptedBeforeChange }: Prepared): void {
		const { operation, options, doubt } = this;
		const { hints } = this.parameters;
		const name = rowsName(operation);
		const small = smallRequestsHint(operation, groups, calls.length, options);
		if (small) hints.add(small);
		if (options.preview !== 'off') {
			const before = outcomesOf(
				recalled.flatMap(({ rows }) => rows),
				name,
			);
			for (const hint of hintsOfPreview(before, doubt !== undefined)) hints.add(hint);
		} else if (acceptedBeforeChange > 0) {
			const accepted = `${figure(acceptedBeforeChange)} of ${figure(count)} ${name}`;
			hints.add(runHint.acceptedBeforeChange(accepted));
		}
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
