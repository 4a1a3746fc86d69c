import { textOf } from '../transport/answer';
import { outcomeOf, type Failure, type FailedOutcome } from '../transport/failure';
import type { Result } from './operation';
import { shownRecipient } from './recipient';
import type { Unit } from './unit';

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
	for (const { units: own, results = [], failure } of requests) {
		const resultFor = resultFinder(results);
		for (const unit of own) {
			ended.add(placeOf(unit));
			const result = resultFor(unit);
			const taken = result?.rejected === undefined ? 'accepted' : 'rejected';
			outcomes[failure ? outcomeOf(failure) : taken].push(reportOf(unit, result));
		}
	}
	for (const unit of units) if (!ended.has(placeOf(unit))) outcomes.notSent.push(reportOf(unit));
	return outcomes;
}

/** Finds the result of a unit; a request with one result gives it to all. */
function resultFinder(results: readonly Result[]): (unit: Unit) => Result | undefined {
	const [shared] = results.length === 1 ? results : [];
	const byPlace = new Map(results.map((result) => [placeOf(result), result]));
	return (unit) => byPlace.get(placeOf(unit)) ?? shared;
}

/** A unit as people are told of it. */
export function reportOf({ items, recipient }: Unit, result?: Result): UnitReport {
	return { items, recipient: shownRecipient(recipient), id: result && idOf(result) };
}

/** An item has one unit at a place. */
function placeOf({ items, place = 0 }: Pick<Result, 'items' | 'place'>): string {
	return `${items[0]}-${place}`;
}

/** The id that the service gave what a result is of. */
function idOf({ json }: Result): string | undefined {
	const id = json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}
