import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { contactsIn } from '../callback/output';
import { recipientOfContact } from '../callback/contactRecipient';
import { errorItemsOf } from '../run/errorItems';
import type { ItemFailure, StoppedRun } from '../run/itemFailure';
import type { Outcomes } from '../run/outcomes';
import { inOrderOfLinks } from '../run/results';
import { isSameRecipient, shownRecipient, type Recipient } from '../run/recipient';
import { textOf } from '../transport/answer';
import type { SentContact, SentRecord, SentResult } from './sentRecord';

/** What the service called back, by request. */
export type Callbacks = ReadonlyMap<string, IDataObject>;

/** Why there is no callback for what is not sent again. */
const sentEarlier =
	'It was sent before this execution was retried, so its callback went to the execution that failed.';

/** What comes out of a run that waited. */
export interface WaitOutput {
	items: INodeExecutionData[];
	/** What a person should know although nothing failed. */
	hints: string[];
	/** What ended the run, although all was called back. */
	stopped?: StoppedRun;
}

/**
 * Makes the output of a run that waited: an item for each input item with what became of its
 * contacts, or one for each bulk job with the whole callback.
 *
 * @param whyMissing says why a callback that is not there did not come
 */
export function outputOf(record: SentRecord, callbacks: Callbacks, whyMissing: string): WaitOutput {
	return record.perItem
		? perItem(record, callbacks, whyMissing)
		: perJob(record, callbacks, whyMissing);
}

function perJob(
	{ results, errors }: SentRecord,
	callbacks: Callbacks,
	whyMissing: string,
): WaitOutput {
	const jobs = results.map((result) => ({
		json: { ...result.json, ...whatCame(result, callbacks, whyMissing) },
		pairedItem: indices(result.items).map((item) => ({ item })),
	}));
	const failed = errors.map(({ item, json }) => ({ json, pairedItem: { item } }));
	return { items: inOrderOfLinks([...jobs, ...failed]), hints: [] };
}

/**
 * n8n links what an execution gets that it woke to its input items by their places, and takes an
 * error item's fields from there; so the item of each input item stands at its place.
 */
function perItem(record: SentRecord, callbacks: Callbacks, whyMissing: string): WaitOutput {
	const byItem: IDataObject[][] = Array.from({ length: record.inputCount }, () => []);
	const unmatched: INodeExecutionData[] = [];
	for (const results of byRequest(record.results)) {
		const [{ request, json }] = results;
		const text = request && record.contacts[request];
		const contacts = text ? (JSON.parse(text) as SentContact[]) : [];
		const callback = callbackOf(results[0], callbacks);
		const { outcomes, left } = joinContacts(contacts, callback, json, whyMissing);
		const named = new Set<number>();
		for (const [at, { item, others = [] }] of contacts.entries()) {
			for (const one of [item, ...others]) {
				byItem[one]?.push(outcomes[at] as IDataObject);
				named.add(one);
			}
		}
		for (const result of results) {
			// An item without a contact of its own, such as a purchase alone, gets the whole callback.
			const others = indices(result.items).filter((item) => !named.has(item));
			for (const item of others)
				byItem[item]?.push({ ...result.json, ...whatCame(result, callbacks, whyMissing) });
		}
		if (left.length > 0) unmatched.push(unmatchedItem(results, left));
	}
	const errors = new Map(record.errors.map(({ item, json }) => [item, json]));
	const failures = record.rejected === 'stays' ? [] : rejectionsIn(byItem);
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
	const count = unmatched.length;
	const hint = `${count} callback${count === 1 ? ' names contacts that are' : 's name contacts that are'} none of those sent; see the last items of the output.`;
	const output = { items: [...items, ...unmatched], hints: count > 0 ? [hint] : [] };
	const [first] = record.rejected === 'stops' ? failures : [];
	if (!first) return output;
	return { ...output, stopped: { first, when: 'afterAll', outcomes: countedIn(byItem) } };
}

/** The contacts that the service rejected, as failures of their items. */
function rejectionsIn(byItem: readonly IDataObject[][]): ItemFailure[] {
	return byItem.flatMap((outcomes, item) => {
		const rejected = outcomes.filter(({ valid }) => valid === false);
		const [first] = rejected;
		if (!first) return [];
		const reason = first.reason ? `: ${textOf(first.reason)}` : '';
		const name = nameOf(first);
		const message = `The service rejected the contact${name ? ` ${name}` : ''}${reason}`;
		const units = rejected.map((one) => ({ items: [item], recipient: nameOf(one) }));
		return [
			{ items: [item], failure: { kind: 'rejected' as const, message, advice: '' }, units },
		];
	});
}

function countedIn(byItem: readonly IDataObject[][]): Outcomes {
	const outcomes: Outcomes = {
		called: 'contacts',
		...{ accepted: [], rejected: [], unknown: [], notSent: [] },
	};
	for (const [item, own] of byItem.entries()) {
		for (const one of own) {
			const kind =
				one.valid === false ? 'rejected' : one.valid === true ? 'accepted' : 'unknown';
			outcomes[kind].push({ items: [item], recipient: nameOf(one) });
		}
	}
	return outcomes;
}

function nameOf(contact: IDataObject): string | undefined {
	return shownRecipient(recipientOfContact(contact));
}

/** What an item says whose error does not leave by an output of its own. */
function fieldsOf([only = {}, ...others]: IDataObject[]): { json: IDataObject } {
	return { json: others.length === 0 ? only : {} };
}

/** Results by the request they came of; those of no request that is waited for stand alone. */
function byRequest(results: readonly SentResult[]): Array<[SentResult, ...SentResult[]]> {
	const groups = new Map<string | SentResult, [SentResult, ...SentResult[]]>();
	for (const result of results) {
		const group = groups.get(result.request ?? result);
		if (group) group.push(result);
		else groups.set(result.request ?? result, [result]);
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

/** What a callback says of each contact that was sent, and what it says of others. */
export interface JoinedContacts {
	/** One for each contact, in the order of the contacts. */
	outcomes: IDataObject[];
	/** Contacts of the callback that are none of those sent. */
	left: IDataObject[];
}

/**
 * Joins what a callback says of contacts to those that were sent: by user id, else e-mail address,
 * else phone number. What contradicts is not joined.
 *
 * @param callback null where none came
 * @param job the bulk job, as it was answered
 * @param whyMissing says why no callback came
 */
export function joinContacts(
	contacts: readonly SentContact[],
	callback: IDataObject | null,
	job: IDataObject,
	whyMissing: string,
): JoinedContacts {
	const bulk = { bulk_id: job._id };
	if (!callback) {
		const none = { ...bulk, valid: null, reason: whyMissing };
		return { outcomes: contacts.map(({ said }) => ({ ...none, ...said, callback })), left: [] };
	}
	const told = contactsIn(callback).map((said) => new Told(said));
	const byName = indexOf(told);
	const { valid_contacts: _, failed_contacts: __, ...summary } = callback;
	const ofAll = told.length === 0 ? saidOfAll(summary, contacts.length) : undefined;
	const outcomes = contacts.map(({ said }) => {
		const recipient = recipientOfContact(said);
		const found = namesOf(recipient).flatMap((name) => byName.get(name) ?? []);
		const same = found.filter((one) => isSameRecipient(recipient, one.recipient));
		const one = same.find(({ isJoined }) => !isJoined) ?? same[0];
		if (one) {
			one.isJoined = true;
			const { callback: own, ...rest } = one.said;
			return { ...bulk, ...said, ...rest, ...bulk, callback: own ?? summary };
		}
		return { ...bulk, ...(ofAll ?? unnamed), ...said, callback: summary };
	});
	const left = told.filter(({ isJoined }) => !isJoined).map(({ said }) => said);
	return { outcomes, left };
}

const unnamed = { valid: null, reason: 'The callback does not name this contact.' };

/** What the counts say of every contact, where they agree; a callback may name none. */
function saidOfAll(
	{ contacts_valid_count: valid, contacts_failed_count: failed }: IDataObject,
	contacts: number,
): IDataObject | undefined {
	const isAll = (given: unknown) => typeof given === 'number' && given >= contacts;
	if (failed === 0 && (valid === undefined || isAll(valid))) return { valid: true };
	if (valid !== 0 || !isAll(failed)) return undefined;
	return { valid: false, reason: 'The callback does not say why.' };
}

/** A contact that a callback names. */
class Told {
	readonly recipient: Recipient;
	isJoined = false;

	constructor(readonly said: IDataObject) {
		this.recipient = recipientOfContact(said);
	}
}

function indexOf(told: readonly Told[]): Map<string, Told[]> {
	const byName = new Map<string, Told[]>();
	for (const one of told) {
		for (const name of namesOf(one.recipient)) {
			const same = byName.get(name);
			if (same) same.push(one);
			else byName.set(name, [one]);
		}
	}
	return byName;
}

function namesOf(recipient: Recipient): string[] {
	return recipient.map(([type, name]) => `${type} ${name}`);
}

/** A bulk job's callback, or why there is none. */
function whatCame(result: SentResult, callbacks: Callbacks, whyMissing: string): IDataObject {
	const callback = callbackOf(result, callbacks);
	if (callback) return { callback };
	return { reason: result.request === undefined ? sentEarlier : whyMissing, callback };
}

function callbackOf({ request }: SentResult, callbacks: Callbacks): IDataObject | null {
	return (request !== undefined && callbacks.get(request)) || null;
}

/** The indices of ranges. */
function indices(ranges: SentResult['items']): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, at) => first + at),
	);
}
