import type { IDataObject } from 'n8n-workflow';
import { outcomesOfRun, outcomeWords } from '../catalogue/runs';
import { counted } from '../catalogue/sentence';
import { addTo, textOf } from '../fields/values';
import type { Failure } from '../service/failure';
import { displayName, namesIn, type Recipient } from './recipient';

/** A result of a row, as it comes out: one output item, unless it fails the row's items. */
export interface Result {
	json: IDataObject;
	/** Its error if the service rejected it, or if a callback doesn't show what happened to it. */
	failure?: Failure;
}

/** What happened to a row. Nothing else says so, and nothing derives it a second time. */
export type Outcome =
	| { is: 'open' }
	/** It may not be sent. */
	| { is: 'refused'; why: Failure }
	/** It is left out on purpose, with or without an output item. */
	| { is: 'skipped'; json?: IDataObject }
	/** Its request didn't leave, or nothing of it was accepted. */
	| { is: 'notSent'; why?: Failure }
	/** Its results come out once for the row, for each of its items, or for all rows of its request. */
	| { is: 'accepted'; results: readonly Result[]; per?: 'item' | 'request' }
	| { is: 'rejected'; results: readonly Result[] }
	/** The service may have accepted it. After a wait, its result comes out. */
	| { is: 'unknown'; why?: Failure; results?: readonly Result[] };

/** Of an item's rows, the first of these counts: the item must not be sent again unseen. */
export const sentOutcomes = ['unknown', 'accepted', 'rejected'] as const;
export type SentOutcome = Extract<Outcome, { is: (typeof sentOutcomes)[number] }>;

export function isSent(outcome: Outcome): outcome is SentOutcome {
	return sentOutcomes.some((is) => is === outcome.is);
}

/** What the service accepts or rejects as one: a contact, a delivery, a purchase, a hotel, a job. */
export interface Row {
	/** Its input items; the first is its own. */
	items: readonly number[];
	/** Its place among the rows of its item. */
	position: number;
	/** The shared part of its request; rows with equal envelopes share requests. */
	envelope: IDataObject;
	/** Its own part of the request. */
	body: IDataObject;
	/** For a purchase: its contacts, as rows. */
	parts?: readonly Row[];
	/** For a message: its text with placeholders, and the text its recipient reads. */
	template?: string;
	text?: string;
	recipient: Recipient;
	outcome: Outcome;
	/** Its outcome in an earlier try, if this one doesn't answer it from memory. */
	earlier?: SentOutcome;
	/** Whether it goes to someone else than its recipient. */
	isTest?: boolean;
	/** Warnings about it, although it can be sent. */
	warnings: readonly string[];
	/** The optional fields that were left out, since they were wrong. */
	leftOut?: readonly string[];
	/** The use of each column that it was read from. */
	columns?: Record<string, string>;
}

export function firstItemOf({ items }: Pick<Row, 'items'>): number {
	return items[0] ?? 0;
}

export function rowsThatAre(is: Outcome['is'], rows: readonly Row[]): Row[] {
	return rows.filter(({ outcome }) => outcome.is === is);
}

export function openRows(rows: readonly Row[]): Row[] {
	return rowsThatAre('open', rows);
}

/** The unique input items of rows. */
export function itemsOf(rows: readonly Pick<Row, 'items'>[]): number[] {
	return [...new Set(rows.flatMap(({ items }) => items))];
}

/** The optional fields of a row and its parts that were left out, as a key of its output. */
export function leftOutOf({ leftOut, parts = [] }: Row): { left_out?: string[] } {
	const names = [{ leftOut }, ...parts].flatMap((one) => one.leftOut ?? []);
	return names.length > 0 ? { left_out: [...new Set(names)] } : {};
}

/** For guards: it must not be sent. */
export function refuse(row: Row, why: Failure): void {
	row.outcome = { is: 'refused', why };
}

/** An earlier try may have sent each row that isn't known to be sent. */
export function doubt(rows: readonly Row[]): void {
	for (const row of rows) {
		if (!isSent(row.outcome) && row.outcome.is !== 'skipped') row.earlier ??= { is: 'unknown' };
	}
}

/** For guards: some rows are one, which has all their items. */
export function merge(rows: readonly Row[], one: Row): void {
	one.items = itemsOf(rows);
	for (const row of rows) {
		if (row === one) continue;
		row.items = [];
		row.outcome = { is: 'skipped' };
	}
}

/** The service's ID of a row, or of its request. */
export function idOf({ outcome }: Row): string | undefined {
	const { results = [] } = isSent(outcome) ? outcome : {};
	const ids = results.map(({ json: { bulk_id, delivery_id, _id, uuid } }) =>
		textOf(bulk_id ?? delivery_id ?? _id ?? uuid ?? ''),
	);
	return ids.find(Boolean);
}

type CountedOutcome = SentOutcome['is'] | 'notSent';

/** A row in the details of an error. */
export interface RowReport {
	items: readonly number[];
	recipient?: string;
	id?: string;
}

/** The outcomes of all rows of a run, and the rows' name. */
export interface Outcomes extends Record<CountedOutcome, RowReport[]> {
	called: string;
}

/** A row's outcome, or that of an earlier try if it wasn't sent again. */
export function standing({ outcome, earlier }: Row): Outcome {
	const isUnsent = outcome.is === 'open' || outcome.is === 'refused';
	return (isUnsent && earlier) || outcome;
}

export function rowsByItem(rows: readonly Row[]): Map<number, Row[]> {
	const byItem = new Map<number, Row[]>();
	for (const row of rows) for (const item of row.items) addTo(byItem, item, row);
	return byItem;
}

/** The outcome of an item with these rows, of which some may have been sent. */
export function outcomeOfItem(
	rows: readonly Row[],
	otherwise: Failure['outcome'],
): Failure['outcome'] {
	const known = rows.map((row) => standing(row).is);
	return sentOutcomes.find((is) => known.includes(is)) ?? otherwise;
}

/** An open row counts as not sent, and one that was refused or left out doesn't count. */
export function outcomesOf(rows: readonly Row[], called: string): Outcomes {
	const outcomes: Outcomes = { called, accepted: [], rejected: [], unknown: [], notSent: [] };
	for (const row of rows) {
		const { is } = standing(row);
		if (is === 'refused' || is === 'skipped') continue;
		const { items, recipient } = row;
		const reported = { items, recipient: displayName(recipient), id: idOf(row) };
		outcomes[is === 'open' ? 'notSent' : is].push(reported);
	}
	return outcomes;
}

const order: CountedOutcome[] = ['accepted', 'rejected', 'unknown', 'notSent'];

/** Counts the outcomes of a run: `Of 30 contacts, 20 were accepted and 10 weren’t sent`. */
export function outcomeSentence(outcomes: Outcomes): string {
	const { called } = outcomes;
	const [only = 'notSent', ...others] = order.filter((is) => outcomes[is].length > 0);
	const total = order.reduce((sum, is) => sum + outcomes[is].length, 0);
	const all = counted(total, called.replace(/s$/, ''));
	if (others.length > 0) return outcomesOfRun.several({ all, counts: outcomeCounts(outcomes) });
	if (only === 'notSent') return outcomesOfRun.none({ rows: called });
	const [ofOne, ofSeveral] = outcomeWords[only];
	return outcomesOfRun.only({ all, outcome: total === 1 ? ofOne : ofSeveral });
}

function outcomeCounts(outcomes: Outcomes): string {
	const present = order.filter((is) => outcomes[is].length > 0);
	const parts = present.map((is) => {
		const [one, several] = outcomeWords[is];
		return counted(outcomes[is].length, one, several);
	});
	return new Intl.ListFormat('en').format(parts);
}

/** The same, of what an earlier try sent: before sending, nothing else is known. */
export function countsOfEarlierTry(outcomes: Outcomes): string {
	return outcomeCounts({ ...outcomes, notSent: [] });
}

/** Rows that share a request, with equal envelopes. */
export type Batch = readonly [Row, ...Row[]];

/** The entries in a request's body: its rows, or the parts of a row that has some. */
export function entriesOf(batch: Batch): readonly Row[] {
	return batch[0].parts ?? batch;
}

/** Groups rows with equal envelopes, in input order. None overtakes another one with its recipient. */
export function byEnvelope(rows: readonly Row[]): Row[][] {
	const groups: Row[][] = [];
	const lastAlike = new Map<string, number>();
	const lastWith = new Map<string, number>();
	for (const row of rows) {
		const envelope = JSON.stringify(row.envelope);
		const names = namesIn(row.recipient);
		const earliest = Math.max(0, ...names.map((name) => lastWith.get(name) ?? 0));
		const alike = lastAlike.get(envelope) ?? -1;
		const at = alike < earliest ? groups.length : alike;
		(groups[at] ??= []).push(row);
		lastAlike.set(envelope, at);
		for (const name of names) lastWith.set(name, at);
	}
	return groups;
}

/** Divides rows into requests of equal envelopes, in input order, up to the limit. */
export function batchesOf(rows: readonly Row[], maxPerRequest: number): Batch[] {
	return byEnvelope(rows).flatMap((alike) => {
		const batches: Batch[] = [];
		for (let start = 0; start < alike.length; start += maxPerRequest)
			batches.push(alike.slice(start, start + maxPerRequest) as [Row, ...Row[]]);
		return batches;
	});
}
