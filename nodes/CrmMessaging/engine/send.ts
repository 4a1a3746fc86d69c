import { AnswerError, unreadableAnswer } from '../service/answer';
import type { ServiceClient } from '../service/client';
import { outcomeOf, type Failure } from '../service/failure';
import { isTooLarge } from '../service/refusedRequest';
import { changes } from '../service/endpoints';
import { requestOf } from './additionalFields';
import { divide } from './batches';
import { failureOf, type ItemFailure, type StoppedRun } from './errors';
import type { KeptRequest } from './ledger';
import type { Memory, Recalled } from './memory';
import type { Batch, Operation, Outcome, Result } from './operation';
import {
	outcomeSentence,
	endedEarlier,
	holdFinder,
	outcomesBefore,
	outcomesOf,
	reportOf,
	type EndedRequest,
	type Hold,
	type Outcomes,
	type UnitOutcome,
	type UnitReport,
} from './outcomes';
import type { NodeParameters } from './parameters';
import { Queue, type Done } from './queue';
import type { RepeatedRecipients } from './recipient';
import { doubted, inItemOrder } from './output';
import { formatList, formatItems } from './hints';
import { placeOf, recipientsOf, unitName, unitsOf, type Unit } from './unit';

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
	/** Hints at what a person has to look into. */
	alarms: string[];
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

/** Says why a rejected unit is held, and the way out. */
const whyHeld: Record<Hold, string> = {
	byOrder:
		'Only the order of the answer shows this, so a retry doesn’t send it again. To send it again, set the option “When the Outcome Is Unknown” to “Send Again”.',
	contradictory:
		'The answer calls it valid as well, so a retry doesn’t send it again. To send it again, set the option “When the Outcome Is Unknown” to “Send Again”.',
	inPart: 'Another of their devices accepted it, so a retry doesn’t send it again.',
};

/** Some units, by their items and by whom they are for. */
interface Named {
	items: readonly number[];
	recipients: string[];
}

/** Sends the requests of one run of the node. */
export class Sender {
	private readonly sent: Sent = { results: [], failures: [], hints: [], alarms: [] };
	/** With Continue off, what failed; several may, where a few requests are under way at a time. */
	private readonly stops: ItemFailure[] = [];
	private readonly ended: Ended[] = [];
	/** What became in an earlier try of what is sent again, by place. */
	private before: ReadonlyMap<string, UnitOutcome> = new Map();
	/** What the service rejected and is no error. */
	private readonly rejected: Named[] = [];
	/** What it does not show to be accepted. */
	private readonly unclear: Named[] = [];
	/** What in its answers does not fit what was sent, by the sentence that says so. */
	private readonly doubts = new Map<string, Named[]>();

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
	 * @param earlier what was sent in earlier tries, and what of it is sent again
	 * @param recurrence which recipients come more than once; only those have an order to keep
	 */
	async send(
		batches: readonly Batch[],
		earlier: Pick<Recalled, 'requests' | 'again'>,
		recurrence: RepeatedRecipients,
	): Promise<Sent> {
		for (const request of earlier.requests) this.recall(request);
		this.before = outcomesBefore(earlier.again);
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
		const { failures, hints, alarms } = this.sent;
		const { rejected, unclear, doubts } = this;
		if (rejected.length > 0) hints.push(`The service rejected ${this.countOf(rejected)}.`);
		if (unclear.length > 0) {
			alarms.push(
				`The service does not show whether it accepted ${this.countOf(unclear)}. Look there before you send again.`,
			);
		}
		for (const [doubt, named] of doubts) alarms.push(`${doubt}${shownNames(named)}.`);
		const [first] = [...inItemOrder(this.stops), ...failures];
		if (!first) return this.sent;
		const outcomes = changes(this.operation.endpoint) ? this.outcomesOf(batches) : undefined;
		const when = this.stops.length > 0 ? 'atRequest' : 'afterAll';
		if (!this.continues) return { ...this.sent, stopped: { first, when, outcomes } };
		if (outcomes) hints.push(outcomeSentence(outcomes));
		return this.sent;
	}

	/** How many of all that was sent these are, and the first of them. */
	private countOf(some: readonly Named[]): string {
		const { ended, operation } = this;
		const total = ended.reduce((sum, { units }) => sum + units().length, 0);
		const [count, all] = [some.length, total].map((number) => number.toLocaleString('en'));
		return `${count} of ${all} ${unitName(operation)}${shownNames(some)}`;
	}

	private outcomesOf(batches: readonly Batch[]): Outcomes {
		const units = batches.flatMap((batch) => unitsOf(this.operation, batch));
		const ended = this.ended.map((one) => ({ ...one, units: one.units() }));
		return outcomesOf(units, ended, unitName(this.operation), this.before);
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
		if (outcome) memory?.accept(batch, outcome);
		else if (failure.outcomeUnknown) memory?.keepUnknown(batch, failure);
		return { result: { ...attempted, batch } };
	}

	/** Puts what a request became to the rest. */
	private note({ batch, outcome, failure }: EndedNow): void {
		const units = (): Unit[] => unitsOf(this.operation, batch);
		this.ended.push({ units, results: outcome?.results, failure });
		if (outcome) this.sort(outcome, units);
		else {
			const failed = this.failuresOf(units(), failure);
			(this.continues ? this.sent.failures : this.stops).push(...failed);
		}
	}

	/** The failure of a request; those that may have been reached in an earlier try still may have been. */
	private failuresOf(units: readonly Unit[], failure: Failure): ItemFailure[] {
		const isOpen = (unit: Unit) =>
			outcomeOf(failure) === 'notSent' && this.before.get(placeOf(unit)) === 'unknown';
		const open = units.filter(isOpen);
		if (open.length === 0) return [failureOfUnits(units, failure)];
		const others = units.filter((unit) => !isOpen(unit));
		return [
			failureOfUnits(open, { ...failure, outcomeUnknown: true }),
			...(others.length > 0 ? [failureOfUnits(others, failure)] : []),
		];
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
			const outcome = withError(
				operation.results(answer, batch, (item) => this.parameters.of(item)),
				client.errorIn(answer),
			);
			if (addresses) {
				for (const result of outcome.results) result.request = addresses.nameOf(batch);
			}
			return { outcome };
		} catch (cause) {
			if (!(cause instanceof AnswerError)) return { failure: failureOf(cause) };
			const words = client.wordsIn(cause.answer);
			const { mayTryAgain: _, ...failure } = unreadableAnswer(
				operation.endpoint,
				cause.message,
				words,
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
		let byPlace: ReadonlyMap<string, Unit> | undefined;
		let holdOf: ReturnType<typeof holdFinder> | undefined;
		this.sent.hints.push(...hints);
		for (const result of results) {
			const { rejected, unclear, doubts = [], items, place } = result;
			if (rejected === undefined && !unclear && doubts.length === 0) {
				this.sent.results.push(result);
				continue;
			}
			all ??= units();
			byPlace ??= new Map(all.map((unit) => [placeOf(unit), unit]));
			const unit = place === undefined ? undefined : byPlace.get(placeOf(result));
			const own = unit ? [reportOf(unit)] : [];
			for (const doubt of doubts) {
				const named = this.doubts.get(doubt) ?? [];
				const about = unit ? own : all.map((one) => reportOf(one));
				named.push({ items, recipients: namesIn(about) });
				this.doubts.set(doubt, named);
			}
			if (rejected !== undefined && this.failsOnRejected(items)) {
				holdOf ??= holdFinder(all, results);
				const hold = unit && holdOf(unit);
				const advice = hold ? whyHeld[hold] : '';
				const failure: Failure = { kind: 'rejected', message: rejected, advice };
				this.sent.failures.push({ items, failure, units: own });
				continue;
			}
			this.sent.results.push(result);
			const named = { items, recipients: namesIn(own) };
			if (rejected !== undefined) this.rejected.push(named);
			else if (unclear && unit) this.unclear.push(named);
		}
	}

	private failsOnRejected(items: readonly number[]): boolean {
		const { operation, parameters } = this;
		// What an earlier try brought may be of an item that is gone.
		return items.some(
			(item) =>
				item < parameters.items.length &&
				(operation.failsOnRejected?.(parameters.of(item)) ?? false),
		);
	}
}

/** Notes on results that the answer reports an error with them. */
function withError(outcome: Outcome, error: string): Outcome {
	if (error === '') return outcome;
	const doubt = `The answer of the service also reports an error, “${error}”`;
	if (outcome.results.length > 0) return doubted(outcome, [doubt]);
	return { ...outcome, hints: [...(outcome.hints ?? []), `${doubt}.`] };
}

function namesIn(reports: readonly UnitReport[]): string[] {
	return reports.flatMap(({ recipient }) => recipient ?? []);
}

/** The first recipients and items of some, as they follow their count. */
function shownNames(some: readonly Named[]): string {
	const recipients = [...new Set(some.flatMap((one) => one.recipients))];
	const items = [...new Set(some.flatMap((one) => one.items))];
	return `${recipients.length > 0 ? `: ${formatList(recipients)}` : ''} (${formatItems(items)})`;
}

/** A failure of the items that units came from. */
function failureOfUnits(units: readonly Unit[], failure: Failure): ItemFailure {
	const items = [...new Set(units.flatMap((unit) => unit.items))];
	return { items, failure, units: units.map((unit) => reportOf(unit)) };
}
