import { runHint } from '../catalogue/runs';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isToolExecution, nodeOf } from '../n8n/execution';
import { ServiceClient } from '../service/client';
import { changes } from '../service/endpoints';
import { ServiceError } from '../service/failure';
import { batchesOf } from './row';
import { dispatch } from './dispatch';
import { acknowledgeResend, doubtOf, forgetDoubt, refusedInDoubt, type WhyInDoubt } from './doubt';
import { continuesOnFail, RunStop, type ItemFailure } from './errors';
import { Memory } from './memory';
import type { Operation } from './operation';
import { controlsOf, readRunOptions, type RunOptions } from './options';
import { outcomeCounts, outcomesOf, outcomeSentence } from './outcomes';
import { judgeUnsent, readAndJudge } from './prepare';
import { previewOf } from './preview';
import { NodeParameters } from './read/parameters';
import { EventLoop } from './read/readRows';
import { failuresOf, outputOf, report, type RunReport } from './report';
import { isSent, openRows, rowsThatAre, type Batch, type Row } from './row';
import { outputOfStop } from './stop';

/** Lets a run wait for the callback of its only request. */
export interface CallbackWait {
	/** The callback URL of the request. */
	url: string;
	/** @throws InputError if a run with these batches can't wait; nothing has been sent yet */
	check(batches: readonly Batch[]): void;
	/** Parks the execution. @returns false if there is nothing to wait for */
	begin(rows: readonly Row[], sent: readonly Row[]): Promise<boolean>;
}

/** One run of an operation over all input items. */
export class Run {
	private memory: Memory | undefined;
	private readonly isPreview: boolean;
	/** Rows of an earlier try that this one doesn't have. */
	private unmatched: readonly Row[] = [];
	private readonly eventLoop = new EventLoop();
	/** All rows, once it's known what an earlier try did to them. */
	private rows: readonly Row[] = [];

	private constructor(
		private readonly context: IExecuteFunctions,
		readonly operation: Operation,
		readonly parameters: NodeParameters,
		readonly options: RunOptions,
		readonly client: ServiceClient,
		/** Why it's unknown what the retried execution sent. */
		private readonly doubt: WhyInDoubt | undefined,
	) {
		this.isPreview = options.preview !== 'off';
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
		return new Run(context, operation, parameters, options, client, doubt);
	}

	/** The rows whose outcomes are known so far. */
	get allRows(): Row[] {
		return [...this.rows, ...this.unmatched];
	}

	/**
	 * Reads and checks all items, then sends or previews them. With Continue off, one wrong item
	 * stops everything. With Continue on, wrong items fail and the rest is sent.
	 *
	 * @returns the output, or none if the execution waits
	 * @throws RunStop for wrong input or failed requests; CredentialError if the request's secret is
	 * missing; InputError if the run can't wait
	 */
	async carryOut(wait?: CallbackWait): Promise<INodeExecutionData[]> {
		const { operation, parameters, client, options } = this;
		if (!this.isPreview) client.requireSecret(operation.endpoint);
		const rows = await this.readAll();
		const batches = batchesOf(openRows(rows), options.maxPerRequest);
		const failures = failuresOf(rowsThatAre('refused', this.allRows));
		const [first] = failures;
		if (first && !continuesOnFail(this.context)) {
			const wrongItems = failures.reduce((sum, { items }) => sum + items.length, 0);
			this.stopBeforeSending(first, wrongItems);
		}
		wait?.check(batches);
		await this.eventLoop.yieldWhenDue();
		if (this.isPreview) {
			this.noteEarlier();
			const { results, hints } = previewOf(
				options.preview,
				operation,
				client,
				batches,
				wait?.url,
			);
			const unsent = this.allRows.filter(({ outcome }) => !isSent(outcome));
			const left = this.report(unsent);
			return this.end({ ...left, results: [...results, ...left.results], hints });
		}
		const sent = batches.flatMap((batch) => batch.rows);
		await dispatch(batches, {
			operation,
			client,
			parameters,
			continues: continuesOnFail(this.context),
			memory: this.memory,
			callbackUrl: wait?.url,
		});
		const isWhole = !this.allRows.some(
			({ outcome, isTest }) => isTest || outcome.is === 'notSent' || outcome.is === 'refused',
		);
		if (this.doubt && isWhole) acknowledgeResend(this.context);
		const reported = this.report(this.allRows);
		this.stopIfFailed(reported, sent);
		if (!(await wait?.begin(this.allRows, sent))) return this.end(reported);
		this.giveHints(reported);
		return [];
	}

	/** Reads and judges all rows, and recalls what an earlier try did to them. */
	private async readAll(): Promise<readonly Row[]> {
		const { operation, parameters, options, context } = this;
		if (changes(operation.endpoint)) {
			const { sendsUnknownAgain } = options;
			this.memory = new Memory(context, operation, this.client.accountKey, sendsUnknownAgain);
		}
		const judged = await readAndJudge(operation, parameters, options, this.eventLoop);
		const { rows, refusal } = judged;
		await this.eventLoop.yieldWhenDue();
		const open = openRows(rows);
		const sends = !refusal && !this.isPreview;
		const recalled = sends
			? await this.memory?.recallAndClaim(open)
			: this.memory?.recall(open);
		if (recalled) this.unmatched = recalled;
		this.rows = rows;
		if (refusal) {
			this.stopBeforeSending({ items: [...parameters.items.keys()], failure: refusal });
		}
		judgeUnsent(rows, operation, parameters);
		return rows;
	}

	/** Everything is checked before the first request is sent. */
	private stopBeforeSending(first: ItemFailure, wrongItems = 1): never {
		const outcomes = outcomesOf(this.allRows, this.operation.limit.rows);
		throw new RunStop(first, { when: 'beforeSending', wrongItems, outcomes });
	}

	/** With Continue off, ends the run by its first failure. With Continue on, counts the outcomes. */
	private stopIfFailed({ failures, hints }: RunReport, sent: readonly Row[]): void {
		const { operation } = this;
		const ofRequests = failuresOf(sent);
		const [first = failures[0]] = ofRequests;
		if (!first) return;
		const outcomes = changes(operation.endpoint)
			? outcomesOf(this.allRows, operation.limit.rows)
			: undefined;
		if (!continuesOnFail(this.context)) {
			const when = ofRequests.length > 0 ? 'atRequest' : 'afterAll';
			throw new RunStop(first, { when, outcomes });
		}
		const areAllRefused = failures.every(({ rows = [] }) => rows.length === 0);
		if (outcomes && !areAllRefused)
			hints.push(runHint.outcomes({ outcomes: outcomeSentence(outcomes) }));
	}

	private report(rows: readonly Row[]): RunReport {
		const { operation, parameters } = this;
		// A result from an earlier try may belong to an item that no longer exists.
		return report(rows, operation.limit.rows, (items) =>
			items.some(
				(item) =>
					item < parameters.items.length &&
					(operation.failsOnRejected?.(parameters.of(item)) ?? false),
			),
		);
	}

	/** Hints of a preview about earlier tries, whose rows it leaves out. */
	private noteEarlier(): void {
		const { hints } = this.parameters;
		if (this.doubt) hints.add(runHint.previewOfDoubt());
		const counts = outcomeCounts({
			...outcomesOf(this.allRows, this.operation.limit.rows),
			notSent: [],
		});
		if (counts) hints.add(runHint.previewWithoutSent({ counts }));
	}

	/**
	 * Ends the run: adds its hints, and forgets what was sent unless the run may be repeated.
	 *
	 * @returns the node's output
	 */
	private end(reported: RunReport): INodeExecutionData[] {
		const { context, operation, parameters } = this;
		const isChange = changes(operation.endpoint);
		const output = outputOf(reported, isChange, parameters.items, nodeOf(context));
		this.giveHints(reported);
		if (!this.isPreview && !this.mayRunAgain(output)) {
			this.memory?.forget();
			forgetDoubt(context);
		}
		return output;
	}

	/** Lets parallel calls of an agent continue. */
	close(): void {
		this.memory?.release();
	}

	private mayRunAgain([first]: readonly INodeExecutionData[]): boolean {
		if (isToolExecution(this.context)) return true;
		// n8n treats a first item with the key `error` as a failure of the whole node. Some
		// versions do so for any value of the key.
		return first !== undefined && 'error' in first.json && !!nodeOf(this.context).retryOnFail;
	}

	private giveHints({ hints }: RunReport): void {
		for (const hint of hints) this.parameters.hints.add(hint);
		for (const hint of this.parameters.hints.boxes) {
			this.context.addExecutionHints({ ...hint, location: 'outputPane' });
		}
	}
}

/**
 * Runs an operation over all input items. With Continue on, nothing is thrown: n8n would let the
 * node's input leave as its success.
 *
 * @param choose the operation
 * @param waitOf the run's wait for its callback, if it has one
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function run<Chosen extends Operation>(
	context: IExecuteFunctions,
	choose: () => Chosen,
	waitOf: (run: Run, operation: Chosen) => CallbackWait | undefined,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	let operation: Chosen | undefined;
	let opened: Run | undefined;
	try {
		operation = choose();
		opened = await Run.open(context, operation);
		return await opened.carryOut(waitOf(opened, operation));
	} catch (cause) {
		return await outputOfStop(context, cause, operation, opened?.allRows ?? []);
	} finally {
		opened?.close();
	}
}
