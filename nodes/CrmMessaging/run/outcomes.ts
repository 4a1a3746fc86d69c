import { textOf } from '../transport/answer';
import { outcomeOf, type Failure, type FailedOutcome } from '../transport/failure';
import type { KeptRequest } from './memory';
import type { Result } from './operation';
import { shownRecipient } from './recipient';
import { placeOf, type Unit } from './unit';

/** What may become of a unit. */
export type UnitOutcome = 'accepted' | FailedOutcome;

/** A unit as people are told of it. */
export interface UnitReport {
	items: number[];
	/** Who it is for, where something names them. */
	recipient?: string;
	/** The id that the service gave it. */
	id?: string;
}

/** What became of every unit of a run, and what such units are called. */
export interface Outcomes extends Record<UnitOutcome, UnitReport[]> {
	called: string;
}

/** A request that ended: what it brought, or why it failed. */
export interface EndedRequest {
	units: readonly Unit[];
	results?: readonly Result[];
	failure?: Failure;
	/** Whether it ended in an earlier try. */
	isEarlier?: boolean;
}

/** A request of an earlier try, as the memory kept it. */
export function endedEarlier({ units, results, unknown }: KeptRequest): EndedRequest {
	return { units, results, failure: unknown, isEarlier: true };
}

/**
 * What became of every unit of a run.
 *
 * @param units everything that was to be sent; what is in no request was not sent
 * @param called what the units are called, for example `contacts`
 */
export function outcomesOf(
	units: readonly Unit[],
	requests: readonly EndedRequest[],
	called: string,
): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	const ended = new Set<string>();
	for (const { units: own, results = [], failure, isEarlier } of requests) {
		const answerFor = answerFinder(results);
		for (const unit of own) {
			// Where a unit of an earlier try stood, another one may stand now.
			if (!isEarlier) ended.add(placeOf(unit));
			const { outcome, id } = answerFor(unit);
			outcomes[failure ? outcomeOf(failure) : outcome].push(reportOf(unit, id));
		}
	}
	for (const unit of units) if (!ended.has(placeOf(unit))) outcomes.notSent.push(reportOf(unit));
	return outcomes;
}

/** What an answer says of a unit. */
interface AnswerForUnit {
	outcome: UnitOutcome;
	id?: string;
}

/** Finds what an answer says of a unit: in results of its own, or in those of the whole request. */
function answerFinder(results: readonly Result[]): (unit: Unit) => AnswerForUnit {
	const own = new Map<string, AnswerForUnit>();
	for (const result of results.filter(({ place }) => place !== undefined)) {
		const place = placeOf(result);
		// A target can have a result for each of its devices.
		if (own.get(place)?.outcome === 'rejected') continue;
		const outcome = result.rejected === undefined ? 'accepted' : 'rejected';
		own.set(place, { outcome, id: own.get(place)?.id ?? idOf(result) });
	}
	const shared = results.filter(({ place }) => place === undefined);
	const ids = new Set(shared.map(idOf));
	const ofAll: AnswerForUnit = {
		// Where it does not say whom it rejected, it may be anyone.
		outcome: shared.some(({ rejected }) => rejected !== undefined) ? 'unknown' : 'accepted',
		id: ids.size === 1 ? [...ids][0] : undefined,
	};
	return (unit) => own.get(placeOf(unit)) ?? ofAll;
}

/** A unit as people are told of it. */
export function reportOf({ items, recipient }: Unit, id?: string): UnitReport {
	return { items, recipient: shownRecipient(recipient), id };
}

/** The id that the service gave what a result is of. */
function idOf({ json }: Result): string | undefined {
	const id = json.bulk_id ?? json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}
