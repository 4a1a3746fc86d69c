import { counted, type Sentence } from '../catalogue/sentence';
import { runHint, entryFailure, missingCallback, rejectedContact } from '../catalogue/runs';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { contactIdentity, contactNameKeys } from '../callbacks/contacts';
import { joinContacts } from '../callbacks/join';
import { readCallback } from '../callbacks/report';
import { errorItemsOf, inOrderOfLinks } from '../engine/report';
import type { ItemFailure, StoppedRun } from '../engine/errors';
import { outcomesOf, type Outcomes } from '../engine/outcomes';
import { displayName } from '../engine/recipient';
import { formatList, formatItems, hintOf } from '../engine/hints';
import { textOf } from '../fields/values';
import { type Failure, failureOfSentence } from '../service/failure';

/** A request's contacts, and its callback or the reason why there is none. */
export interface RequestOutcome {
	contacts: SentContact[];
	callback: IDataObject | null;
	whyMissing: string;
}

/** By mailbox. */
export type RequestOutcomes = ReadonlyMap<string, RequestOutcome>;

/** The result of a request without a mailbox, which was sent when nothing waited for it. */
const sentEarlier: RequestOutcome = {
	contacts: [],
	callback: null,
	whyMissing: missingCallback.sentEarlier,
};

export interface WaitOutput {
	items: INodeExecutionData[];
	hints: Sentence[];
	/** A failure that ended the run although all callbacks came. */
	stopped?: StoppedRun;
}

/**
 * An item for each input item, with its contacts' results; or for each bulk job, with its callback.
 */
export function outputOf(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	return record.perItem ? perItem(record, requests) : perJob(record, requests);
}

function perJob(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	const jobs = record.results.map((result) => {
		const json = { ...result.json, ...whatCame(result, requests) };
		const { contacts, callback, whyMissing } = requestOf(result, requests);
		const { outcomes } = joinContacts(
			contacts,
			callback && readCallback(callback),
			json,
			whyMissing,
		);
		const unsaid = outcomes.filter(isUnsaid);
		const pairedItem = indices(result.items).map((item) => ({ item }));
		if (unsaid.length === 0) return { json, pairedItem };
		return {
			json: {
				...json,
				reason: hintOf(runHint.contactsNotReported(contactsIn(unsaid))).message,
			},
			pairedItem,
		};
	});
	const failed = record.errors.map(({ item, json }) => ({ json, pairedItem: { item } }));
	return { items: inOrderOfLinks([...jobs, ...failed]), hints: [] };
}

/**
 * n8n links a woken execution's output, and an error item's fields, by index. So each input item's
 * result must be at its own index.
 */
function perItem(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	const byItem: IDataObject[][] = Array.from({ length: record.inputCount }, () => []);
	const unmatched: INodeExecutionData[] = [];
	for (const results of byRequest(record.results)) {
		const [{ json }] = results;
		const { contacts, callback, whyMissing } = requestOf(results[0], requests);
		const { outcomes, left } = joinContacts(
			contacts,
			callback && readCallback(callback),
			json,
			whyMissing,
		);
		const named = new Set<number>();
		for (const [at, contact] of contacts.entries()) {
			for (const item of contact.items) {
				byItem[item]?.push(outcomes[at] as IDataObject);
				named.add(item);
			}
		}
		for (const result of results) {
			// An item without its own contact, such as a lone purchase, gets the whole callback.
			const others = indices(result.items).filter((item) => !named.has(item));
			for (const item of others)
				byItem[item]?.push({ ...result.json, ...whatCame(result, requests) });
		}
		if (left.length > 0) unmatched.push(unmatchedItem(results, left));
	}
	const errors = new Map(record.errors.map(({ item, json }) => [item, json]));
	const failures = record.rejected === 'stays' ? [] : failuresIn(byItem);
	const fields = byItem.map(fieldsOf);
	for (const failure of failures) {
		const [item = 0] = failure.items;
		const onError = record.rejected === 'leaves' ? 'continueErrorOutput' : undefined;
		const [error] = errorItemsOf(failure, fields, { name: '', onError });
		if (error && !errors.has(item)) errors.set(item, error.json);
	}
	const items = byItem.map((outcomes, item) => ({
		json: itemOf(outcomes, errors.get(item)),
		pairedItem: { item },
	}));
	const hints = unsaidHint(byItem);
	const count = unmatched.length;
	if (count > 0) hints.push(runHint.unmatchedCallbacks(counted(count, 'callback')));
	const output = { items: [...items, ...unmatched], hints };
	const [first] = record.rejected === 'stops' ? failures : [];
	if (!first) return output;
	return { ...output, stopped: { first, when: 'afterCallbacks', outcomes: countedIn(byItem) } };
}

function unsaidHint(byItem: readonly IDataObject[][]): Sentence[] {
	const unsaid = byItem.flat().filter(isUnsaid);
	if (unsaid.length === 0) return [];
	const items = [...byItem.keys()].filter((item) => byItem[item]?.some(isUnsaid));
	return [runHint.contactsNotReported(`${contactsIn(unsaid)} (${formatItems(items)})`)];
}

/** Whether a callback came without a contact's result. */
function isUnsaid({ valid, callback }: IDataObject): boolean {
	return valid === null && callback !== null;
}

function contactsIn(unsaid: readonly IDataObject[]): string {
	const names = formatList(unsaid.flatMap((one) => nameOf(one) ?? []));
	const isOne = unsaid.length === 1;
	const count = isOne ? 'the contact' : counted(unsaid.length, 'contact');
	const contacts = [count, names].filter(Boolean);
	return contacts.join(isOne ? ' ' : ': ');
}

function failuresIn(byItem: readonly IDataObject[][]): ItemFailure[] {
	return byItem.flatMap((outcomes, item) => {
		const rejected = outcomes.filter(({ valid }) => valid === false);
		const failed = rejected.length > 0 ? rejected : outcomes.filter(isUnsaid);
		if (failed.length === 0) return [];
		const failure = rejected.length > 0 ? rejectionOf(rejected) : unsaidFailure(failed);
		const rows = failed.map((one) => ({ items: [item], recipient: nameOf(one) }));
		return [{ items: [item], failure, rows }];
	});
}

function rejectionOf([first = {}]: readonly IDataObject[]): Failure {
	const reason = first.reason ? `: ${textOf(first.reason)}` : '';
	const name = nameOf(first);
	const text = rejectedContact(name ? ` ${name}` : '', reason);
	return failureOfSentence('rejected', entryFailure.rejected(text, ''));
}

function unsaidFailure(unsaid: readonly IDataObject[]): Failure {
	const [{ callback } = {}] = unsaid;
	const keys = Object.keys((callback ?? {}) as IDataObject);
	const sentence = entryFailure.contactNotReported(contactsIn(unsaid), formatList(keys));
	return failureOfSentence('outcomeUnknown', sentence, { outcomeUnknown: true });
}

function countedIn(byItem: readonly IDataObject[][]): Outcomes {
	const outcomes = outcomesOf([], 'contacts');
	for (const [item, own] of byItem.entries()) {
		for (const contact of own) {
			const verdict = contact.valid === false ? 'rejected' : 'accepted';
			const outcome = typeof contact.valid === 'boolean' ? verdict : 'unknown';
			outcomes[outcome].push({ items: [item], recipient: nameOf(contact) });
		}
	}
	return outcomes;
}

function nameOf(contact: IDataObject): string | undefined {
	return displayName(contactIdentity(contact));
}

/** The item of an error that has no output of its own. */
function fieldsOf([only = {}, ...others]: IDataObject[]): { json: IDataObject } {
	return { json: others.length === 0 ? only : {} };
}

/** Results by request; those of requests without a mailbox are separate. */
function byRequest(results: readonly SentResult[]): Array<[SentResult, ...SentResult[]]> {
	const groups = new Map<string | SentResult, [SentResult, ...SentResult[]]>();
	for (const result of results) {
		const group = groups.get(result.mailbox ?? result);
		if (group) group.push(result);
		else groups.set(result.mailbox ?? result, [result]);
	}
	return [...groups.values()];
}

/** An input item's result: its contact's, those of several, or its error. */
function itemOf(outcomes: IDataObject[], error: IDataObject | undefined): IDataObject {
	const [only = {}, ...others] = outcomes;
	if (!error) return others.length === 0 ? only : { contacts: outcomes };
	if (outcomes.length === 0) return error;
	return { ...error, details: { contacts: outcomes } };
}

function unmatchedItem(
	results: readonly [SentResult, ...SentResult[]],
	left: IDataObject[],
): INodeExecutionData {
	const items = results.flatMap((result) => indices(result.items));
	return {
		json: { bulk_id: results[0].json._id, unmatchedContacts: left },
		pairedItem: items.map((item) => ({ item })),
	};
}

/** A bulk job's callback, or the reason why there is none. */
function whatCame(result: SentResult, requests: RequestOutcomes): IDataObject {
	// Nothing was sent for an empty row.
	if (result.json.skipped) return {};
	const { callback, whyMissing } = requestOf(result, requests);
	return callback ? { callback } : { reason: whyMissing, callback };
}

function requestOf({ mailbox }: SentResult, requests: RequestOutcomes): RequestOutcome {
	return (mailbox !== undefined && requests.get(mailbox)) || sentEarlier;
}

function indices(ranges: SentResult['items']): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, at) => first + at),
	);
}

/** A sent contact: its input items, and its identifiers. */
export interface SentContact {
	items: readonly number[];
	said: IDataObject;
}

export interface SentResult {
	json: IDataObject;
	/** Its input items, as ranges of indexes: there may be very many. */
	items: Array<[first: number, last: number]>;
	mailbox?: string;
}

/** Everything a waiting run has sent: its output is made from this and the callbacks. */
export interface SentRecord {
	/** Whether the output has an item for each input item, rather than for each bulk job. */
	perItem: boolean;
	/**
	 * Whether a rejected contact's item stays, fails, leaves by the error output, or stops the run.
	 */
	rejected: 'stays' | 'fails' | 'leaves' | 'stops';
	inputCount: number;
	results: SentResult[];
	/** One for each input item. */
	errors: Array<{ item: number; json: IDataObject }>;
}

export function identifiersOf(contact: IDataObject): IDataObject {
	const identifiers: IDataObject = {};
	for (const key of contactNameKeys)
		if (contact[key] !== undefined) identifiers[key] = contact[key];
	return identifiers;
}

/** Sorted indexes as ranges. */
export function rangesOf(items: readonly number[]): SentResult['items'] {
	const ranges: SentResult['items'] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && item === last[1] + 1) last[1] = item;
		else ranges.push([item, item]);
	}
	return ranges;
}
