import { runHint } from '../catalogue/runs';
import { counted, figure, type Sentence } from '../catalogue/sentence';
import { addTo, isObject } from '../fields/values';
import type { Failure } from '../service/failure';
import { codesOf, wordsOf, type ItemFailure } from './errors';
import { namesOfRows } from './hints';
import { closingsOfItem } from './outcomes';
import { displayName } from './recipient';
import { idOf, itemsOf, type Result, type Row } from './row';
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { errorItem } from '../n8n/errors';

/** The results of a run. */
export interface RunReport {
	results: INodeExecutionData[];
	failures: ItemFailure[];
	hints: Sentence[];
}

/**
 * Sorts the outcomes of rows into output, item errors and hints.
 *
 * @param called the rows' name, for example `contacts`
 * @param failsOnRejected whether a rejected result of these items is their error
 */
export function report(
	rows: readonly Row[],
	called: string,
	failsOnRejected: (items: readonly number[]) => boolean,
): RunReport {
	const results: INodeExecutionData[] = [];
	const failures: ItemFailure[] = [];
	const ofRequests = new Map<string, { json: IDataObject; rows: Row[] }>();
	const rejected: Row[] = [];
	const unreported: Row[] = [];
	const put = ({ json, failure }: Result, items: readonly number[], row: Row): void => {
		if (failure && failsOnRejected(items)) {
			failures.push({ items, failure, rows: [row] });
			return;
		}
		results.push(linkedItem(json, items));
		if (failure) (failure.outcome === 'rejected' ? rejected : unreported).push(row);
	};
	for (const row of rows) {
		const { outcome, items } = row;
		if (outcome.is === 'skipped' && outcome.json) results.push(linkedItem(outcome.json, items));
		if (outcome.is !== 'accepted' && outcome.is !== 'rejected') continue;
		const per = outcome.is === 'accepted' ? outcome.per : undefined;
		const links = per === 'item' ? items.map((item) => [item]) : [items];
		for (const result of outcome.results) {
			if (per !== 'request') {
				for (const linked of links) put(result, linked, row);
				continue;
			}
			const { json } = result;
			const id = idOf(row) ?? JSON.stringify(json);
			const ofRequest = ofRequests.get(id) ?? { json, rows: [] };
			ofRequests.set(id, ofRequest);
			ofRequest.rows.push(row);
		}
	}
	for (const { json, rows: own } of ofRequests.values())
		results.push(linkedItem(json, itemsOf(own)));
	failures.push(...failuresOf(rows));
	const entries = (some: readonly Row[]) =>
		`${figure(some.length)} of ${figure(rows.length)} ${called}${namesOfRows(some)}`;
	const hints: Sentence[] = [];
	if (rejected.length > 0) hints.push(runHint.rejectedEntries({ entries: entries(rejected) }));
	if (unreported.length > 0) {
		const contacts = counted(unreported.length, 'contact') + namesOfRows(unreported);
		hints.push(runHint.contactsNotReported({ contacts }));
	}
	return { results, failures: inItemOrder(failures), hints };
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

/** An output item, linked to input items. */
export function linkedItem(json: IDataObject, items: readonly number[]): INodeExecutionData {
	const links = [...new Set(items)].map((item) => ({ item }));
	return { json, pairedItem: links.length === 1 ? links[0] : links };
}

/**
 * The results and failures of a run as output items, each linked to its input items, in their
 * order.
 *
 * @param isChange whether the run sends anything
 * @param input the input items
 */
export function outputOf(
	{ results, failures }: Pick<RunReport, 'results' | 'failures'>,
	isChange: boolean,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
): INodeExecutionData[] {
	const failed = failures.flatMap((one) => {
		const closings = isChange ? closingsOfItem(one.failure) : [];
		return errorItemsOf(one, input, node, closings);
	});
	// The sort is stable.
	return [...results, ...failed].sort((one, other) => firstLinkOf(one) - firstLinkOf(other));
}

/** The first input item that an output item is linked to. */
function firstLinkOf({ pairedItem }: INodeExecutionData): number {
	const link = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return (link as IPairedItemData | undefined)?.item ?? 0;
}

/** Whether a field of an item is the error that a node of this package adds to it. */
export function isErrorOfNode(value: unknown): value is IDataObject & { node: string } {
	return isObject(value) && typeof value.node === 'string' && typeof value.outcome === 'string';
}

/**
 * Converts a failure to error items, one for each input item. Each has the item's own fields, and
 * `error`: its code, what happened, what to do, the node and the outcome.
 *
 * @param input the input items
 * @param closings sentences on the outcome
 */
export function errorItemsOf(
	{ items, failure, rows = [] }: ItemFailure,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
	closings: string[],
): INodeExecutionData[] {
	return items.map((item, at) => {
		const ofItem = rows.filter((row) => row.items.includes(item));
		const error: IDataObject = {
			...codesOf(failure),
			...wordsOf(failure, [item], closings),
			outcome: failure.outcome,
			node: node.name,
		};
		if (failure.status !== undefined) error.httpCode = failure.status;
		const recipients = ofItem.flatMap(({ recipient }) => displayName(recipient) ?? []);
		if (recipients.length > 0) error.recipients = recipients;
		// What an unclear answer holds comes out once.
		if (failure.answer && at === 0) error.answer = failure.answer;
		return errorItem(node, item, error, input[item]?.json ?? {});
	});
}
