import type { INodeExecutionData } from 'n8n-workflow';
import { runHint, wrongSetting } from '../catalogue/runs';
import type { Execution } from '../n8n/execution';
import { isReadableOnTheWay } from '../service/addresses';
import { ServiceClient } from '../service/client';
import { changes } from '../service/endpoints';
import { failureOfSentence, ServiceError } from '../service/failure';
import { dispatch, doubtUnsent, holdBack } from './dispatch';
import { acknowledgeResend, forgetNote, hasDoubt, hasEarlierTry, isInDoubt } from './doubt';
import {
	answerOfError,
	closingsOfRun,
	failureOf,
	nodeErrorOfRun,
	stopAfterSending,
	stopBeforeSending,
	type ItemFailure,
	type RunStop,
} from './errors';
import { boxesOf } from './hints';
import { Memory } from './memory';
import type { Operation } from './operation';
import { controlsOf, failsOnRejected, readRunOptions, type RunOptions } from './options';
import { judgeUnsent, readAndJudge, rowsOfStop, yieldWhenDue } from './prepare';
import { NodeParameters } from './read/parameters';
import { errorItemOf, failuresOf, outputOf, previewOf, report, type RunReport } from './report';
import {
	batchesOf,
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
	private readonly memory: Memory | undefined;
	private readonly isPreview: boolean;
	private readonly isChange: boolean;
	/** All rows, once it's known what an earlier try did to them, and those that only it had. */
	allRows: readonly Row[] = [];

	private constructor(
		private readonly execution: Execution,
		private readonly operation: Operation,
		readonly parameters: NodeParameters,
		private readonly options: RunOptions,
		readonly client: ServiceClient,
		/** Whether it's unknown what the retried execution sent. */
		private readonly isInDoubt: boolean,
	) {
		this.isPreview = options.preview !== 'off';
		this.isChange = changes(operation.endpoint);
		if (!this.isChange) return;
		this.memory = new Memory(
			execution,
			operation,
			client.accountKey,
			options.sendsUnknownAgain,
		);
	}

	/** @throws CredentialError, InputError; ServiceError if it's unknown what the retried execution sent */
	static async open(execution: Execution, operation: Operation, inDoubt: boolean): Promise<Run> {
		const parameters = new NodeParameters(execution, controlsOf(operation));
		const isDoubtful = changes(operation.endpoint) && inDoubt;
		const options = readRunOptions(operation, parameters);
		if (isDoubtful && options.preview === 'off' && !options.sendsUnknownAgain)
			throw unknownEarlier();
		const client = await ServiceClient.open(execution.requests, options.atOnce);
		if (isReadableOnTheWay(client.urlOf(operation)))
			parameters.hints.add(runHint.unencrypted({ address: 'Base URL in the credential' }));
		return new Run(execution, operation, parameters, options, client, isDoubtful);
	}

	/**
	 * Reads and checks all items, then sends or previews them. With Continue off, one wrong item stops all.
	 *
	 * @returns the output, or none if the execution waits
	 * @throws RunStop for wrong input or failed requests; CredentialError; InputError if it can't wait
	 */
	async carryOut(wait?: CallbackWait): Promise<INodeExecutionData[]> {
		const { memory, options } = this;
		if (!this.isPreview) this.client.requireSecret(this.operation.endpoint);
		if (!this.isPreview && memory?.isOfOtherAccount && !options.sendsUnknownAgain)
			throw unknownEarlier();
		const open = openRows(await this.prepare());
		const failures = failuresOf(rowsThatAre('refused', this.allRows));
		if (failures.length > 0 && !this.execution.continues) throw this.stopBy(failures);
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
		this.allRows = [...rows, ...(unmatched ?? [])];
		if (refusal) {
			const items = [...parameters.items.keys()];
			throw this.stopBy([{ items, failure: refusal }]);
		}
		judgeUnsent(rows, operation, parameters);
		holdBack(rows);
		return rows;
	}

	private stopBy(failures: readonly ItemFailure[]): RunStop {
		if (this.isInDoubt) doubtUnsent(this.allRows);
		return stopBeforeSending(failures, this.outcomes, this.execution);
	}

	private get outcomes() {
		return outcomesOf(this.allRows, this.operation.limit.rows);
	}

	private preview(batches: readonly Batch[], callbackUrl?: string): INodeExecutionData[] {
		const { operation, client, parameters, options, isInDoubt } = this;
		if (isInDoubt || this.memory?.isOfOtherAccount)
			parameters.hints.add(runHint.previewOfDoubt());
		// The others are shown.
		const sent = this.allRows.filter(({ outcome }) => isSent(outcome));
		const counts = countsOfEarlierTry(outcomesOf(sent, operation.limit.rows));
		if (counts) parameters.hints.add(runHint.previewWithoutSent({ counts }));
		const shown = previewOf(options.preview, operation, client, batches, callbackUrl);
		const left = this.report(this.allRows.filter(({ outcome }) => !isSent(outcome)));
		return this.end({ ...left, ...shown, results: [...shown.results, ...left.results] });
	}

	private async send(
		batches: readonly Batch[],
		wait?: CallbackWait,
	): Promise<INodeExecutionData[]> {
		const { operation, client, parameters, memory } = this;
		const { continues } = this.execution;
		const callbackUrl = wait?.url;
		const settings = { operation, client, parameters, continues, memory, callbackUrl };
		await dispatch(batches, settings);
		const isWhole = !this.allRows.some(
			({ outcome, isTest }) => isTest || outcome.is === 'notSent' || outcome.is === 'refused',
		);
		if (this.isInDoubt && isWhole) acknowledgeResend(this.execution);
		else if (this.isInDoubt) doubtUnsent(this.allRows);
		const sent = batches.flatMap((batch) => batch.rows);
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
		const outcomes = this.isChange ? this.outcomes : undefined;
		if (!this.execution.continues) throw stopAfterSending(first, outcomes);
		const areAllRefused = failures.every(({ rows = [] }) => rows.length === 0);
		if (outcomes && !areAllRefused)
			hints.push({ sentence: runHint.outcomes({ outcomes: outcomeSentence(outcomes) }) });
	}

	private report(rows: readonly Row[]): RunReport {
		const { operation, parameters } = this;
		for (const guard of operation.guards?.ofOutcomes ?? []) guard(rows, parameters);
		// A result from an earlier try may belong to an item that no longer exists.
		const isThere = (item: number) => item < parameters.items.length;
		return report(
			rows,
			operation.limit.rows,
			(item) => isThere(item) && failsOnRejected(operation, parameters.of(item)),
		);
	}

	/** Adds hints, and forgets what was sent unless the run may be repeated. @returns the output */
	private end(reported: RunReport): INodeExecutionData[] {
		const { execution, isPreview, isChange } = this;
		const { items, node, isTool } = execution;
		const output = outputOf(reported, isChange, items, node);
		this.giveHints(reported);
		// n8n treats a first item with the key `error` as a failure of the whole node. Some
		// versions do so for any value of the key.
		const isFailure = output[0] !== undefined && 'error' in output[0].json;
		const mayRunAgain = isFailure && node.retryOnFail;
		if (!isPreview && !mayRunAgain && !isTool) {
			this.memory?.forget();
			forgetNote(execution);
		}
		return output;
	}

	/** Lets parallel calls of an agent continue. */
	close(): void {
		this.memory?.release();
	}

	private giveHints({ hints }: RunReport): void {
		for (const { sentence, rows } of hints) this.parameters.hints.add(sentence, rows);
		for (const hint of boxesOf(this.parameters.hints.all)) this.execution.addHint(hint);
	}
}

function unknownEarlier(): ServiceError {
	const more = { outcome: 'unknown', ofRun: true } as const;
	return new ServiceError(failureOfSentence('input', wrongSetting.unknownEarlier(), more));
}

/**
 * Runs an operation over all input items.
 *
 * @throws NodeOperationError for wrong input, NodeApiError for failed requests; with Continue off
 */
export async function run(
	execution: Execution,
	choose: () => Operation,
	waitOf: (run: Run, operation: Operation) => CallbackWait | undefined,
): Promise<INodeExecutionData[]> {
	if (execution.items.length === 0) return [];
	let operation: Operation | undefined;
	let opened: Run | undefined;
	try {
		const inDoubt = await isInDoubt(execution);
		operation = choose();
		opened = await Run.open(execution, operation, inDoubt);
		return await opened.carryOut(waitOf(opened, operation));
	} catch (cause) {
		return await outputOfStop(execution, cause, operation, opened?.allRows ?? []);
	} finally {
		opened?.close();
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
	operation: Operation | undefined,
	rows: readonly Row[],
): Promise<INodeExecutionData[]> {
	const { node, items: input } = execution;
	if (execution.isTool) return answerOfError(execution, cause);
	if (!execution.continues) throw nodeErrorOfRun(node, cause, execution);
	const failure = failureOf(cause);
	const closings = closingsOfRun(cause, execution);
	const found = rows.length > 0 ? rows : await rowsOfStop(execution, operation);
	const isRead = operation && !changes(operation.endpoint);
	if (!isRead && hasDoubt(execution)) doubtUnsent(found);
	const byItem = rowsByItem(found);
	const isAnySent = !isRead && hasEarlierTry(execution);
	return input.map((_, item) => {
		const own = byItem.get(item) ?? [];
		// An item whose rows aren't known may have been sent by an earlier try.
		const isUnknown = isAnySent && own.every((row) => row.outcome.is === 'refused');
		const outcome = isUnknown ? 'unknown' : outcomeOfItem(own, failure.outcome);
		return errorItemOf(item, failure, own, input, node, { outcome, closings });
	});
}
