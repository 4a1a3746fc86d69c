import { contactReason, entryFailure, rejection, runHint } from '../catalogue/runs';
import { counted } from '../catalogue/sentence';
import type { IDataObject } from 'n8n-workflow';
import { formatItems, formatList } from '../engine/hints';
import { settle } from '../engine/send/outcomes';
import { displayName, RecipientIndex, type Recipient } from '../engine/recipient';
import { Call, Row } from '../engine/row';
import { textOf } from '../fields/values';
import { failureOfSentence } from '../service/failure';
import { contactIdentity, type CallbackReport } from './report';

/** A run that waits, as sent. Its output is made of this and the callback. */
export interface SentRecord {
	/** Whether the output has an item for each input item, rather than for the bulk job. */
	perItem: boolean;
	inputCount: number;
	/** The service's answer. */
	job: IDataObject;
	/** The input items of the request. */
	items: readonly number[];
	/** The contacts of the request: their input items, and their identifiers. */
	contacts: Array<{ items: readonly number[]; said: IDataObject }>;
	/** The output for other input items, such as their errors. */
	others: Array<{ items: readonly number[]; json: IDataObject }>;
}

/**
 * The output after a wait. It has an item for each input item, in their order. Or it has an item for the bulk job.
 *
 * @param report null if no callback came
 */
export function waitedOutput(
	{ perItem, inputCount, job, items, contacts, others }: SentRecord,
	report: CallbackReport | null,
): IDataObject[] {
	const reason = report ? report.problem : contactReason.noCallback;
	const unknown = reason !== undefined && { valid: null, reason };
	const whole = { ...unknown, ...job, callback: report?.body ?? null };
	if (!perItem) return [whole, ...others.map(({ json }) => json)];
	const outcomes = joinContacts(contacts, report, job);
	const byItem: IDataObject[][] = Array.from({ length: inputCount }, () => []);
	for (const [at, contact] of contacts.entries()) {
		for (const item of contact.items) byItem[item]?.push(resultFirst(outcomes[at] ?? {}));
	}
	// An item without a contact of its own, such as a lone purchase, gets the whole callback.
	for (const item of items) if (byItem[item]?.length === 0) byItem[item].push(whole);
	for (const other of others) for (const item of other.items) byItem[item] = [other.json];
	const output = byItem.map(([only = {}, ...more]) =>
		more.length > 0 ? { contacts: [only, ...more] } : only,
	);
	return output;
}

/**
 * Matches reported contacts to sent ones by user ID, else email address, else phone number.
 * Contradicting names don't match.
 *
 * @param report null if no callback came
 * @param job the bulk job, as it was answered
 * @returns the result of each contact in order, whose `callback` has the reported contacts that weren't sent
 */
export function joinContacts(
	contacts: ReadonlyArray<{ said: IDataObject }>,
	report: CallbackReport | null,
	job: IDataObject,
): IDataObject[] {
	const bulk = { bulk_id: job._id };
	const { problem = contactReason.notNamed, isUnread, body } = report ?? {};
	const missing = { valid: null, reason: report ? problem : contactReason.noCallback };
	const reported = report && !isUnread ? report.contacts : [];
	const [found, sent] = [indexOf(reported), indexOf(contacts.map(({ said }) => said))];
	const left = reported.filter((json) => !sent.find(contactIdentity(json)));
	const unmatched = left.map(({ callback: _, ...contact }) => contact);
	// All contacts share one object, which n8n stores once.
	const callback = report && {
		...(isUnread ? body : report.rest),
		...(unmatched.length > 0 && { unmatchedContacts: unmatched }),
	};
	return contacts.map(({ said }) => {
		const match = found.find(contactIdentity(said));
		if (!match) return { ...bulk, ...missing, ...said, callback };
		return { ...bulk, ...said, ...match.json, ...bulk, callback };
	});
}

function indexOf(contacts: readonly IDataObject[]) {
	const index = new RecipientIndex<{ json: IDataObject; recipient: Recipient }>();
	for (const json of contacts) index.add({ json, recipient: contactIdentity(json) });
	return index;
}

/** The keys of each result are the columns of n8n's table, in this order. */
function resultFirst({ valid, reason, bulk_id, callback, ...contact }: IDataObject): IDataObject {
	return { valid, reason, ...contact, bulk_id, callback };
}

/** The input items of an item of that output. */
export function linksOf(record: SentRecord, index: number): readonly number[] {
	const { perItem, items, others } = record;
	if (perItem) return [index];
	return index === 0 ? items : (others[index - 1]?.items ?? []);
}

/**
 * That output as a call, so that its errors and hints are made as those of any answer. A row is an
 * item with contacts.
 *
 * @param fails whether a contact that the callback doesn't report is an error
 */
export function waitedCall(
	record: SentRecord,
	output: readonly IDataObject[],
	fails: boolean,
): Call {
	const rows: Row[] = [];
	const unreported = new Map<Row, IDataObject>();
	const isOther = new Set(record.others.flatMap(({ items }) => items));
	const shared = output.flatMap((json, index) => {
		const contacts = contactsIn(json);
		const [first = {}] = contacts;
		const isRow = record.perItem && first.valid !== undefined && !isOther.has(index);
		if (!isRow) return { json, items: linksOf(record, index) };
		const rejected = contacts.find(({ valid }) => valid === false);
		const unclear = contacts.find(({ valid }) => valid === null);
		const row = new Row(index, 0, {}, {}, contactIdentity(rejected ?? unclear ?? first));
		if (rejected) row.give(json, { rejected: contactRejection(rejected) });
		else row.give(json, unclear && { unclear: true });
		if (!rejected && unclear?.callback) unreported.set(row, unclear);
		rows.push(row);
		return [];
	});
	const call = new Call({}, rows);
	settle(call);
	call.shared = shared;
	if (!fails && unreported.size > 0) {
		const names = formatList([...unreported.values()].map((one) => nameOf(one).trim()));
		const count = counted(unreported.size, 'contact');
		const items = formatItems([...unreported.keys()].map(({ item }) => item));
		call.hints = [runHint.contactsNotReported({ contacts: `${count}: ${names} (${items})` })];
	}
	for (const [row, contact] of fails ? unreported : []) {
		const keys = formatList(Object.keys(contact.callback as IDataObject));
		const sentence = entryFailure.contactNotReported({
			contact: nameOf(contact),
			keys: keys || 'none',
		});
		row.failure = failureOfSentence('service', sentence, { outcomeUnknown: true });
		row.outputs = [];
	}
	return call;
}

/** The contacts of an item, which may have one. */
export function contactsIn(json: IDataObject): IDataObject[] {
	const { valid, contacts } = json;
	return valid === undefined && Array.isArray(contacts) ? (contacts as IDataObject[]) : [json];
}

function contactRejection(contact: IDataObject): string {
	const reason = contact.reason ? `: ${textOf(contact.reason)}` : '';
	return rejection.contact({ contact: nameOf(contact), reason });
}

function nameOf(contact: IDataObject): string {
	const name = displayName(contactIdentity(contact));
	return name === undefined ? '' : ` ${name}`;
}
