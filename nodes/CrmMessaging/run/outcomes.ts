import { textOf } from '../transport/answer';
import { outcomeOf, type Failure, type FailedOutcome } from '../transport/failure';
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
}

/**
 * What became of every unit of a run.
 *
 * @param called what the units are called, for example `contacts`
 * @param earlier requests of earlier tries
 * @param open everything that this try was to send; what is in no request of it was not sent
 * @param requests those of this try
 */
export function outcomesOf(
	called: string,
	earlier: readonly EndedRequest[],
	open: readonly Unit[] = [],
	requests: readonly EndedRequest[] = [],
): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	for (const { units, results = [], failure } of [...earlier, ...requests]) {
		const resultFor = resultFinder(results);
		for (const unit of units) {
			const result = resultFor(unit);
			const taken = result?.rejected === undefined ? 'accepted' : 'rejected';
			outcomes[failure ? outcomeOf(failure) : taken].push(reportOf(unit, result));
		}
	}
	const ended = new Set(requests.flatMap(({ units }) => units.map(placeOf)));
	for (const unit of open) if (!ended.has(placeOf(unit))) outcomes.notSent.push(reportOf(unit));
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

/** The id that the service gave what a result is of. */
function idOf({ json }: Result): string | undefined {
	const id = json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}
