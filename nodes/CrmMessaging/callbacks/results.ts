import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import { contactReason, entryFailure } from '../catalogue/runs';
import { formatList } from '../engine/hints';
import { storedRow, type StoredRow } from '../engine/memory';
import { displayName, type Recipient } from '../engine/recipient';
import { linkedItem, type RunReport } from '../engine/report';
import type { Result, Row } from '../engine/row';
import { textOf } from '../fields/values';
import { failureOfSentence } from '../service/failure';
import { contactIdentity } from '../service/fields/contact';
import { RecipientIndex, type CallbackReport } from './callback';

/** A row that waits, or its contacts if it's a purchase that waits for their results. */
export function awaitedRows(row: Row): StoredRow[] {
	const { outcome, parts = [] } = row;
	const hasContacts = outcome.is === 'accepted' && outcome.per !== 'request' && parts.length > 0;
	if (!hasContacts) return [storedRow(row)];
	return outcome.results.map((result, at) =>
		storedRow({ ...(parts[at] ?? row), outcome: { ...outcome, results: [result] } }),
	);
}

/**
 * Gives contacts the results that a callback reports. They are matched by user ID, else email address,
 * else phone number; contradicting names don't match. Matches of different outcomes show none.
 *
 * @param rows each with one result, or with its bulk job as the result of the whole request
 * @param report undefined if no callback came
 * @returns the rows, and how many contacts the callback names that weren't sent
 */
export function withResults(
	rows: readonly StoredRow[],
	report?: CallbackReport,
): { rows: StoredRow[]; unmatched: number } {
	const { contacts = [] } = report ?? {};
	const reported = [true, false, null].map((valid) => {
		const alike = new RecipientIndex<{ json: IDataObject; recipient: Recipient }>();
		for (const json of contacts)
			if (json.valid === valid) alike.add({ json, recipient: contactIdentity(json) });
		return alike;
	});
	const sent = new RecipientIndex();
	for (const row of rows) sent.add(row);
	const left = contacts.filter((json) => !sent.find(contactIdentity(json)));
	const unmatchedContacts = left.map(({ callback: _, ...contact }) => contact);
	// All contacts share one object, which n8n stores once.
	const callback = report && { ...report.rest, ...(left.length > 0 && { unmatchedContacts }) };
	const problem = report ? report.problem : contactReason.noCallback;
	const ofJob = (job: IDataObject): IDataObject => ({
		...(problem !== undefined && { valid: null, reason: problem }),
		...job,
		callback: report?.body ?? null,
	});
	const outcomeOf = ({ outcome, recipient }: StoredRow): Row['outcome'] => {
		if (outcome.is !== 'accepted') return outcome;
		const [{ json } = { json: {} }] = outcome.results;
		// A purchase without contacts has its bulk job, too.
		if (outcome.per === 'request' || !json.bulk_id)
			return { ...outcome, results: [{ json: ofJob(json) }] };
		const [found, ...others] = reported.flatMap((alike) => alike.find(recipient) ?? []);
		const unclear = found ? contactReason.contradictory : (problem ?? contactReason.notNamed);
		const match = others.length > 0 ? undefined : found?.json;
		const result = contactResult(json, match ?? { valid: null, reason: unclear }, callback);
		const { failure } = result;
		const failed = failure?.kind === 'rejected' ? 'rejected' : 'unknown';
		return { is: failure ? failed : 'accepted', results: [result] };
	};
	return {
		rows: rows.map((row) => ({ ...row, outcome: outcomeOf(row) })),
		unmatched: left.length,
	};
}

/** A contact's result. Its keys are the columns of n8n's table, in this order. */
function contactResult(
	{ bulk_id, ...names }: IDataObject,
	{ valid, reason, bulk_id: _, callback: __, ...fields }: IDataObject,
	callback: IDataObject | undefined,
): Result {
	const json = { valid, reason, ...names, ...fields, bulk_id, callback: callback ?? null };
	const name = displayName(contactIdentity(json));
	const contact = name === undefined ? '' : ` ${name}`;
	if (valid === false) {
		const why = reason ? `: ${textOf(reason)}` : '';
		const sentence = entryFailure.rejected({ entry: `contact${contact}`, reason: why });
		return { json, failure: failureOfSentence('rejected', sentence, { outcome: 'rejected' }) };
	}
	if (valid === true || !callback) return { json };
	const keys = formatList(Object.keys(callback)) || 'none';
	const why = textOf(reason ?? '');
	const sentence = entryFailure.contactNotReported({ contact, reason: why, keys });
	return { json, failure: failureOfSentence('service', sentence, { outcome: 'unknown' }) };
}

/**
 * A report with one result for each input item, with `contacts` if it has several, unless it failed: n8n
 * pairs the output of a wait with the input by index.
 */
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
