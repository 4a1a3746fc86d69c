import { figure } from '../catalogue/sentence';
import { runHint } from '../catalogue/runs';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { changes } from '../service/endpoints';
import { isToolExecution, nodeOf } from '../n8n/execution';
import { ServiceClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { continuesOnFail, RunStop, type ItemFailure } from './errors';
import { dispatch } from './send/dispatch';
import {
	doubtOf,
	forgetDoubt,
	refusedInDoubt,
	acknowledgeResend,
	type WhyInDoubt,
} from './remember/doubt';
import { Memory } from './remember/memory';
import { rowsName, type Operation } from './operation';
import { controlsOf, readRunOptions, type RunOptions } from './options';
import { outcomesOf } from './send/outcomes';
import {
	inItemOrder,
	isNotSent,
	linkedItem,
	outputOf,
	report,
	wrongItems,
	type RunReport,
} from './report';
import { NodeParameters } from './read/parameters';
import { smallRequestsHint } from './send/planCalls';
import { planOf, readAll, type Plan, type ReadRows } from './prepare';
import { hintsOfPreview, previewsOf } from './preview';
import { EventLoop } from './read/readRows';
import { readyOf, type Call } from './row';
import { outputOfStop } from './stop';

/** Lets a run wait for the callback of its only request. */
export interface CallbackWait {
	/** The callback URL of the request. */
	url: string;
	/** @throws InputError if a run with these calls can't wait; nothing has been sent yet */
	check(calls: readonly Call[]): void;
	/** Parks the execution. @returns false if there is nothing to wait for */
	begin(sent: RunReport): Promise<boolean>;
}

interface Opened {
	parameters: NodeParameters;
	options: RunOptions;
	client: ServiceClient;
	/** Why it's unknown what the retried execution sent. */
	doubt: WhyInDoubt | undefined;
}

/** One run of an operation over all input items. */
export class Run {
	private memory: Memory | undefined;
	private rows: ReadRows | undefined;
	private readonly eventLoop = new EventLoop();
	readonly parameters: NodeParameters;
	readonly options: RunOptions;
	readonly client: ServiceClient;
	private readonly doubt: WhyInDoubt | undefined;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		opened: Opened,
	) {
		this.parameters = opened.parameters;
		this.options = opened.options;
		this.client = opened.client;
		this.doubt = opened.doubt;
	}

	/**
	 * @throws CredentialError or InputError if the credential or an option is wrong; ServiceError if
	 * it's unknown what the retried execution sent
	 */
	static async open(context: IExecuteFunctions, operation: Operation): Promise<Run> {
		const parameters = new NodeParameters(context, controlsOf(operation));
		const doubt = changes(operation.endpoint) ? await doubtOf(context) : undefined;
		const options = readRunOptions(operation, parameters);
		if (doubt && options.preview === 'off' && !options.sendsUnknownAgain) {
			throw new ServiceError(refusedInDoubt(doubt));
		}
		const client = await ServiceClient.open(context, options.atOnce);
		if (client.isReadableOnTheWay)
			parameters.hints.add(runHint.unencrypted({ address: 'Base URL in the credential' }));
		return new Run(context, operation, { parameters, options, client, doubt });
	}

	/** The rows, once all items are read. */
	get readRows(): ReadRows | undefined {
		return this.rows;
	}

	/**
	 * Reads and checks all items, then sends or previews them. With Continue off, one wrong item
	 * stops everything. With Continue on, wrong items fail and the rest is sent.
	 *
	 * @throws RunStop for wrong input or failed requests; CredentialError if the request's secret is
	 * missing; InputError if the run can't wait
	 */
	async send(wait?: CallbackWait): Promise<RunReport> {
		const { context, operation, parameters, client, options } = this;
		const { preview, sendsUnknownAgain } = options;
		if (preview === 'off') client.requireSecret(operation.endpoint);
		if (changes(operation.endpoint)) {
			this.memory = new Memory(context, operation, client.accountKey, sendsUnknownAgain);
		}
		const rows = await readAll(operation, parameters, options, this.memory, this.eventLoop);
		this.rows = rows;
		if (rows.refusal) this.stopBeforeSending(rows, rows.refusal);
		const plan = planOf(rows, operation, parameters, options.maxPerRequest);
		await this.eventLoop.yieldWhenDue();
		const wrong = wrongItems(plan.invalid);
		const [first] = inItemOrder(wrong);
		if (first && !continuesOnFail(context)) {
			const count = wrong.reduce((sum, { items }) => sum + items.length, 0);
			this.stopBeforeSending(rows, first, count);
		}
		wait?.check(plan.calls);
		this.hint(rows, plan);
		const sent =
			preview === 'off'
				? await this.carryOut(rows, plan, wait?.url)
				: previewsOf(preview, operation, this, plan.calls, wait?.url);
		const failures = [...wrong, ...sent.failures];
		const isCut = failures.some(isNotSent) || sent.stopped?.when === 'atRequest';
		if (this.doubt && preview === 'off' && !isCut) acknowledgeResend(context);
		if (sent.stopped) throw new RunStop(sent.stopped);
		for (const hint of sent.hints) parameters.hints.add(hint);
		const skipped = plan.skipped.flatMap((row) =>
			row.outputs.map((output) => linkedItem(output.json, output)),
		);
		return { ...sent, results: [...sent.results, ...skipped], failures };
	}

	private async carryOut(
		{ recalled, repeated }: ReadRows,
		{ calls }: Plan,
		callbackUrl?: string,
	): Promise<RunReport> {
		const { operation, parameters, client, memory } = this;
		const continues = continuesOnFail(this.context);
		const sent = await dispatch(calls, {
			operation,
			client,
			parameters,
			continues,
			repeated,
			memory,
			callbackUrl,
			createdIds: new Set(),
		});
		const reported = report(
			{ recalled: recalled.calls, sent, planned: calls },
			operation,
			parameters,
			continues,
		);
		return { ...reported, accepted: sent.filter(({ failure }) => !failure) };
	}

	/** The results of all requests as output items, each linked to its input items. */
	outputOf(sent: RunReport): INodeExecutionData[] {
		return outputOf(sent, this.parameters.items, nodeOf(this.context));
	}

	/**
	 * Ends the run: adds its hints, and forgets what was sent unless the run may be repeated.
	 *
	 * @param output the node's output
	 */
	end(output: INodeExecutionData[]): INodeExecutionData[] {
		this.giveHints();
		const isPreview = this.options.preview !== 'off';
		if (!isPreview && !this.mayRunAgain(output)) {
			this.memory?.forget();
			forgetDoubt(this.context);
		}
		return output;
	}

	/** Stores what was sent, and lets parallel calls of an agent continue. */
	close(): void {
		this.memory?.close();
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
		return first !== undefined && 'error' in first.json && !!nodeOf(this.context).retryOnFail;
	}

	private giveHints(): void {
		for (const hint of this.parameters.hints.boxes) {
			this.context.addExecutionHints({ ...hint, location: 'outputPane' });
		}
	}

	/** Everything is checked before the first request is sent. */
	private stopBeforeSending(
		{ all, recalled }: ReadRows,
		first: ItemFailure,
		wrongItems = 1,
	): never {
		const earlier = recalled.calls.flatMap(({ rows }) => rows);
		const rows = [...earlier, ...readyOf(all), ...recalled.left];
		const outcomes = outcomesOf(rows, rowsName(this.operation));
		throw new RunStop({ first, when: 'beforeSending', wrongItems, outcomes });
	}

	private hint({ all, recalled }: ReadRows, { groups, calls }: Plan): void {
		const { acceptedBeforeChange } = recalled;
		const { operation, options, doubt } = this;
		const { hints } = this.parameters;
		const name = rowsName(operation);
		const small = smallRequestsHint(operation, groups, calls.length, options);
		if (small) hints.add(small);
		if (options.preview !== 'off') {
			const before = outcomesOf(
				recalled.calls.flatMap(({ rows }) => rows),
				name,
			);
			for (const hint of hintsOfPreview(before, doubt !== undefined)) hints.add(hint);
		} else if (acceptedBeforeChange > 0) {
			const accepted = `${figure(acceptedBeforeChange)} of ${figure(all.length)} ${name}`;
			hints.add(runHint.acceptedBeforeChange({ counts: accepted }));
		}
	}
}

/**
 * Runs an operation over all input items. With Continue on, nothing is thrown: n8n would let the
 * node's input leave as its success.
 *
 * @param choose the operation
 * @param carryOut sends everything and ends the run
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function run<Chosen extends Operation>(
	context: IExecuteFunctions,
	choose: () => Chosen,
	carryOut: (run: Run, operation: Chosen) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	let operation: Chosen | undefined;
	let opened: Run | undefined;
	try {
		operation = choose();
		opened = await Run.open(context, operation);
		return await carryOut(opened, operation);
	} catch (cause) {
		return await outputOfStop(context, cause, operation, opened?.readRows);
	} finally {
		opened?.close();
	}
}
