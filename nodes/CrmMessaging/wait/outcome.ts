import { type Sentence } from '../catalogue/sentence';
import { runHint } from '../catalogue/hints';
import { entryFailure, missingCallback, rejectedContact } from '../catalogue/runs';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { contactIdentity, joinContacts } from '../callbacks/contacts';
import { errorItemsOf, inOrderOfLinks } from '../engine/output';
import type { ItemFailure, StoppedRun } from '../engine/errors';
import type { Outcomes } from '../engine/outcomes';
import { displayName } from '../engine/recipient';
import { formatList, formatItems, hintOf } from '../engine/hints';
import { textOf } from '../fields/values';
import { type Failure, failureOfSentence } from '../service/failure';
import type { SentContact, SentRecord, SentResult } from './sentRecord';

/** What came of a request: its contacts, and the callback or why there is none. */
export interface RequestOutcome {
	contacts: SentContact[];
	callback: IDataObject | null;
	whyMissing: string;
}

/** What came of each request, by its mailbox. */
export type RequestOutcomes = ReadonlyMap<string, RequestOutcome>;

/** What came of a request that has no mailbox, since nothing of it waited when it was sent. */
const sentEarlier: RequestOutcome = {
	contacts: [],
	callback: null,
	whyMissing: missingCallback.sentEarlier,
};

/** What comes out of a run that waited. */
export interface WaitOutput {
	items: INodeExecutionData[];
	/** What a person should know although nothing failed. */
	hints: Sentence[];
	/** What ended the run, although all was called back. */
	stopped?: StoppedRun;
}

/**
 * Makes the output of a run that waited: an item for each input item with what became of its
 * contacts, or one for each bulk job with the whole callback.
 */
export function outputOf(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	return record.perItem ? perItem(record, requests) : perJob(record, requests);
}

function perJob(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	const jobs = record.results.map((result) => {
		const json = { ...result.json, ...whatCame(result, requests) };
		const { contacts, callback, whyMissing } = requestOf(result, requests);
		const { outcomes } = joinContacts(contacts, callback, json, whyMissing);
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
 * n8n links what an execution gets that it woke to its input items by their places, and takes an
 * error item's fields from there; so the item of each input item stands at its place.
 */
function perItem(record: SentRecord, requests: RequestOutcomes): WaitOutput {
	const byItem: IDataObject[][] = Array.from({ length: record.inputCount }, () => []);
	const unmatched: INodeExecutionData[] = [];
	for (const results of byRequest(record.results)) {
		const [{ json }] = results;
		const { contacts, callback, whyMissing } = requestOf(results[0], requests);
		const { outcomes, left } = joinContacts(contacts, callback, json, whyMissing);
		const named = new Set<number>();
		for (const [at, { item, others = [] }] of contacts.entries()) {
			for (const itemIndex of [item, ...others]) {
				byItem[itemIndex]?.push(outcomes[at] as IDataObject);
				named.add(itemIndex);
			}
		}
		for (const result of results) {
			// An item without a contact of its own, such as a purchase alone, gets the whole callback.
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
		const leaves = record.rejected === 'leaves';
		const [error] = errorItemsOf(failure, fields, leaves);
		if (error && !errors.has(item)) errors.set(item, error.json);
	}
	const items = byItem.map((outcomes, item) => ({
		json: itemOf(outcomes, errors.get(item)),
		pairedItem: { item },
	}));
	const hints = [...unsaidHint(byItem), ...unmatchedHint(unmatched.length)];
	const output = { items: [...items, ...unmatched], hints };
	const [first] = record.rejected === 'stops' ? failures : [];
	if (!first) return output;
	return { ...output, stopped: { first, when: 'afterCallbacks', outcomes: countedIn(byItem) } };
}

function unmatchedHint(count: number): Sentence[] {
	if (count === 0) return [];
	return [
		runHint.unmatchedCallbacks(count === 1 ? '1 callback names' : `${count} callbacks name`),
	];
}

/** Says whose result no callback reports; n8n shows it at the execution that watches. */
function unsaidHint(byItem: readonly IDataObject[][]): Sentence[] {
	const unsaid = byItem.flat().filter(isUnsaid);
	if (unsaid.length === 0) return [];
	const items = [...byItem.keys()].filter((item) => byItem[item]?.some(isUnsaid));
	return [runHint.contactsNotReported(`${contactsIn(unsaid)} (${formatItems(items)})`)];
}

/** Whether a callback came, and doesn't say what happened to a contact. */
function isUnsaid({ valid, callback }: IDataObject): boolean {
	return valid === null && callback !== null;
}

function contactsIn(unsaid: readonly IDataObject[]): string {
	const names = formatList(unsaid.flatMap((one) => nameOf(one) ?? []));
	const count = unsaid.length.toLocaleString('en');
	const isOne = unsaid.length === 1;
	const contacts = [isOne ? 'the contact' : `${count} contacts`, names].filter(Boolean);
	return contacts.join(isOne ? ' ' : ': ');
}

/** The contacts that the service rejected, and those it says nothing of, as failures of their items. */
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
	const outcomes: Outcomes = {
		called: 'contacts',
		accepted: [],
		rejected: [],
		unknown: [],
		notSent: [],
	};
	for (const [item, own] of byItem.entries()) {
		for (const contact of own) {
			const kind =
				contact.valid === false
					? 'rejected'
					: contact.valid === true
						? 'accepted'
						: 'unknown';
			outcomes[kind].push({ items: [item], recipient: nameOf(contact) });
		}
	}
	return outcomes;
}

function nameOf(contact: IDataObject): string | undefined {
	return displayName(contactIdentity(contact));
}

/** What an item says whose error does not leave by an output of its own. */
function fieldsOf([only = {}, ...others]: IDataObject[]): { json: IDataObject } {
	return { json: others.length === 0 ? only : {} };
}

/** Results by the request they came of; those of no request that is waited for stand alone. */
function byRequest(results: readonly SentResult[]): Array<[SentResult, ...SentResult[]]> {
	const groups = new Map<string | SentResult, [SentResult, ...SentResult[]]>();
	for (const result of results) {
		const group = groups.get(result.mailbox ?? result);
		if (group) group.push(result);
		else groups.set(result.mailbox ?? result, [result]);
	}
	return [...groups.values()];
}

/** What became of an input item: of its contact, of each of several, or why it failed. */
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

/** A bulk job's callback, or why there is none. */
function whatCame(result: SentResult, requests: RequestOutcomes): IDataObject {
	// Nothing of an empty row was sent.
	if (result.json.skipped) return {};
	const { callback, whyMissing } = requestOf(result, requests);
	return callback ? { callback } : { reason: whyMissing, callback };
}

function requestOf({ mailbox }: SentResult, requests: RequestOutcomes): RequestOutcome {
	return (mailbox !== undefined && requests.get(mailbox)) || sentEarlier;
}

/** The indices of ranges. */
function indices(ranges: SentResult['items']): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, at) => first + at),
	);
}
