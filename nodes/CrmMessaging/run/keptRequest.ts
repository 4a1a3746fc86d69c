import type { Failure } from '../transport/failure';
import type { Result } from './operation';
import { placeOf, type Unit } from './unit';

/** A request that the service accepted, or may have, as plain data. */
export interface KeptRequest {
	/** The execution that sent it; a retry is another one. */
	execution: string;
	/** A digest of what a person had chosen in the form by then. */
	chosen: string;
	units: Unit[];
	/** What it returned. */
	results: Result[];
	hints: string[];
	/** Why it isn't known whether the service accepted it; without one, it did. */
	unknown?: Failure;
	/** The units of this run that were sent again with it, counted in the order they were kept. */
	instead?: number[];
}

/** A request with some of its units, and what its answer says of them; none where it has none. */
export function partOf(request: KeptRequest, holds: (unit: Unit) => boolean): KeptRequest[] {
	const units = request.units.filter(holds);
	if (units.length === request.units.length) return [request];
	if (units.length === 0) return [];
	const answered = new Set(request.results.flatMap((one) => placeOfResult(one) ?? []));
	const places = new Set(units.map(placeOf));
	// What is of the whole request is also of those that have no result of their own.
	const keepsShared = units.some((unit) => !answered.has(placeOf(unit)));
	const results = request.results.filter((result) => {
		const place = placeOfResult(result);
		return place === undefined ? keepsShared : places.has(place);
	});
	return [{ ...request, units, results }];
}

function placeOfResult(result: Result): string | undefined {
	return result.place === undefined ? undefined : placeOf(result);
}

/** Requests in the order of what they held; they ended in any. */
export function inOrderOfPlaces(requests: readonly KeptRequest[]): KeptRequest[] {
	const item = ({ units: [first] }: KeptRequest) => first?.items[0] ?? 0;
	const place = ({ units: [first] }: KeptRequest) => first?.place ?? 0;
	return [...requests].sort((one, other) => item(one) - item(other) || place(one) - place(other));
}

/** A request of an earlier try, with its results linked to the items that its units come from now. */
export function relinked(request: KeptRequest, foundAs: ReadonlyMap<Unit, Unit>): KeptRequest {
	const unitsNow = new Map<string, Unit>();
	const itemsNow = new Map<number, Set<number>>();
	const units = request.units.map((unit) => {
		const now = foundAs.get(unit);
		if (!now) return unit;
		unitsNow.set(placeOf(unit), now);
		const [first = 0] = unit.items;
		for (const item of now.items) {
			const before = unit.items.length > 1 && unit.items.includes(item) ? item : first;
			itemsNow.set(before, (itemsNow.get(before) ?? new Set()).add(item));
		}
		return { ...unit, items: now.items, place: now.place };
	});
	const results = request.results.map((result) => {
		const now = result.place === undefined ? undefined : unitsNow.get(placeOf(result));
		if (now) return { ...result, items: now.items, place: now.place };
		const items = result.items.flatMap((item) => [...(itemsNow.get(item) ?? [])]);
		return items.length > 0 ? { ...result, items: [...new Set(items)] } : result;
	});
	return { ...request, units, results };
}
