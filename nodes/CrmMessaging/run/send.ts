import type { IExecuteFunctions } from 'n8n-workflow';
import { textOf } from '../transport/answer';
import type { ServiceClient } from '../transport/client';
import { AnswerProblem, failureOfShape } from '../transport/failure';
import type { CallbackUrls } from '../wait/callbackUrls';
import { advise, errorOfKept, inputError, requestError, type ItemError } from './nodeError';
import { divide } from './group';
import type { Memory } from './memory';
import type { Batch, Operation, Outcome, Result } from './operation';
import type { NodeParameters } from './parameters';
import { Queue } from './queue';
import { inItemOrder } from './results';

/** Requests under way at the same time, where they do not depend on each other. */
const atOnce = 5;

/** What came of all requests. */
export interface Sent {
	results: Result[];
	errors: ItemError[];
	hints: string[];
}

/** Sends the requests of one run of the node. */
export class Sending {
	private readonly sent: Sent = { results: [], errors: [], hints: [] };
	/** Entries that the service took. */
	private accepted = 0;
	/** With Continue off, what failed; several may, where a few requests are under way at a time. */
	private readonly failures: ItemError[] = [];

	/**
	 * @param memory of what the service took in earlier tries; left out, nothing is remembered
	 * @param callbackUrls where the service calls back, when the run waits for it
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly client: ServiceClient,
		private readonly parameters: NodeParameters,
		private readonly memory?: Memory,
		private readonly callbackUrls?: CallbackUrls,
	) {}

	/**
	 * Sends the batches in order.
	 *
	 * @returns results and, with Continue on, the errors of those that failed
	 * @throws the first error with Continue off; it says what was accepted before
	 */
	async send(batches: readonly Batch[]): Promise<Sent> {
		if (this.memory) this.recall(this.memory);
		const queue = new Queue(batches);
		await queue.work(this.operation.independent ? atOnce : 1, async (batch) => {
			await this.sendOne(batch, queue);
		});
		const error = this.errorToThrow();
		if (error) throw error;
		// n8n takes a first item with the key `error` for a failure, and may run the node again.
		if (!this.sent.results.some(({ json }) => 'error' in json)) this.memory?.forget();
		return this.sent;
	}

	private async sendOne(batch: Batch, queue: Queue<Batch>): Promise<void> {
		const { outcome, error } = await this.attempt(batch);
		if (outcome) {
			this.accepted += batch.entries.length;
			this.memory?.accept(batch, outcome);
			this.sort(outcome);
			return;
		}
		if (isTooLarge(error) && batch.entries.length > 1 && !this.operation.limit.indivisible) {
			queue.putFirst(divide(batch, Math.ceil(batch.entries.length / 2)));
			return;
		}
		const failure = { items: batch.items, error };
		if (error.context.mayBeTaken) this.memory?.doubt(batch, error);
		if (this.context.continueOnFail()) {
			this.sayWhatWasAccepted(error);
			this.sent.errors.push(failure);
		} else {
			this.failures.push(failure);
			queue.stop();
		}
	}

	private async attempt(batch: Batch): Promise<Attempt> {
		const { operation, client, callbackUrls } = this;
		const item = this.parameters.of(batch.items[0] ?? 0);
		const request = operation.request(batch, client, callbackUrls?.of(batch));
		try {
			const answer = operation.converse
				? await operation.converse(client, batch, item)
				: await client.send(request, item.index);
			const outcome = operation.results(answer, batch, item);
			for (const result of outcome.results) result.request = callbackUrls?.nameOf(batch);
			return { outcome };
		} catch (cause) {
			const error =
				cause instanceof AnswerProblem
					? client.errorOf(failureOfShape(request, cause.message), item.index)
					: requestError(this.context.getNode(), cause, item.index);
			return { error };
		}
	}

	/** Takes over what an earlier try brought, and what it left in doubt. */
	private recall(memory: Memory): void {
		const { results, hints, doubts, accepted } = memory.earlier;
		this.accepted += accepted;
		this.sort({ results, hints });
		for (const doubt of doubts) {
			const failure = errorOfKept(this.context.getNode(), doubt);
			failure.error.context.mayBeTaken = true;
			this.sent.errors.push(failure);
		}
	}

	/** Puts results where they belong: a rejected one is the error of its items. */
	private sort({ results, hints = [] }: Outcome): void {
		this.sent.hints.push(...hints);
		for (const result of results) {
			const { rejected, items } = result;
			if (rejected === undefined) {
				this.sent.results.push(result);
				continue;
			}
			const error = inputError(this.context.getNode(), new Error(rejected), items[0] ?? 0);
			this.sent.errors.push({ items, error });
		}
	}

	/**
	 * With Continue off, the first request that failed ends the run, when those under way are done;
	 * what was rejected or is in doubt does so when all else was sent.
	 */
	private errorToThrow(): ItemError['error'] | undefined {
		if (this.context.continueOnFail()) return undefined;
		const [first, ...others] = [...inItemOrder(this.failures), ...this.sent.errors];
		if (!first) return undefined;
		const { error } = first;
		if (this.failures.length > 0) this.sayWhatWasAccepted(error);
		else if (error.context.mayBeTaken) {
			advise(error, 'Everything else was sent.');
			this.sayWhatWasAccepted(error, '');
		} else {
			advise(error, 'All requests were sent; only what the service rejected is missing.');
		}
		const doubtful = others.filter((other) => other.error.context.mayBeTaken);
		if (doubtful.length > 0) {
			const items = doubtful.flatMap((other) => other.items);
			const named = `${items.length === 1 ? 'item' : 'items'} ${listed(items)}`;
			advise(error, `Also in doubt, and perhaps taken: ${named}.`);
		}
		return error;
	}

	private sayWhatWasAccepted(error: ItemError['error'], when = 'Before it, '): void {
		if (this.accepted === 0 || !this.operation.sends) return;
		const ids = this.sent.results
			.map(({ json }) => json.delivery_id ?? json._id ?? json.uuid)
			.filter(Boolean)
			.map(textOf);
		const named = listed(ids);
		const count = `${this.accepted.toLocaleString('en')} ${this.operation.limit.entries}`;
		advise(error, `${when}${count} were accepted${named ? ` (${named})` : ''}.`);
	}
}

/** Up to twenty of them. */
function listed(texts: ReadonlyArray<string | number>): string {
	return texts.slice(0, 20).join(', ') + (texts.length > 20 ? ', …' : '');
}

type Attempt =
	{ outcome: Outcome; error?: undefined } | { outcome?: undefined; error: ItemError['error'] };

/** Nothing of a request that is too large was taken, so it may go in halves. */
function isTooLarge(error: ItemError['error']): boolean {
	return 'httpCode' in error && error.httpCode === '413';
}
