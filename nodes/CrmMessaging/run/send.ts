import { AnswerError } from '../transport/answer';
import type { ServiceClient } from '../transport/client';
import { unreadableAnswer, type Failure } from '../transport/failure';
import { isTooLarge } from '../transport/refusedRequest';
import { changes } from '../interface/endpoints';
import { requestOf } from './additionalFields';
import { divide } from './group';
import { failureOf, type ItemFailure, type StoppedRun } from './itemFailure';
import type { KeptRequest, Memory } from './memory';
import type { Batch, Operation, Outcome, Result } from './operation';
import { outcomeSentence } from './outcomeSentence';
import { endedEarlier, outcomesOf, reportOf, type EndedRequest, type Outcomes } from './outcomes';
import type { NodeParameters } from './parameters';
import { Queue, type Done } from './queue';
import type { Recurrence } from './recurrence';
import { inItemOrder } from './results';
import { listed, shownItems } from './shownItems';
import { recipientsOf, unitName, unitsOf, type Unit } from './unit';

/** Gives requests addresses for their callbacks, and names by which those are told apart. */
export interface CallbackAddresses {
	/**
	 * Called once, when all is checked and before the first request leaves.
	 *
	 * @param batches what is to be sent, if nothing is refused as too large
	 */
	open(batches: readonly Batch[]): Promise<void>;
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

/** A request that ended in this try. */
type EndedNow = Attempted & { batch: Batch };

/** A request that ended; its units are made when somebody asks for them, and mostly nobody does. */
type Ended = Omit<EndedRequest, 'units'> & { units: () => readonly Unit[] };

/** Sends the requests of one run of the node. */
export class Sender {
	private readonly sent: Sent = { results: [], failures: [], hints: [] };
	/** With Continue off, what failed; several may, where a few requests are under way at a time. */
	private readonly stops: ItemFailure[] = [];
	private readonly ended: Ended[] = [];
	/** What the service rejected and is no error. */
	private readonly rejected: Array<{ items: number[]; recipients: string[] }> = [];

	/**
	 * @param continues whether the run goes on when a request fails
	 * @param memory of what the service takes; left out, nothing is remembered
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

	/**
	 * Sends the batches: a few at a time, and what is for the same recipient in order.
	 *
	 * @param earlier what was sent in earlier tries
	 * @param recurrence which recipients come more than once; only those have an order to keep
	 */
	async send(
		batches: readonly Batch[],
		earlier: readonly KeptRequest[],
		recurrence: Recurrence,
	): Promise<Sent> {
		for (const request of earlier) this.recall(request);
		const { operation, client } = this;
		const queue = new Queue<Batch, EndedNow>(batches, (batch) =>
			recurrence.isAny
				? recipientsOf(operation, batch).filter((one) => recurrence.has(one))
				: [],
		);
		const ended = await queue.work(client.pace, async (batch) => {
			const done = await this.sendOne(batch);
			if (done.result?.failure && !this.continues) queue.stop();
			return done;
		});
		for (const one of ended) this.note(one);
		const { failures, hints } = this.sent;
		if (this.rejected.length > 0) hints.push(this.rejectedHint());
		const [first] = [...inItemOrder(this.stops), ...failures];
		if (!first) return this.sent;
		const outcomes = changes(this.operation.endpoint) ? this.outcomesOf(batches) : undefined;
		const when = this.stops.length > 0 ? 'atRequest' : 'afterAll';
		if (!this.continues) return { ...this.sent, stopped: { first, when, outcomes } };
		if (outcomes) hints.push(outcomeSentence(outcomes));
		return this.sent;
	}

	/** Counts what the service rejected, and names the first. */
	private rejectedHint(): string {
		const { rejected, ended, operation } = this;
		const total = ended.reduce((sum, { units }) => sum + units().length, 0);
		const [count, all] = [rejected.length, total].map((number) => number.toLocaleString('en'));
		const recipients = rejected.flatMap((one) => one.recipients);
		const names = recipients.length > 0 ? `: ${listed(recipients)}` : '';
		const items = [...new Set(rejected.flatMap((one) => one.items))];
		return `The service rejected ${count} of ${all} ${unitName(operation)}${names} (${shownItems(items)}).`;
	}

	private outcomesOf(batches: readonly Batch[]): Outcomes {
		const units = batches.flatMap((batch) => unitsOf(this.operation, batch));
		const ended = this.ended.map((one) => ({ ...one, units: one.units() }));
		return outcomesOf(units, ended, unitName(this.operation));
	}

	/** Sends a batch, and remembers at once what the service took. */
	private async sendOne(batch: Batch): Promise<Done<Batch, EndedNow>> {
		const attempted = await this.attempt(batch);
		const { outcome, failure } = attempted;
		const divisible = batch.entries.length > 1 && !this.operation.limit.indivisible;
		if (failure && isTooLarge(failure) && divisible) {
			return { parts: divide(batch, Math.ceil(batch.entries.length / 2)) };
		}
		const { memory } = this;
		if (outcome) memory?.accept(unitsOf(this.operation, batch), outcome);
		else if (failure.outcomeUnknown) {
			memory?.keepUnknown(unitsOf(this.operation, batch), failure);
		}
		return { result: { ...attempted, batch } };
	}

	/** Puts what a request became to the rest. */
	private note({ batch, outcome, failure }: EndedNow): void {
		const units = (): Unit[] => unitsOf(this.operation, batch);
		this.ended.push({ units, results: outcome?.results, failure });
		if (outcome) this.sort(outcome, units);
		else {
			const failed = failureOfUnits(units(), failure);
			(this.continues ? this.sent.failures : this.stops).push(failed);
		}
	}

	private async attempt(batch: Batch): Promise<Attempted> {
		const { operation, client, addresses } = this;
		try {
			const request = requestOf(operation, batch, {
				signedCallback: (url) => client.signedCallback(url),
				callbackUrl: addresses?.urlOf(batch),
			});
			const answer = operation.fetchAnswer
				? await operation.fetchAnswer(client, batch)
				: await client.send(request);
			const outcome = operation.results(answer, batch, (item) => this.parameters.of(item));
			if (addresses) {
				for (const result of outcome.results) result.request = addresses.nameOf(batch);
			}
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

	/** Takes over what an earlier try brought, or left unknown. */
	private recall(request: KeptRequest): void {
		const { units, results, hints, unknown } = request;
		const ofUnits = (): Unit[] => units;
		this.ended.push({ ...endedEarlier(request), units: ofUnits });
		if (unknown) this.sent.failures.push(failureOfUnits(units, unknown));
		else this.sort({ results, hints }, ofUnits);
	}

	/** Puts results where they belong: a rejected one is the error of its items, where they say so. */
	private sort({ results, hints = [] }: Outcome, units: Ended['units']): void {
		let all: readonly Unit[] | undefined;
		this.sent.hints.push(...hints);
		for (const result of results) {
			const { rejected, items } = result;
			if (rejected === undefined) {
				this.sent.results.push(result);
				continue;
			}
			all ??= units();
			const own = all.filter((unit) => isOf(unit, result)).map((unit) => reportOf(unit));
			if (this.failsOnRejected(items)) {
				const failure: Failure = { kind: 'rejected', message: rejected, advice: '' };
				this.sent.failures.push({ items, failure, units: own });
			} else {
				this.sent.results.push(result);
				this.rejected.push({
					items,
					recipients: own.flatMap((one) => one.recipient ?? []),
				});
			}
		}
	}

	private failsOnRejected(items: readonly number[]): boolean {
		const { operation, parameters } = this;
		return items.some((item) => operation.failsOnRejected?.(parameters.of(item)) ?? false);
	}
}

/** Whether a result is that of a unit. */
function isOf(unit: Unit, { items, place }: Result): boolean {
	return unit.items[0] === items[0] && unit.place === place;
}

/** A failure of the items that units came from. */
function failureOfUnits(units: readonly Unit[], failure: Failure): ItemFailure {
	const items = [...new Set(units.flatMap((unit) => unit.items))];
	return { items, failure, units: units.map((unit) => reportOf(unit)) };
}
