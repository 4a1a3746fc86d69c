import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import { contactReason, entryFailure } from '../catalogue/runs';
import { storedRow, type StoredRow } from '../engine/earlierTry';
import { formatList } from '../engine/hints';
import { displayName, recipientNamed, type Recipient } from '../engine/recipient';
import { linkedItem, type RunReport } from '../engine/report';
import { itemsOf, leftOutOf, type Result, type Row } from '../engine/row';
import { textOf } from '../fields/values';
import { failureOfSentence, type Failure } from '../service/failure';
import { contactIdentity, contactNameKeys } from '../service/fields/contact';
import { RecipientIndex, type CallbackReport } from './callback';

/** The contacts of a row that waits, or it if it has none. They share its items that have no contact. */
export function awaitedRows(row: Row): StoredRow[] {
	const { items, outcome, parts: contacts = [row] } = row;
	if (outcome.is !== 'accepted' || contacts.length === 0) return [storedRow(row)];
	const [{ json: sent } = { json: {} }] = outcome.results;
	const { bulk_id = null } = row.parts ? { bulk_id: sent._id } : sent;
	const withContact = new Set(itemsOf(contacts));
	const shared = items.filter((item) => !withContact.has(item));
	return contacts.map((contact) => {
		const own = { ...storedRow(contact), items: [...contact.items, ...shared] };
		if (outcome.per === 'request') return { ...own, outcome };
		const names = Object.entries(contact.body).filter(([key]) => contactNameKeys.includes(key));
		const leftOut = leftOutOf({ ...row, parts: [contact] });
		const json = { ...Object.fromEntries(names), ...leftOut, bulk_id };
		return { ...own, outcome: { is: 'accepted', results: [{ json }] } };
	});
}

/** What is known of a contact: `valid`, `reason`, and its fields as the callback has them. */
type Known = IDataObject & { valid: boolean | null; reason: string | null };

/**
 * Gives contacts the results that a callback reports, by user ID, else email address, else phone number.
 * Matches of different outcomes show none.
 *
 * @param problem why no result is known, if so
 * @returns the rows, and how many contacts the callback names that match none of them
 */
export function withResults(
	rows: readonly StoredRow[],
	report?: CallbackReport,
	problem = report ? report.problem : contactReason.noCallback,
): { rows: StoredRow[]; unmatched: number } {
	const contacts = (report?.contacts ?? []).map((json) => {
		return { json, recipient: recipientNamed(contactIdentity(json)) };
	});
	const reported = [true, false, null].map((valid) => {
		const alike = new RecipientIndex<(typeof contacts)[number]>();
		for (const one of contacts) if (one.json.valid === valid) alike.add(one);
		return alike;
	});
	const sent = new RecipientIndex();
	for (const row of rows) sent.add(row);
	const left = contacts.filter(({ recipient }) => !sent.find(recipient));
	const unmatchedContacts = left.map(({ json: { callback: _, ...contact } }) => contact);
	const more = left.length > 0 ? { unmatchedContacts } : {};
	// All contacts share one object, which n8n stores once.
	const callback = report ? { ...report.rest, ...more } : null;
	const whole = report ? { ...report.body, ...more } : null;
	const ofAll = problem === undefined ? undefined : { valid: null, reason: problem };
	const knownOf = (recipient: Recipient): Known | undefined => {
		const [found, ...others] = reported.flatMap((alike) => alike.find(recipient) ?? []);
		if (others.length > 0) return { valid: null, reason: contactReason.contradictory };
		if (found) return found.json as Known;
		const isContact = !isPurchase(recipient);
		return ofAll ?? (isContact ? { valid: null, reason: contactReason.notNamed } : undefined);
	};
	const outcomeOf = ({ outcome, recipient }: StoredRow): Row['outcome'] => {
		if (outcome.is !== 'accepted') return outcome;
		const { per } = outcome;
		const [{ json } = { json: {} }] = outcome.results;
		const known = knownOf(recipient);
		const result: Result = {
			json:
				known && !per
					? contactJson(json, known, callback)
					: { ...json, ...ofAll, callback: whole },
			failure: known && callback ? failureOfContact(known, recipient, callback) : undefined,
		};
		const { failure } = result;
		if (!failure || per === 'request') return { is: 'accepted', results: [result], per };
		return { is: failure.kind === 'rejected' ? 'rejected' : 'unknown', results: [result] };
	};
	return {
		rows: rows.map((row) => ({ ...row, outcome: outcomeOf(row) })),
		unmatched: left.length,
	};
}

/** Whether it's that of a purchase without contacts. */
function isPurchase(recipient: Recipient): boolean {
	return 'transaction_code' in recipient;
}

/** A contact as it was sent and is reported. Its keys are the columns of n8n's table, in this order. */
function contactJson(
	{ bulk_id, ...sent }: IDataObject,
	{ valid, reason, bulk_id: _, callback: __, ...fields }: Known,
	callback: IDataObject | null,
): IDataObject {
	// A callback has null for what it doesn't know.
	const reported = Object.entries(fields).filter(([, one]) => one !== null);
	const outcome = { valid, reason };
	return { ...outcome, ...sent, ...Object.fromEntries(reported), ...outcome, bulk_id, callback };
}

function failureOfContact(
	{ valid, reason }: Known,
	recipient: Recipient,
	callback: IDataObject,
): Failure | undefined {
	const name = displayName(recipient) ?? '';
	const entry = `${isPurchase(recipient) ? 'purchase' : 'contact'} ${name}`.trim();
	if (valid === true) return undefined;
	if (valid === false) {
		const why = reason ? `: ${textOf(reason)}` : '';
		const sentence = entryFailure.rejected({ entry, reason: why });
		return failureOfSentence('rejected', sentence, { outcome: 'rejected' });
	}
	const keys = formatList(Object.keys(callback)) || 'none';
	const why = textOf(reason ?? '');
	const sentence = entryFailure.contactNotReported({ entry, reason: why, keys });
	return failureOfSentence('service', sentence, { outcome: 'unknown' });
}

/** A report with one result an item, or its `contacts`: n8n pairs the output of a wait by index. */
export function oneEach(report: RunReport, inputCount: number): RunReport {
	const failed = new Set(report.failures.flatMap(({ items }) => items));
	const byItem = Array.from({ length: inputCount }, (): IDataObject[] => []);
	for (const { json, pairedItem } of report.results) {
		for (const { item } of [pairedItem ?? []].flat() as IPairedItemData[])
			byItem[item]?.push(json);
	}
	const results = byItem.flatMap((contacts, item) => {
		if (failed.has(item)) return [];
		const [only = {}, ...more] = contacts;
		return linkedItem(more.length > 0 ? { contacts } : only, [item]);
	});
	return { ...report, results };
}
