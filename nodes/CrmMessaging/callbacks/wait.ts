import { contactReason, entryFailure, rejection } from '../catalogue/runs';
import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { ItemFailure } from '../engine/errors';
import { formatList, type Hint } from '../engine/hints';
import { recalledRow } from '../engine/memory';
import { displayName, RecipientIndex, type Recipient } from '../engine/recipient';
import { linkedItem, outputOf, report, type RunReport } from '../engine/report';
import type { Result, Row } from '../engine/row';
import { isObject, textOf } from '../fields/values';
import { failureOfSentence } from '../service/failure';
import { contactIdentity } from '../service/fields/contact';
import type { CallbackReport } from './report';

/** A run that waits. */
export interface Wait {
	name: string;
	/** The names of the node's earlier waits in the execution. */
	ended: string[];
	/** The contacts that wait for their results, and all other rows of the run. */
	awaited: WaitingRow[];
	others: WaitingRow[];
	inputCount: number;
	/** Whether each input item gets its contacts' results, rather than the bulk job an item. */
	perItem: boolean;
	hints: Hint[];
}

/** A row as its wait keeps it. */
export type WaitingRow = Pick<Row, 'items' | 'position' | 'recipient' | 'outcome'>;

/** The key of the latest wait in the node's memory. */
const waitKey = 'crmMessagingWait';

/** The latest wait in the node's memory. */
export function waitIn({ [waitKey]: stored }: IDataObject): Wait | undefined {
	const isWait = isObject(stored) && Array.isArray(stored.awaited);
	return isWait ? (stored as unknown as Wait) : undefined;
}

export function keepWait(memory: IDataObject, wait: Wait): void {
	memory[waitKey] = wait;
}

/** A row of a wait, or its contacts if it's a purchase that waits for their results. */
export function awaitedRows(row: Row): WaitingRow[] {
	const { outcome, parts = [] } = row;
	const hasContacts = outcome.is === 'accepted' && outcome.per !== 'request' && parts.length > 0;
	if (!hasContacts) return [waitingRow(row)];
	return outcome.results.map((result, at) =>
		waitingRow({ ...(parts[at] ?? row), outcome: { ...outcome, results: [result] } }),
	);
}

export function waitingRow({ items, position, recipient, outcome }: Row): WaitingRow {
	return { items, position, recipient, outcome };
}

/** All rows of a wait. */
export function rowsOfWait({ awaited, others }: Wait): Row[] {
	return [...awaited, ...others].map(recalledRow);
}

/**
 * A wait whose contacts have the results that a callback reports.
 *
 * @param report null if no callback came
 * @returns it, and the number of contacts in the callback that weren't sent
 */
export function answeredBy(
	wait: Wait,
	report: CallbackReport | null,
): { wait: Wait; unmatched: number } {
	const { rows, unmatched } = calledBack(wait.awaited.map(recalledRow), report);
	return { wait: { ...wait, awaited: rows.map(waitingRow) }, unmatched };
}

/**
 * The output of a wait in which no contact's result is an error. n8n pairs it with the input items by
 * index, so it has one for each if each contact is an item.
 */
export function outputOfWait(
	wait: Wait,
	input: readonly INodeExecutionData[],
	node: Pick<INode, 'name' | 'onError'>,
): INodeExecutionData[] {
	const { perItem, inputCount } = wait;
	const reported = report(rowsOfWait(wait), 'contacts', () => false);
	if (!perItem) return outputOf(reported, true, input, { ...node, onError: undefined });
	const output = outputOf(oneEach(reported, inputCount), true, input, node);
	const byItem = new Map(
		output.map((one) => [(one.pairedItem as IPairedItemData).item, one.json]),
	);
	return Array.from({ length: inputCount }, (_, item) => ({
		json: byItem.get(item) ?? {},
		pairedItem: { item },
	}));
}

/** A report with one result for each input item, with `contacts` if it has several, or its error. */
export function oneEach({ results, failures, hints }: RunReport, inputCount: number): RunReport {
	const failed = new Map<number, ItemFailure>();
	for (const one of failures) {
		for (const item of one.items) if (!failed.has(item)) failed.set(item, one);
	}
	const byItem = Array.from({ length: inputCount }, (): IDataObject[] => []);
	for (const { json, pairedItem } of results) {
		for (const link of [pairedItem ?? []].flat() as IPairedItemData[]) {
			if (!failed.has(link.item)) byItem[link.item]?.push(json);
		}
	}
	return {
		results: byItem.flatMap(([only, ...more], item) => {
			if (!only) return [];
			return linkedItem(more.length > 0 ? { contacts: [only, ...more] } : only, [item]);
		}),
		failures: [...failed].map(([item, failure]) => ({ ...failure, items: [item] })),
		hints,
	};
}

/** What a callback shows of the contacts that wait for it. */
export interface CalledBack {
	rows: Row[];
	/** How many contacts it names that weren't sent. */
	unmatched: number;
}

/**
 * Gives contacts the results that a callback reports. They are matched by user ID, else email address,
 * else phone number; contradicting names don't match.
 *
 * @param rows each with one result, or with its bulk job as the result of the whole request
 * @param report null if no callback came
 */
export function calledBack(rows: readonly Row[], report: CallbackReport | null): CalledBack {
	const reported = report && !report.isUnread ? report.contacts : [];
	const [found, sent] = [indexOf(reported), new RecipientIndex()];
	for (const row of rows) sent.add(row);
	const left = reported.filter((json) => !sent.find(contactIdentity(json)));
	const unmatchedContacts = left.map(({ callback: _, ...contact }) => contact);
	// All contacts share one object, which n8n stores once.
	const callback = report && {
		...(report.isUnread ? report.body : report.rest),
		...(left.length > 0 && { unmatchedContacts }),
	};
	const unknown = { valid: null, reason: report ? report.problem : contactReason.noCallback };
	const ofWhole = (job: IDataObject): IDataObject => ({
		...(unknown.reason !== undefined && unknown),
		...job,
		callback: report?.body ?? null,
	});
	const outcomeOfRow = (row: Row): Row['outcome'] => {
		const { outcome } = row;
		if (outcome.is !== 'accepted') return outcome;
		const [result] = outcome.results;
		// A purchase without contacts has its bulk job, too.
		if (outcome.per === 'request' || !result?.json.bulk_id)
			return { ...outcome, results: [{ json: ofWhole(result?.json ?? {}) }] };
		const match = found.find(row.recipient);
		const own = contactResult(result, match?.json, unknown.reason, callback);
		return { is: own.failure?.kind === 'rejected' ? 'rejected' : 'accepted', results: [own] };
	};
	return {
		rows: rows.map((row) => ({ ...row, outcome: outcomeOfRow(row) })),
		unmatched: left.length,
	};
}

function indexOf(contacts: readonly IDataObject[]) {
	const index = new RecipientIndex<{ json: IDataObject; recipient: Recipient }>();
	for (const json of contacts) index.add({ json, recipient: contactIdentity(json) });
	return index;
}

/** A contact's result. Its keys are the columns of n8n's table, in this order. */
function contactResult(
	{ json: sent }: Result,
	match: IDataObject | undefined,
	problem: string | undefined,
	callback: IDataObject | null,
): Result {
	const none: IDataObject = { valid: null, reason: problem ?? contactReason.notNamed };
	const { bulk_id, ...names } = sent;
	const {
		valid,
		reason,
		bulk_id: _,
		callback: __,
		...fields
	} = {
		...names,
		...(match ?? none),
	};
	const json = { valid, reason, ...fields, bulk_id, callback };
	const name = displayName(contactIdentity(json));
	const contact = name === undefined ? '' : ` ${name}`;
	if (valid === false) {
		const why = reason ? `: ${textOf(reason)}` : '';
		const sentence = entryFailure.rejected({
			rejection: rejection.contact({ contact, reason: why }),
			advice: rejection.check,
		});
		return { json, failure: failureOfSentence('rejected', sentence, { outcome: 'rejected' }) };
	}
	if (valid === true || !callback) return { json };
	const keys = formatList(Object.keys(callback)) || 'none';
	const sentence = entryFailure.contactNotReported({ contact, keys });
	return { json, failure: failureOfSentence('service', sentence, { outcome: 'unknown' }) };
}
