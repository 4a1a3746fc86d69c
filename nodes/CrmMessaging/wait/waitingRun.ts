import { figure } from '../catalogue/sentence';
import { runHint, cannotWait } from '../catalogue/runs';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Option } from '../fields/field';
import { InputError } from '../fields/inputError';
import { boundedNumber } from '../fields/types/number';
import { textOf } from '../fields/values';
import { hasErrorOutput } from '../n8n/errors';
import { isToolExecution } from '../n8n/execution';
import { canWaitForSubExecution, waitForSubExecution } from '../n8n/subExecution';
import type { CallbackAddresses } from '../engine/dispatch';
import { RunStop } from '../engine/errors';
import { errorItemsOf, type RunReport } from '../engine/report';
import type { Operation } from '../engine/operation';
import type { ItemParameters, NodeParameters } from '../engine/parameters';
import type { Call } from '../engine/row';
import { adviceOnHost } from '../callbacks/caller';
import { Companion, lookWorkflow, watchWorkflow } from './companion';
import { compress, callbackUrl, lookInto, openMailbox } from './mailbox';
import { outputOf, identifiersOf, rangesOf, type SentContact, type SentRecord } from './outcome';
import { requestsOf, type Watched } from './watch';

/**
 * Each has its own execution. If all callbacks arrive at the same instant, n8n needs some 25 MB for
 * each. With a thousand, it needed 11 GB and hung.
 */
export const maxRequests = 200;

export const maxWait: Option<number> = {
	name: 'maxWait',
	label: 'Max Wait (Minutes)',
	type: boundedNumber({ above: 0 }),
	scope: 'run',
	isParameter: true,
	// A day is more than the service needs, and still an acceptable end.
	unset: 24 * 60,
	description: 'Maximum time to wait for callbacks, after which missing results are left out',
};

/** An operation whose requests can get callbacks. */
export interface OperationWithCallback extends Operation {
	/** Whether the run waits until the service has called back for every request. */
	awaitsCallback(first: ItemParameters): boolean;
	/** Whether each input item gets its contacts' results, rather than each bulk job an item. */
	givesPerItem(first: ItemParameters): boolean;
}

/**
 * A run that waits. Each request gets a mailbox, an execution that receives its callback. This
 * execution waits for another that watches the mailboxes.
 */
export class WaitingRun implements CallbackAddresses {
	private readonly mailboxes = new Map<Call, string>();
	private readonly accepted = new Set<string>();
	private isSingle = true;
	private watch: Companion | undefined;
	private look: Promise<Companion> | undefined;

	private constructor(
		private readonly context: IExecuteFunctions,
		readonly example: string,
		private readonly parameters: NodeParameters,
		private readonly limit: number,
		private readonly operation: OperationWithCallback,
	) {}

	/** @throws InputError if the run can't wait */
	static of(
		context: IExecuteFunctions,
		parameters: NodeParameters,
		operation: OperationWithCallback,
	): WaitingRun {
		if (isToolExecution(context)) {
			throw new InputError(cannotWait.waitInAgent(), ['Processing Result']);
		}
		const url = new URL(textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
		// n8n's signature is the key of each mailbox.
		if (!canWaitForSubExecution() || !url.searchParams.has('signature')) {
			throw new InputError(cannotWait.waitNeedsNewerN8n(), ['Processing Result']);
		}
		const minutes = parameters.option(maxWait);
		if (minutes < 1) parameters.hints.add(runHint.shortWait());
		url.search = '';
		const example = callbackUrl(url.toString());
		const advice = adviceOnHost(url.hostname);
		if (advice) parameters.hints.add(advice);
		return new WaitingRun(context, example, parameters, minutes * 60_000, operation);
	}

	/** @throws InputError if there are more requests than a run can wait for */
	async open(calls: readonly Call[]): Promise<void> {
		if (calls.length > maxRequests) throw tooMany(calls.length);
		this.isSingle = calls.length === 1;
		await this.openWatch();
	}

	/** A mailbox can receive the callback before the request is sent. */
	async urlOf(call: Call): Promise<string> {
		if (this.mailboxes.size >= maxRequests) throw tooMany(this.mailboxes.size + 1);
		const parent = await this.openParent();
		const { id, url } = await openMailbox(
			this.context,
			parent.id,
			this.limit,
			contactsOf(call),
		);
		this.mailboxes.set(call, id);
		return url;
	}

	nameOf(call: Call): string {
		const mailbox = textOf(this.mailboxes.get(call));
		this.accepted.add(mailbox);
		return mailbox;
	}

	/**
	 * Parks this execution until all callbacks came.
	 *
	 * @returns the output if they already did
	 * @throws NodeApiError if a rejected contact stops the run
	 */
	async end(report: RunReport): Promise<INodeExecutionData[] | undefined> {
		const { context } = this;
		const record = this.recordOf(report);
		const mailboxes = [...new Set(record.results.flatMap(({ mailbox }) => mailbox ?? []))];
		const waitsFor = await this.toWaitFor(mailboxes);
		if (waitsFor !== undefined) {
			const watched: Watched = {
				record: await compress(record),
				mailboxes,
				waitsFor,
				sender: context.getExecutionId(),
				inputCount: record.inputCount,
				sentAt: Date.now(),
			};
			const watch = await this.openWatch();
			await watch.hand({ ...watched });
			await waitForSubExecution(context, watch.id);
			return undefined;
		}
		const requests = await requestsOf(context, mailboxes);
		const { items, hints, stopped } = outputOf(record, requests ?? new Map());
		if (stopped) throw new RunStop(stopped);
		for (const hint of hints) this.parameters.hints.add(hint);
		return items;
	}

	/** Ends executions that nothing waits for: companions, and mailboxes of refused requests. */
	async close(): Promise<void> {
		await (await this.look?.catch(() => undefined))?.dismiss();
		await this.watch?.dismiss();
		for (const [call, mailbox] of this.mailboxes) {
			const mayBeCalled = this.accepted.has(mailbox) || call.failure?.outcomeUnknown;
			if (mayBeCalled) continue;
			// n8n resumes a mailbox when a new one that names it ends, and the new one's time is
			// over immediately. If that can't start, the mailbox stays until its own time is over.
			await openMailbox(this.context, mailbox, 0).catch(() => undefined);
		}
	}

	/** Undefined if all mailboxes have ended. */
	private async toWaitFor(mailboxes: readonly string[]): Promise<string | undefined> {
		const [only, ...others] = mailboxes;
		if (only === undefined) return undefined;
		if (others.length === 0) return (await lookInto(this.context, only)) ? undefined : only;
		const look = await this.openLook();
		return (await look.hand({ mailboxes })) ? look.id : undefined;
	}

	private async openWatch(): Promise<Companion> {
		return (this.watch ??= await Companion.start(this.context, watchWorkflow(this.context)));
	}

	private async openLook(): Promise<Companion> {
		const { id } = await this.openWatch();
		return await (this.look ??= Companion.start(this.context, lookWorkflow(this.context), id));
	}

	/** The execution that the next mailbox's end resumes. */
	private async openParent(): Promise<Companion> {
		const isOnly = this.isSingle && this.mailboxes.size === 0;
		return isOnly ? await this.openWatch() : await this.openLook();
	}

	private recordOf({ results, failures }: RunReport): SentRecord {
		const { context } = this;
		const input = context.getInputData();
		const isPerItem = this.operation.givesPerItem(this.parameters.of(0));
		// n8n adds an item's fields by the index of the error item.
		const { name, onError } = context.getNode();
		const leaving = { name, onError: isPerItem ? onError : undefined };
		const errors = failures
			.flatMap((failure) => errorItemsOf(failure, input, leaving))
			.map(({ json, pairedItem }) => ({ item: (pairedItem as { item: number }).item, json }));
		return {
			perItem: isPerItem,
			rejected: this.rejected(),
			inputCount: input.length,
			results: results.map(({ json, items, request }) => ({
				json,
				items: rangesOf(items),
				mailbox: request,
			})),
			errors,
		};
	}

	private rejected(): SentRecord['rejected'] {
		const { context, operation, parameters } = this;
		if (!operation.failsOnRejected?.(parameters.of(0))) return 'stays';
		if (hasErrorOutput(context.getNode())) return 'leaves';
		return context.continueOnFail() ? 'fails' : 'stops';
	}
}

function tooMany(requests: number): InputError {
	const sentence = cannotWait.tooManyToWaitFor(figure(maxRequests), figure(requests));
	return new InputError(sentence, ['Processing Result']);
}

function contactsOf({ entries }: Call): SentContact[] {
	return entries.map(({ items, body }) => ({ items, said: identifiersOf(body) }));
}
