import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { runHint } from '../catalogue/runs';
import { counted, figure } from '../catalogue/sentence';
import { addTo, isObject } from '../fields/values';
import { errorItem } from '../n8n/errors';
import type { ServiceClient } from '../service/client';
import type { Failure } from '../service/failure';
import { closingsOfItem, codesOf, wordsOf, type ItemFailure } from './errors';
import type { Note } from './hints';
import type { Operation } from './operation';
import { displayName } from './recipient';
import {
	entriesOf,
	idOf,
	isSent,
	itemsOf,
	outcomeOfItem,
	outcomesOf,
	outcomeSentence,
	rowsByItem,
	sentOutcomes,
	standing,
	type Batch,
	type Outcomes,
	type Row,
} from './row';

export interface RunReport {
	results: INodeExecutionData[];
	failures: ItemFailure[];
	hints: Note[];
	/** Also those without a failure, and their name. */
	rows: readonly Row[];
	called: string;
}

/** Sorts the outcomes of rows, which are `called` such as `contacts`, into output, item errors and hints. */
export function report(rows: readonly Row[], called: string, failsOnRejected: boolean): RunReport {
	const results: INodeExecutionData[] = [];
	const failures = failuresOf(rows);
	const ofRequests = new Map<string, { json: IDataObject; rows: Row[] }>();
	const rejected: Row[] = [];
	const unreported: Row[] = [];
	for (const row of rows) {
		const { outcome, items } = row;
		if (outcome.is === 'skipped' && outcome.json) results.push(linkedItem(outcome.json, items));
		if (!isSent(outcome)) continue;
		const per = outcome.is === 'accepted' ? outcome.per : undefined;
		for (const { json, failure } of outcome.results ?? []) {
			const isOfRequest = per === 'request';
			if (failure && !isOfRequest && failsOnRejected) {
				failures.push({ items, failure, rows: [row] });
				continue;
			}
			if (failure) (failure.outcome === 'rejected' ? rejected : unreported).push(row);
			if (isOfRequest) {
				const id = idOf(row) ?? JSON.stringify(json);
				const ofRequest = ofRequests.get(id) ?? { json, rows: [] };
				ofRequests.set(id, ofRequest);
				ofRequest.rows.push(row);
			} else {
				const links = per === 'item' ? items.map((item) => [item]) : [items];
				results.push(...links.map((linked) => linkedItem(json, linked)));
			}
		}
	}
	for (const { json, rows: own } of ofRequests.values())
		results.push(linkedItem(json, itemsOf(own)));
	const sent = rows.filter(({ outcome }) => isSent(outcome));
	const entries = `${figure(rejected.length)} of ${figure(sent.length)} ${called}`;
	const contacts = counted(unreported.length, 'contact');
	const hints = [
		{ sentence: runHint.rejectedEntries({ entries }), rows: rejected },
		{ sentence: runHint.contactsNotReported({ contacts }), rows: unreported },
	];
	return {
		results,
		failures: inItemOrder(failures),
		hints: hints.filter((hint) => hint.rows.length > 0),
		rows,
		called,
	};
}

/** The failures of rows, by their first input item; equal ones are grouped. */
export function failuresOf(rows: readonly Row[]): ItemFailure[] {
	const alike = new Map<Failure, Row[]>();
	for (const row of rows) {
		const { outcome } = row;
		if ('why' in outcome && outcome.why) addTo(alike, outcome.why, row);
	}
	const failures = [...alike].map(([failure, own]) => ({
		items: itemsOf(own),
		failure,
		rows: own.filter(({ outcome }) => outcome.is !== 'refused'),
	}));
	return inItemOrder(failures);
}

/** Sorts failures by their first input item; the sort is stable. */
function inItemOrder(failures: readonly ItemFailure[]): ItemFailure[] {
	const first = ({ items: [item = 0] }: ItemFailure) => item;
	return [...failures].sort((one, other) => first(one) - first(other));
}

/** The contents of batches without secrets: an item for each row or request, as chosen. */
export function previewOf(
	chosen: string,
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	callbackUrl?: string,
): Pick<RunReport, 'results' | 'hints'> {
	const { preview, limit, endpoint } = operation;
	const rows = batches.flat();
	const { signedCallback } = client;
	const requestIn = (batch: Batch): IDataObject => {
		const content = operation.request(batch, { signedCallback, callbackUrl });
		const called = batch[0].parts ? (limit.list?.key ?? limit.rows) : limit.rows;
		return {
			method: endpoint.method,
			url: client.urlOf({ ...content, endpoint }),
			body: client.redactor.inValue(content.body) as IDataObject | undefined,
			[called]: entriesOf(batch).length,
		};
	};
	// Hints have no reader in a workflow that runs by itself.
	const shown = (json: IDataObject, items: readonly number[]) =>
		linkedItem({ ...json, skipped: 'preview' }, items);
	const results =
		chosen === preview?.value
			? rows.map((row) => shown(preview.of(row), row.items))
			: batches.map((batch) => shown(requestIn(batch), itemsOf(batch)));
	const requests = counted(batches.length, 'request');
	const total = (rows.length > 0 && preview?.totalOf(rows)) || requests;
	return { results, hints: [{ sentence: runHint.preview({ total }) }] };
}

/** An output item, linked to input items. */
export function linkedItem(json: IDataObject, items: readonly number[]): INodeExecutionData {
	const links = [...new Set(items)].map((item) => ({ item }));
	return { json, pairedItem: links.length === 1 ? links[0] : links };
}

/**
 * Results and failures as output items, in the order of their input items. An item has one error, its
 * worst, since it can be sent back from the error output.
 */
export function outputOf(
	{ results, failures, rows, called }: Omit<RunReport, 'hints'>,
	isChange: boolean,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
): INodeExecutionData[] {
	const byItem = rowsByItem(rows);
	const failed = new Map<number, ItemFailure[]>();
	for (const one of failures) for (const item of one.items) addTo(failed, item, one);
	const errors = [...failed].map(([item, own]) => {
		const sorted = sentOutcomes.flatMap((is) =>
			own.filter(({ failure }) => failure.outcome === is),
		);
		const { items, failure } = [...sorted, ...own][0] as ItemFailure;
		const state = isChange ? stateOf(byItem.get(item) ?? [], failure, called) : noChange;
		// What an unclear answer holds comes out once.
		const shown = items[0] === item ? failure : { ...failure, answer: undefined };
		const ofItem = own.flatMap((one) => one.rows ?? []);
		return errorItemOf(item, shown, ofItem, input, node, state);
	});
	// The sort is stable.
	return [...results, ...errors].sort((one, other) => firstLinkOf(one) - firstLinkOf(other));
}

/** What is known of an item with an error. */
interface ItemState {
	outcome: Failure['outcome'];
	/** Sentences on it. */
	closings: string[];
	/** Those of its rows, if they differ. */
	outcomes?: Outcomes;
}

const noChange: ItemState = { outcome: 'notSent', closings: [] };

/** What is known of an item by one of its failures: others of its rows may have been sent. */
function stateOf(rows: readonly Row[], failure: Failure, called: string): ItemState {
	const outcome = outcomeOfItem(rows, failure.outcome);
	const outcomes = outcomesOf(rows, called);
	const isDivided = new Set(rows.map((row) => standing(row).is)).size > 1;
	if (outcome === failure.outcome && !isDivided)
		return { outcome, closings: closingsOfItem(failure) };
	return { outcome, closings: [`${outcomeSentence(outcomes)}.`], outcomes };
}

function firstLinkOf({ pairedItem }: INodeExecutionData): number {
	const link = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return (link as IPairedItemData | undefined)?.item ?? 0;
}

/** Whether a field of an item is the error that a node of this package adds to it. */
export function isErrorOfNode(value: unknown): value is IDataObject & { node: string } {
	return isObject(value) && typeof value.node === 'string' && typeof value.outcome === 'string';
}

/** The error item of a failure of some rows: the input item's fields, and `error`. */
export function errorItemOf(
	item: number,
	failure: Failure,
	rows: readonly Row[],
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
	{ outcome, closings, outcomes }: ItemState,
): INodeExecutionData {
	const { status: httpCode, answer } = failure;
	const ofItem = rows.filter(({ items }) => items.includes(item));
	const recipients = ofItem.flatMap(({ recipient }) => displayName(recipient) ?? []);
	const error: IDataObject = {
		...codesOf(failure),
		...wordsOf(failure, [item], closings),
		outcome,
		node: node.name,
		...(httpCode !== undefined && { httpCode }),
		...(recipients.length > 0 && { recipients }),
		...(outcomes && { outcomes }),
		...(answer && { answer }),
	};
	return errorItem(node, item, error, input[item]?.json ?? {});
}
