import { textOf } from '../transport/answer';
import { outcomeOf, type Failure } from '../transport/failure';
import type { Result } from './operation';
import { shownRecipient } from './recipient';
import type { Unit } from './unit';

/** What may become of a unit. */
export type Outcome = 'accepted' | 'rejected' | 'unknown' | 'notSent';

/** A unit as people are told of it. */
export interface UnitReport {
	items: number[];
	/** Who it is for, where something names them. */
	recipient?: string;
	/** The id that the service gave it. */
	id?: string;
}

/** What became of every unit of a run. */
export type Outcomes = Record<Outcome, UnitReport[]>;

/** Keeps what becomes of the units of a run. */
export class Ledger {
	private readonly reports: Outcomes = { accepted: [], rejected: [], unknown: [], notSent: [] };
	private readonly known = new Set<Unit>();

	/** Notes the units of a request that the service took, and which of them it rejected. */
	take(units: readonly Unit[], results: readonly Result[]): void {
		const byPlace = new Map(
			results
				.filter(({ place }) => place !== undefined)
				.map((result) => [`${result.items[0]}-${result.place}`, result]),
		);
		// A request with one result gives its id to all.
		const [shared] = results.length === 1 ? results : [];
		for (const unit of units) {
			const result = byPlace.get(`${unit.items[0]}-${unit.place}`) ?? shared;
			const outcome = result?.rejected === undefined ? 'accepted' : 'rejected';
			this.note(outcome, unit, result && idOf(result));
		}
	}

	/** Notes the units of a request that failed. */
	fail(units: readonly Unit[], failure: Failure): void {
		for (const unit of units) this.note(outcomeOf(failure), unit);
	}

	/**
	 * What became of every unit.
	 *
	 * @param all the units of the run; what was not noted was not sent
	 */
	outcomes(all: readonly Unit[]): Outcomes {
		for (const unit of all) if (!this.known.has(unit)) this.note('notSent', unit);
		return this.reports;
	}

	private note(outcome: Outcome, unit: Unit, id?: string): void {
		this.known.add(unit);
		this.reports[outcome].push(reportOf(unit, id));
	}
}

/** A unit as people are told of it. */
export function reportOf({ items, recipient }: Unit, id?: string): UnitReport {
	return { items, recipient: shownRecipient(recipient), id };
}

/** The id that the service gave what a result is of. */
function idOf({ json }: Result): string | undefined {
	const id = json.delivery_id ?? json._id ?? json.uuid;
	return id === undefined || id === null ? undefined : textOf(id);
}
