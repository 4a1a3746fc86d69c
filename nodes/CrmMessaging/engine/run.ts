import type { INodeExecutionData } from 'n8n-workflow';
import { runHint, wrongSetting } from '../catalogue/runs';
import type { Execution } from '../n8n/execution';
import { isReadableOnTheWay } from '../service/addresses';
import { ServiceClient } from '../service/client';
import { changes } from '../service/endpoints';
import { failureOfSentence, ServiceError } from '../service/failure';
import { dispatch, holdBack } from './dispatch';
import { forget, noteResent, releaseRound, type EarlierTry } from './earlierTry';
import {
	answerOfError,
	closingsOfRun,
	failureOf,
	nodeErrorOf,
	stopAfterSending,
	stopBeforeSending,
} from './errors';
import { boxesOf } from './hints';
import { Memory } from './memory';
import type { Operation } from './operation';
import { controlsOf, readRunOptions, type RunOptions } from './options';
import { judgeUnsent, readAndJudge, rowsOfStop, yieldWhenDue } from './prepare';
import { NodeParameters } from './read/parameters';
import { errorItemOf, failuresOf, outputOf, previewOf, report, type RunReport } from './report';
import {
	batchesOf,
	doubt,
	isSent,
	openRows,
	countsOfEarlierTry,
	outcomeOfItem,
	outcomesOf,
	outcomeSentence,
	rowsByItem,
	rowsThatAre,
	type Batch,
	type Row,
} from './row';

/** Lets a run wait for the callback of its only request. */
export interface CallbackWait {
	url: string;
	/** @throws InputError if a run with these batches can't wait; nothing has been sent yet */
	check(batches: readonly Batch[]): void;
	/** Parks the execution. @returns false if there is nothing to wait for */
	begin(rows: readonly Row[], sent: readonly Row[]): Promise<boolean>;
}

export class Run {
	/** Of a run that changes something. */
	readonly memory: Memory | undefined;
	private readonly isPreview: boolean;
	/** Whether an earlier try may have sent more than is known. */
	private readonly isUnsure: boolean = false;
	/** All rows, once it's known what an earlier try did to them, and those that only it had. */
	allRows: readonly Row[] = [];

	private constructor(
		private readonly execution: Execution,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		private readonly options: RunOptions,
		readonly client: ServiceClient,
		earlier: EarlierTry,
	) {
		this.isPreview = options.preview !== 'off';
		if (!changes(operation.endpoint)) return;
		const { accountKey } = client;
		this.memory = new Memory(execution, operation, accountKey, options.sendsUnknownAgain);
		this.isUnsure = earlier === 'unsure' || this.memory.isOfOtherAccount;
	}

	/** @throws CredentialError, InputError */
	static async open(
		execution: Execution,
		operation: Operation,
		earlier: EarlierTry,
	): Promise<Run> {
		const parameters = new NodeParameters(execution, controlsOf(operation));
		const options = readRunOptions(operation, parameters);
		const client = await ServiceClient.open(execution.requests, options.atOnce);
		if (isReadableOnTheWay(client.urlOf(operation)))
			parameters.hints.add(runHint.unencrypted({ address: 'Base URL in the credential' }));
		return new Run(execution, operation, parameters, options, client, earlier);
	}

	/**
	 * Reads and checks all items, then sends or previews them. With Continue off, one wrong item stops all.
	 *
	 * @returns the output, or none if the execution waits
	 * @throws RunStop for wrong input or failed requests; CredentialError; InputError if it can't wait;
	 *   ServiceError if an earlier try may have sent more than is known
	 */
	async carryOut(wait?: CallbackWait): Promise<INodeExecutionData[]> {
		if (!this.isPreview) this.client.requireSecret(this.operation.endpoint);
		if (!this.isPreview && this.isUnsure && !this.options.sendsUnknownAgain)
			throw new ServiceError(unknownEarlier);
		const open = openRows(await this.prepare());
		const failures = failuresOf(rowsThatAre('refused', this.allRows));
		if (failures.length > 0 && !this.execution.continues)
			throw stopBeforeSending(failures, this.outcomes);
		const batches = batchesOf(open, this.options.maxPerRequest);
		wait?.check(batches);
		await yieldWhenDue();
		return this.isPreview ? this.preview(batches, wait?.url) : await this.send(batches, wait);
	}

	/** Reads and judges all rows, and recalls what an earlier try did to them. */
	private async prepare(): Promise<readonly Row[]> {
		const { operation, parameters, memory } = this;
		const { sendsUnknownAgain } = this.options;
		const { rows, refusal } = await readAndJudge(operation, parameters, sendsUnknownAgain);
		await yieldWhenDue();
		const unmatched =
			refusal || this.isPreview ? memory?.recall(rows) : await memory?.recallAndClaim(rows);
		if (this.isUnsure) doubt(rows);
		this.allRows = [...rows, ...(unmatched ?? [])];
		if (refusal) {
			const items = [...parameters.items.keys()];
			throw stopBeforeSending([{ items, failure: refusal }], this.outcomes);
		}
		judgeUnsent(rows, operation, parameters);
		holdBack(rows);
		return rows;
	}

	private get outcomes() {
		return outcomesOf(this.allRows, this.operation.limit.rows);
	}

	private preview(batches: readonly Batch[], callbackUrl?: string): INodeExecutionData[] {
		const { operation, client, parameters, options } = this;
		if (this.isUnsure) parameters.hints.add(runHint.previewOfDoubt());
		// The others are shown. One to be sent again may be held.
		const isDone = ({ outcome, earlier }: Row) => isSent(outcome) && !earlier;
		const sent = this.allRows.filter(isDone);
		const counts = countsOfEarlierTry(outcomesOf(sent, operation.limit.rows));
		if (counts) parameters.hints.add(runHint.previewWithoutSent({ counts }));
		const shown = previewOf(options.preview, operation, client, batches, callbackUrl);
		const left = this.report(this.allRows.filter((row) => !isDone(row)));
		return this.end({ ...left, ...shown, results: [...shown.results, ...left.results] });
	}

	private async send(
		batches: readonly Batch[],
		wait?: CallbackWait,
	): Promise<INodeExecutionData[]> {
		const { operation, client, parameters, memory } = this;
		const { continues } = this.execution;
		const settings = { operation, client, parameters, continues, memory };
		const areSent = await dispatch(batches, { ...settings, callbackUrl: wait?.url });
		const isLeft = ({ outcome, isTest }: Row) => isTest || outcome.is === 'refused';
		if (this.isUnsure && areSent && !this.allRows.some(isLeft)) noteResent(this.execution);
		const sent = batches.flat();
		const reported = this.report(this.allRows);
		this.stopIfFailed(reported, sent);
		if (!(await wait?.begin(this.allRows, sent))) return this.end(reported);
		this.giveHints(reported);
		return [];
	}

	/** With Continue off, ends the run by its first failure. With Continue on, counts the outcomes. */
	private stopIfFailed({ failures, hints }: RunReport, sent: readonly Row[]): void {
		const [first = failures[0]] = failuresOf(sent);
		if (!first) return;
		const outcomes = this.memory && this.outcomes;
		if (!this.execution.continues) throw stopAfterSending(first, outcomes);
		const areAllRefused = failures.every(({ rows = [] }) => rows.length === 0);
		if (outcomes && !areAllRefused)
			hints.push({ sentence: runHint.outcomes({ outcomes: outcomeSentence(outcomes) }) });
	}

	private report(rows: readonly Row[]): RunReport {
		return report(rows, this.operation.limit.rows, this.options.failsOnRejected);
	}

	/** Adds hints, and forgets what was sent unless the run may be repeated. @returns the output */
	private end(reported: RunReport): INodeExecutionData[] {
		const { execution, isPreview, memory } = this;
		const { items, node, isTool } = execution;
		const output = outputOf(reported, memory !== undefined, items, node);
		this.giveHints(reported);
		// n8n treats a first item with the key `error` as a failure of the whole node. Some
		// versions do so for any value of the key.
		const isFailure = output[0] !== undefined && 'error' in output[0].json;
		const mayRunAgain = isFailure && node.retryOnFail;
		if (mayRunAgain) releaseRound(execution);
		else if (!isPreview && !isTool) forget(execution);
		return output;
	}

	private giveHints({ hints }: RunReport): void {
		for (const { sentence, rows } of hints) this.parameters.hints.add(sentence, rows);
		for (const hint of boxesOf(this.parameters.hints.all)) this.execution.addHint(hint);
	}
}

const unknownEarlier = failureOfSentence('input', wrongSetting.unknownEarlier(), {
	outcome: 'unknown',
	ofRun: true,
});

/**
 * Runs an operation over all input items.
 *
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function run(
	execution: Execution,
	earlier: EarlierTry,
	choose: () => Operation,
	waitOf: (run: Run, operation: Operation) => CallbackWait | undefined,
): Promise<INodeExecutionData[]> {
	if (execution.items.length === 0) return [];
	let operation: Operation | undefined;
	let opened: Run | undefined;
	try {
		operation = choose();
		opened = await Run.open(execution, operation, earlier);
		return await opened.carryOut(waitOf(opened, operation));
	} catch (cause) {
		releaseRound(execution);
		return await outputOfStop(execution, cause, earlier, opened?.allRows ?? [], operation);
	} finally {
		opened?.memory?.release();
	}
}

/**
 * The output of a run that something stopped: with Continue on, an error item for each input item, since
 * n8n passes the input of a node that throws to its success output.
 *
 * @throws NodeOperationError or NodeApiError if Continue is off
 */
export async function outputOfStop(
	execution: Execution,
	cause: unknown,
	earlier: EarlierTry,
	rows: readonly Row[],
	operation?: Operation,
): Promise<INodeExecutionData[]> {
	const { node, items: input } = execution;
	if (execution.isTool) return answerOfError(execution, cause);
	if (!execution.continues) throw nodeErrorOf(node, cause);
	const failure = failureOf(cause);
	const closings = closingsOfRun(cause);
	const isRead = operation && !changes(operation.endpoint);
	const isAnySent = !isRead && earlier !== 'none';
	const isUnread = isAnySent && operation && rows.length === 0;
	const found = isUnread ? await rowsOfStop(execution, operation, earlier) : rows;
	const byItem = rowsByItem(found);
	return input.map((_, item) => {
		const own = byItem.get(item) ?? [];
		// An item whose rows aren't known may have been sent by an earlier try.
		const isUnknown = isAnySent && own.every((row) => row.outcome.is === 'refused');
		const outcome = isUnknown ? 'unknown' : outcomeOfItem(own, failure.outcome);
		return errorItemOf(item, failure, own, input, node, { outcome, closings });
	});
}
