import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { RecipientIndex, type Recipient } from '../engine/recipient';
import { contactIdentity } from './contacts';
import type { CallbackReport } from './report';

interface ReportedContact {
	json: IDataObject;
	recipient: Recipient;
}

/**
 * Matches reported contacts to sent ones by user ID, else email address, else phone number.
 * Contradicting names don't match.
 *
 * @param report null if no callback came
 * @param job the bulk job, as it was answered
 * @returns the result of each contact in order, and reported contacts that weren't sent
 */
export function joinContacts(
	contacts: ReadonlyArray<{ said: IDataObject }>,
	report: CallbackReport | null,
	job: IDataObject,
	whyMissing: string,
): { outcomes: IDataObject[]; left: IDataObject[] } {
	const bulk = { bulk_id: job._id };
	if (!report) {
		const none = { ...bulk, valid: null, reason: whyMissing };
		const outcomes = contacts.map(({ said }) => ({ ...none, ...said, callback: null }));
		return { outcomes, left: [] };
	}
	const { problem, rest, isUnread, body } = report;
	const reported = isUnread ? [] : report.contacts.map(asReported);
	const find = finderOf(reported);
	const joined = new Set<ReportedContact>();
	const unnamed = { valid: null, reason: problem ?? contactReason.notNamed };
	const outcomes = contacts.map(({ said }) => {
		const contact = find(contactIdentity(said));
		if (!contact) return { ...bulk, ...unnamed, ...said, callback: isUnread ? body : rest };
		joined.add(contact);
		return { ...bulk, ...said, ...contact.json, ...bulk };
	});
	const left = reported.filter((one) => !joined.has(one)).map(({ json }) => json);
	return { outcomes, left };
}

function asReported(json: IDataObject): ReportedContact {
	return { json, recipient: contactIdentity(json) };
}

/** Finds the contacts in order; one that was sent twice and reported once is found twice. */
function finderOf(
	reported: readonly ReportedContact[],
): (recipient: Recipient) => ReportedContact | undefined {
	const all = new RecipientIndex<ReportedContact>();
	const open = new RecipientIndex<ReportedContact>();
	// In reverse, so that the index yields the first one.
	for (const contact of [...reported].reverse()) {
		all.add(contact);
		open.add(contact);
	}
	return (recipient) => {
		const contact = open.find(recipient) ?? all.find(recipient);
		if (contact) open.remove(contact);
		return contact;
	};
}
