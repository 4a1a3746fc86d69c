import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { RecipientIndex, type Recipient } from '../engine/recipient';
import { contactIdentity } from './contacts';
import type { CallbackReport } from './report';

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
	const { problem, rest = null, isUnread, body } = report ?? {};
	const missing = {
		valid: null,
		reason: report ? (problem ?? contactReason.notNamed) : whyMissing,
	};
	const reported = report && !isUnread ? report.contacts.map(named) : [];
	const sent = contacts.map(({ said }) => named(said));
	const [find, wasSent] = [indexOf(reported), indexOf(sent)];
	const outcomes = sent.map(({ json: said, recipient }) => {
		const found = find.find(recipient);
		if (!found) return { ...bulk, ...missing, ...said, callback: isUnread ? body : rest };
		return { ...bulk, ...said, ...found.json, ...bulk };
	});
	const left = reported.filter(({ recipient }) => !wasSent.find(recipient));
	return { outcomes, left: left.map(({ json }) => json) };
}

interface NamedContact {
	json: IDataObject;
	recipient: Recipient;
}

function named(json: IDataObject): NamedContact {
	return { json, recipient: contactIdentity(json) };
}

function indexOf(contacts: readonly NamedContact[]): RecipientIndex<NamedContact> {
	const index = new RecipientIndex<NamedContact>();
	contacts.forEach((contact) => index.add(contact));
	return index;
}
