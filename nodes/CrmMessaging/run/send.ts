import type { IExecuteFunctions } from 'n8n-workflow';
import { textOf } from '../service/answers';
import type { ServiceClient } from '../service/client';
import { AnswerProblem, failureOfShape } from '../service/failure';
import { advise, inputError, requestError, type ItemError } from './errors';
import { divide } from './group';
import type { Memory } from './memory';
import type { Batch, Operation, Outcome, Result } from './operation';
import type { NodeParameters } from './parameters';
import { Queue } from './queue';

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
	private failed: ItemError | undefined;

	/**
	 * @param memory of what the service took in earlier tries; left out, nothing is remembered
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly client: ServiceClient,
		private readonly parameters: NodeParameters,
		private readonly memory?: Memory,
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
		const failed = this.failed ?? this.firstToThrow();
		if (failed) throw failed.error;
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
		if (this.operation.sends) {
			if (error.context.mayBeTaken) {
				this.memory?.doubt(batch, error.message, error.description ?? '');
			}
			this.sayWhatWasAccepted(error);
		}
		if (this.context.continueOnFail()) {
			this.sent.errors.push(failure);
		} else {
			this.failed ??= failure;
			queue.stop();
		}
	}

	private async attempt(batch: Batch): Promise<Attempt> {
		const { operation, client } = this;
		const item = this.parameters.of(batch.items[0] ?? 0);
		const request = operation.request(batch, client);
		try {
			const answer = operation.converse
				? await operation.converse(client, batch, item)
				: await client.send(request, item.index);
			return { outcome: operation.results(answer, batch, item) };
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
		for (const { items, message, description } of doubts) {
			const error = inputError(this.context.getNode(), new Error(message), items[0] ?? 0);
			error.description = description;
			error.context.mayBeTaken = true;
			this.sent.errors.push({ items, error });
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

	/** With Continue off, what was rejected or is in doubt ends the run when all else was sent. */
	private firstToThrow(): ItemError | undefined {
		const [first] = this.sent.errors;
		if (!first || this.context.continueOnFail()) return undefined;
		advise(
			first.error,
			first.error.context.mayBeTaken
				? 'Everything else was sent.'
				: 'All requests were sent; only what the service rejected is missing.',
		);
		return first;
	}

	private sayWhatWasAccepted(error: ItemError['error']): void {
		if (this.accepted === 0) return;
		const ids = this.sent.results
			.map(({ json }) => json.delivery_id ?? json._id)
			.filter(Boolean)
			.map(textOf);
		const named = ids.slice(0, 20).join(', ') + (ids.length > 20 ? ', …' : '');
		const count = `${this.accepted.toLocaleString('en')} ${this.operation.limit.entries}`;
		advise(error, `Before it, ${count} were accepted${named ? ` (${named})` : ''}.`);
	}
}

type Attempt =
	{ outcome: Outcome; error?: undefined } | { outcome?: undefined; error: ItemError['error'] };

/** Nothing of a request that is too large was taken, so it may go in halves. */
function isTooLarge(error: ItemError['error']): boolean {
	return 'httpCode' in error && error.httpCode === '413';
}
