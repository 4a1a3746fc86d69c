import { AnswerError, textOf } from '../transport/answer';
import type { ServiceClient } from '../transport/client';
import { unreadableAnswer, type Failure } from '../transport/failure';
import { isTooLarge } from '../transport/refusedRequest';
import { changes } from '../interface/endpoints';
import { divide } from './group';
import { failureOf, type Accepted, type ItemFailure, type StoppedRun } from './itemFailure';
import type { Memory } from './memory';
import type { Batch, Operation, Outcome, Result } from './operation';
import type { NodeParameters } from './parameters';
import { Queue } from './queue';
import { inItemOrder } from './results';

/** Requests under way at the same time, where they do not depend on each other. */
const atOnce = 5;

/** Gives requests addresses for their callbacks, and names by which those are told apart. */
export interface CallbackAddresses {
	urlOf(batch: Batch): string;
	nameOf(batch: Batch): string;
}

/** What came of all requests. */
export interface Sent {
	results: Result[];
	failures: ItemFailure[];
	hints: string[];
	/** With Continue off, what ended the run. */
	stopped?: StoppedRun;
}

/** What a request became. */
type Attempted =
	{ outcome: Outcome; failure?: undefined } | { outcome?: undefined; failure: Failure };

/** Sends the requests of one run of the node. */
export class Sender {
	private readonly sent: Sent = { results: [], failures: [], hints: [] };
	/** Entries that the service took. */
	private accepted = 0;
	/** With Continue off, what failed; several may, where a few requests are under way at a time. */
	private readonly stops: ItemFailure[] = [];

	/**
	 * @param continues whether the run goes on when a request fails
	 * @param memory of what the service took in earlier tries; left out, nothing is remembered
	 * @param addresses where the service calls back, when whoever started the run waits for it
	 */
	constructor(
		private readonly operation: Operation,
		private readonly client: ServiceClient,
		private readonly parameters: NodeParameters,
		private readonly continues: boolean,
		private readonly memory?: Memory,
		private readonly addresses?: CallbackAddresses,
	) {}

	/** Sends the batches in order. */
	async send(batches: readonly Batch[]): Promise<Sent> {
		if (this.memory) this.recall(this.memory);
		const queue = new Queue(batches);
		await queue.work(this.operation.independent ? atOnce : 1, async (batch) => {
			await this.sendOne(batch, queue);
		});
		const stopped = this.stoppedRun();
		if (stopped) return { ...this.sent, stopped };
		// n8n takes a first item with the key `error` for a failure, and may run the node again.
		if (!this.sent.results.some(({ json }) => 'error' in json)) this.memory?.forget();
		return this.sent;
	}

	private async sendOne(batch: Batch, queue: Queue<Batch>): Promise<void> {
		const { outcome, failure } = await this.attempt(batch);
		if (outcome) {
			this.accepted += batch.entries.length;
			this.memory?.accept(batch, outcome);
			this.sort(outcome);
			return;
		}
		const divisible = batch.entries.length > 1 && !this.operation.limit.indivisible;
		if (isTooLarge(failure) && divisible) {
			queue.putFirst(divide(batch, Math.ceil(batch.entries.length / 2)));
			return;
		}
		const failed: ItemFailure = { items: batch.items, failure };
		if (failure.outcomeUnknown) this.memory?.keepUnknown(failed, batch);
		if (this.continues) {
			this.sent.failures.push({ ...failed, acceptedBefore: this.acceptedSoFar() });
		} else {
			this.stops.push(failed);
			queue.stop();
		}
	}

	private async attempt(batch: Batch): Promise<Attempted> {
		const { operation, client, addresses } = this;
		try {
			const request = operation.request(batch, {
				signedCallback: (url) => client.signedCallback(url),
				callbackUrl: addresses?.urlOf(batch),
			});
			const answer = operation.fetchAnswer
				? await operation.fetchAnswer(client, batch)
				: await client.send(request);
			const outcome = operation.results(answer, batch, (item) => this.parameters.of(item));
			for (const result of outcome.results) result.request = addresses?.nameOf(batch);
			return { outcome };
		} catch (cause) {
			if (!(cause instanceof AnswerError)) return { failure: failureOf(cause) };
			const { mayTryAgain: _, ...failure } = unreadableAnswer(
				operation.endpoint,
				cause.message,
			);
			return { failure };
		}
	}

	/** Takes over what an earlier try brought, and what it left in doubt. */
	private recall({ earlier: { results, hints, outcomesUnknown, accepted } }: Memory): void {
		this.accepted += accepted;
		this.sort({ results, hints });
		this.sent.failures.push(...outcomesUnknown);
	}

	/** Puts results where they belong: a rejected one is the error of its items. */
	private sort({ results, hints = [] }: Outcome): void {
		this.sent.hints.push(...hints);
		for (const result of results) {
			const { rejected, items } = result;
			if (rejected === undefined) this.sent.results.push(result);
			else {
				const failure: Failure = { kind: 'rejected', message: rejected, advice: '' };
				this.sent.failures.push({ items, failure });
			}
		}
	}

	/**
	 * With Continue off, the first request that failed ends the run, when those under way are done;
	 * what was rejected or is in doubt does so when all else was sent.
	 */
	private stoppedRun(): StoppedRun | undefined {
		if (this.continues) return undefined;
		const [first, ...others] = [...inItemOrder(this.stops), ...this.sent.failures];
		if (!first) return undefined;
		const when = this.stops.length > 0 ? 'atRequest' : 'afterAll';
		return { first, others, when, accepted: this.acceptedSoFar() };
	}

	private acceptedSoFar(): Accepted | undefined {
		if (this.accepted === 0 || !changes(this.operation.endpoint)) return undefined;
		const ids = this.sent.results
			.map(({ json }) => json.delivery_id ?? json._id ?? json.uuid)
			.filter(Boolean)
			.map(textOf);
		return { count: this.accepted, entries: this.operation.limit.entries, ids };
	}
}
