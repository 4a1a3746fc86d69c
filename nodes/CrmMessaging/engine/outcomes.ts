import { textOf, truthOf } from '../fields/values';
import { outcomeOf, type Failure, type FailedOutcome } from '../service/failure';
import type { KeptRequest } from './ledger';
import type { Result } from './operation';
import { displayName } from './recipient';
import { namesOf, placeOf, type Unit } from './unit';

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
 * @param before what became of units in an earlier try that were to be sent again, by their places
 */
export function outcomesOf(
	units: readonly Unit[],
	requests: readonly EndedRequest[],
	called: string,
	before: ReadonlyMap<string, UnitOutcome> = new Map(),
): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	const ended = new Set<string>();
	for (const { units: own, results = [], failure, isEarlier } of requests) {
		const answerFor = answerFinder(results);
		for (const unit of own) {
			// Where a unit of an earlier try stood, another one may stand now.
			if (!isEarlier) ended.add(placeOf(unit));
			const { outcome, id } = answerFor(unit);
			const now = failure ? outcomeOf(failure) : outcome;
			// What an earlier try did to those that were to be sent again is still so.
			const told = (now === 'notSent' && before.get(placeOf(unit))) || now;
			outcomes[told].push(reportOf(unit, id));
		}
	}
	for (const unit of units) {
		const place = placeOf(unit);
		if (!ended.has(place)) outcomes[before.get(place) ?? 'notSent'].push(reportOf(unit));
	}
	return outcomes;
}

/** What became of units in an earlier try, by their places. */
export function outcomesBefore(requests: readonly KeptRequest[]): Map<string, UnitOutcome> {
	const before = new Map<string, UnitOutcome>();
	for (const { units, results, unknown } of requests) {
		const answerFor = answerFinder(results);
		for (const unit of units) {
			before.set(placeOf(unit), unknown ? 'unknown' : answerFor(unit).outcome);
		}
	}
	return before;
}

/** What an answer says of a unit. */
interface AnswerForUnit {
	outcome: UnitOutcome;
	id?: string;
}

/** Finds what an answer says of a unit: in results of its own, or in those of the whole request. */
export function answerFinder(results: readonly Result[]): (unit: Unit) => AnswerForUnit {
	const own = new Map<string, AnswerForUnit>();
	for (const result of results.filter(({ place }) => place !== undefined)) {
		const place = placeOf(result);
		// A target can have a result for each of its devices; the worst of them counts.
		const [before, outcome] = [own.get(place), outcomeIn(result)];
		const isWorse = !before || worst.indexOf(outcome) < worst.indexOf(before.outcome);
		own.set(place, {
			outcome: isWorse ? outcome : before.outcome,
			id: before?.id ?? idOf(result),
		});
	}
	const shared = results.filter(({ place }) => place === undefined);
	const ids = new Set(shared.map(idOf));
	const ofAll: AnswerForUnit = {
		// Where it does not say whom it rejected, it may be anyone.
		outcome: shared.some((result) => outcomeIn(result) !== 'accepted') ? 'unknown' : 'accepted',
		id: ids.size === 1 ? [...ids][0] : undefined,
	};
	return (unit) => own.get(placeOf(unit)) ?? ofAll;
}

/**
 * Why a unit that was rejected is not sent again by a retry: nothing but the order of the answer says
 * that it was, the answer calls it valid as well, or it was rejected in part, as one of the devices of
 * a contact.
 */
export type Hold = 'byOrder' | 'contradictory' | 'inPart';

/**
 * Finds why the rejected units of a request are held.
 *
 * @returns for a unit, the reason; undefined where a retry sends it again
 */
export function holdFinder(
	units: readonly Unit[],
	results: readonly Result[],
): (unit: Unit) => Hold | undefined {
	const own = new Map<string, Result[]>();
	for (const result of results) {
		if (result.place === undefined) continue;
		const place = placeOf(result);
		own.set(place, [...(own.get(place) ?? []), result]);
	}
	const resultsOf = (unit: Unit) => own.get(placeOf(unit)) ?? [];
	const isRejected = (unit: Unit) =>
		resultsOf(unit).every(({ rejected }) => rejected !== undefined);
	const reached = new Set(units.filter((unit) => !isRejected(unit)).map(namesOf));
	return (unit) => {
		if (!isRejected(unit)) return 'inPart';
		if (resultsOf(unit).some(({ json }) => truthOf(json.valid) === true))
			return 'contradictory';
		// Where nobody was accepted, it can't be anyone else.
		if (reached.size === 0) return undefined;
		// Of several to one person, their name doesn't tell which was rejected.
		const isNamed = resultsOf(unit).every(({ byOrder }) => !byOrder);
		return isNamed && !reached.has(namesOf(unit)) ? undefined : 'byOrder';
	};
}

/** What may be said of a unit, the worst first. */
const worst: readonly UnitOutcome[] = ['rejected', 'unknown', 'accepted'];

function outcomeIn({ rejected, unclear }: Result): UnitOutcome {
	if (rejected !== undefined) return 'rejected';
	return unclear ? 'unknown' : 'accepted';
}

/** A unit as people are told of it. */
export function reportOf({ items, recipient }: Unit, id?: string): UnitReport {
	return { items, recipient: displayName(recipient), id };
}

/** The id that the service gave what a result is of. */
function idOf({ json }: Result): string | undefined {
	const id = json.bulk_id ?? json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}

/** How a sentence says what became of units. */
const verbs: ReadonlyArray<readonly [UnitOutcome, one: string, several: string]> = [
	['accepted', 'was accepted', 'were accepted'],
	['rejected', 'was rejected by the service', 'were rejected by the service'],
	['unknown', 'may have been accepted', 'may have been accepted'],
	['notSent', 'was not sent', 'were not sent'],
];

/** Says how many units of a run became what: `Of 30 contacts, 20 were accepted and 10 were not sent.` */
export function outcomeSentence(outcomes: Outcomes): string {
	const told = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const total = told.reduce((sum, [outcome]) => sum + outcomes[outcome].length, 0);
	const all = `${total.toLocaleString('en')} ${outcomes.called}`;
	const [[only, , several] = []] = told;
	if (told.length > 1) return `Of ${all}, ${outcomeCounts(outcomes)}.`;
	return only === 'notSent' ? `None of the ${all} was sent.` : `All ${all} ${several}.`;
}

/** The part of the sentence that counts: `20 were accepted and 10 were not sent`. */
export function outcomeCounts(outcomes: Outcomes): string {
	const told = verbs.filter(([outcome]) => outcomes[outcome].length > 0);
	const parts = told.map(([outcome, one, several]) => {
		const count = outcomes[outcome].length;
		return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
	});
	return new Intl.ListFormat('en').format(parts);
}
