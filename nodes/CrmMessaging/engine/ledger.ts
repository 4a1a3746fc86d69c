import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../fields/values';
import type { Result } from './operation';
import { type Unit, placeOf } from './unit';
import type { Failure } from '../service/failure';

/** The shape of what the node keeps in an execution. Another version's is not read. */
export const storedVersion = 1;

const key = 'crmMessagingAccepted';

/** A request as it is stored: n8n stores one text many times faster than objects. */
interface Row {
	/** The run of the node that it belongs to. */
	run: string;
	/** Everything but the output, as JSON. */
	text: string;
	/** The output of each result; a text of it would cost too much. */
	outputs: IDataObject[];
}

interface Stored {
	version: typeof storedVersion;
	rows: Row[];
	/** A digest of all rows in their order, so that a changed or lost one is noticed. */
	seal: string;
}

/** The requests that a node keeps in its execution, of all its runs. */
export class Ledger {
	private constructor(
		private readonly memory: IDataObject,
		private stored: Stored | undefined,
	) {}

	/** Opens what the node's memory holds, and writes nothing; one that can't be read counts as empty. */
	static open(memory: IDataObject): Ledger {
		return new Ledger(memory, storedIn(memory[key]));
	}

	/** Whether a memory holds a ledger that this version didn't write, or that was changed since. */
	static isUnreadable({ [key]: stored }: IDataObject): boolean {
		return stored !== undefined && storedIn(stored) === undefined;
	}

	/** The requests of a run, in the order they were kept. */
	requestsOf(run: string): KeptRequest[] {
		const rows = this.current?.rows ?? [];
		return rows.filter((row) => row.run === run).map(unpacked);
	}

	/** Adds a request to a run. */
	add(run: string, { results, ...request }: KeptRequest): void {
		const links = isOneEach(results, request.units) ? undefined : results.map(linkOf);
		const text = JSON.stringify({ ...request, links });
		const row: Row = { run, text, outputs: results.map(({ json }) => json) };
		const stored = this.current ?? { version: storedVersion, rows: [], seal: '' };
		// n8n never runs an earlier round of a loop again, and stores all that is kept each time.
		const rows = stored.rows.filter((one) => !(roundOf(one.run) < roundOf(run)));
		if (rows.length < stored.rows.length)
			Object.assign(stored, { rows, seal: sealOfAll(rows) });
		stored.rows.push(row);
		stored.seal = sealOf(stored.seal, row);
		this.keep(stored);
	}

	/** Forgets a run. */
	forget(run: string): void {
		const rows = this.current?.rows.filter((row) => row.run !== run) ?? [];
		if (rows.length > 0) this.keep({ version: storedVersion, rows, seal: sealOfAll(rows) });
		else delete this.memory[key];
	}

	private keep(stored: Stored): void {
		this.stored = stored;
		this.memory[key] = stored;
	}

	/** What is stored now: an agent may call its tool several times in parallel. */
	private get current(): Stored | undefined {
		const stored: unknown = this.memory[key];
		if (stored !== this.stored) this.stored = storedIn(stored);
		return this.stored;
	}
}

/** A short text that differs wherever the given one does. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

/** The round of a loop, with which the name of a run ends; no number where it has none. */
function roundOf(run: string): number {
	return Number(run.slice(run.lastIndexOf(' ') + 1));
}

function sealOf(before: string, { run, text, outputs }: Row): string {
	const head = JSON.stringify([before, run, outputs.length, text.length]);
	return createHash('sha256').update(head).update(text).digest('base64');
}

function sealOfAll(rows: readonly Row[]): string {
	return rows.reduce(sealOf, '');
}

/** The ledger in what is stored; undefined where it isn't one of this version, or was changed. */
function storedIn(stored: unknown): Stored | undefined {
	if (!isObject(stored) || stored.version !== storedVersion) return undefined;
	const { rows, seal } = stored as unknown as Stored;
	if (!Array.isArray(rows) || !rows.every(isRow) || sealOfAll(rows) !== seal) return undefined;
	return stored as unknown as Stored;
}

function isRow(row: unknown): boolean {
	if (!isObject(row)) return false;
	const { run, text, outputs } = row;
	const holdsOutputs = Array.isArray(outputs) && outputs.every(isObject);
	return typeof run === 'string' && typeof text === 'string' && holdsOutputs;
}

/** What a result says beside its output. */
type Link = Omit<Result, 'json'>;

function linkOf({ json: _, ...link }: Result): Link {
	return link;
}

/** Whether each unit has one result at its place, which says nothing else: mostly so, and not stored. */
function isOneEach(results: readonly Result[], units: readonly Unit[]): boolean {
	return (
		results.length === units.length &&
		results.every(({ items, place, rejected, unclear, doubts, request }, at) => {
			const unit = units[at] as Unit;
			// Only of one that was rejected is it asked whether the answer names it.
			const isPlain = [rejected, unclear, doubts, request].every((one) => one === undefined);
			return isPlain && place === unit.place && isSameList(items, unit.items);
		})
	);
}

function isSameList(one: readonly number[], other: readonly number[]): boolean {
	return one.length === other.length && one.every((item, at) => item === other[at]);
}

function unpacked({ text, outputs }: Row): KeptRequest {
	const { links, ...request } = JSON.parse(text) as KeptRequest & { links?: Link[] };
	const linked = links ?? request.units.map(({ items, place }) => ({ items, place }));
	const results = linked.map((link, at) => ({ ...link, json: outputs[at] ?? {} }));
	return { ...request, results };
}

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
