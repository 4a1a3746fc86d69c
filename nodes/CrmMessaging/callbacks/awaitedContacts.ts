import { contactReason, entryFailure, rejection } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { formatList } from '../engine/hints';
import { displayName, RecipientIndex, recipientNamed, type Recipient } from '../engine/recipient';
import type { Result, Row } from '../engine/row';
import { textOf } from '../fields/values';
import { contactIdentifiers } from '../service/fields/contact';
import type { CallbackReport } from './report';

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
	const left = reported.filter((json) => !sent.find(contactRecipient(json)));
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
		if (outcome.whole) return { ...outcome, whole: ofWhole(outcome.whole) };
		// A purchase without contacts has its bulk job.
		if (!result?.json.bulk_id)
			return { ...outcome, results: [{ json: ofWhole(result?.json ?? {}) }] };
		const match = found.find(row.recipient);
		const own = contactResult(result, match?.json, unknown.reason, callback);
		return { is: own.rejected ? 'rejected' : 'accepted', results: [own] };
	};
	return {
		rows: rows.map((row) => ({ ...row, outcome: outcomeOfRow(row) })),
		unmatched: left.length,
	};
}

function indexOf(contacts: readonly IDataObject[]) {
	const index = new RecipientIndex<{ json: IDataObject; recipient: Recipient }>();
	for (const json of contacts) index.add({ json, recipient: contactRecipient(json) });
	return index;
}

/** A contact's result. Its keys are the columns of n8n's table, in this order. */
function contactResult(
	{ json: sent, items }: Result,
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
	} as IDataObject;
	const json = { valid, reason, ...fields, bulk_id, callback };
	const name = displayName(contactRecipient(json));
	const contact = name === undefined ? '' : ` ${name}`;
	if (valid === false) {
		const why = reason ? `: ${textOf(reason)}` : '';
		const sentence = entryFailure.rejected({
			rejection: rejection.contact({ contact, reason: why }),
			advice: rejection.check,
		});
		return { json, items, rejected: sentence };
	}
	if (valid === true || !callback) return { json, items };
	const keys = formatList(Object.keys(callback)) || 'none';
	return { json, items, unreported: entryFailure.contactNotReported({ contact, keys }) };
}

function contactRecipient(contact: IDataObject): Recipient {
	return recipientNamed(contactIdentifiers(contact));
}
