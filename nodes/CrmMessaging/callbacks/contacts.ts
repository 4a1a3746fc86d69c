import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { displayName, RecipientIndex, recipientNamed, type Recipient } from '../engine/recipient';
import { failedCountProblem, failedIn, parted, readReport, type CallbackReport } from './report';

/** Types of names that identify a contact, the strongest first. */
export const contactNameTypes = ['user_id', 'email', 'phone'];

export const contactNameKeys = ['user_id', 'email', 'phone', 'phone_countrycode', 'phone_number'];

/** Identifies a contact, sent or reported: by user ID, else email address, else phone number. */
export function contactIdentity(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/** A contact that is only text is an email address, a phone number or a user ID. */
function recipientOfReported(reported: IDataObject): Recipient {
	const { parts } = parted(reported, contactNameKeys);
	const recipient = contactIdentity(parts);
	const { contact } = reported;
	if (displayName(recipient) !== undefined || typeof contact !== 'string') return recipient;
	if (contact.includes('@')) return contactIdentity({ email: contact });
	return contactIdentity(/^\s*\+/.test(contact) ? { phone: contact } : { user_id: contact });
}

/** Numbers are written in many ways, but their digits match. */
export function digitsIn(text: unknown): string {
	if (typeof text !== 'string' && typeof text !== 'number') return '';
	const written = String(text);
	// Usually only digits follow the plus sign.
	return /^\+\d+$/.test(written) ? written.slice(1) : written.replace(/\D/g, '');
}

interface ReportedContact {
	json: IDataObject;
	recipient: Recipient;
}

const unnamed: IDataObject = { valid: null, reason: contactReason.notNamed };

/**
 * Matches reported contacts to sent ones by user ID, else email address, else phone number.
 * Contradicting names don't match.
 *
 * @param callback null if none came
 * @param job the bulk job, as it was answered
 * @returns the result of each contact in order, and reported contacts that weren't sent
 */
export function joinContacts(
	contacts: ReadonlyArray<{ said: IDataObject }>,
	callback: IDataObject | null,
	job: IDataObject,
	whyMissing: string,
): { outcomes: IDataObject[]; left: IDataObject[] } {
	const bulk = { bulk_id: job._id };
	if (!callback) {
		const none = { ...bulk, valid: null, reason: whyMissing };
		return { outcomes: contacts.map(({ said }) => ({ ...none, ...said, callback })), left: [] };
	}
	const report = readReport(callback);
	const reported = report.contacts.map((json) => ({
		json,
		recipient: recipientOfReported(json),
	}));
	const found = findEach(
		contacts.map(({ said }) => contactIdentity(said)),
		reported,
	);
	const open = found.filter((one) => one === undefined).length;
	const nameless = reported.filter(({ recipient }) => displayName(recipient) === undefined);
	const ofNameless = outcomeOfNameless(nameless, open);
	const ofOthers = ofNameless ?? outcomeOfAll(report, contacts.length) ?? unnamed;
	const last = open === 1 && nameless.length === 1 ? nameless[0] : undefined;
	const joined = new Set([...found, last]);
	// Other fields can't be assigned to a contact, so reported contacts that have some are separate
	// items.
	if (ofNameless) nameless.filter((one) => !hasFields(one)).forEach((one) => joined.add(one));
	const outcomes = contacts.map(({ said }, at) => {
		const contact = found[at] ?? last;
		if (!contact) return { ...bulk, ...ofOthers, ...said, callback: report.rest };
		return { ...bulk, ...said, ...contact.json, ...bulk };
	});
	const left = reported.filter((one) => !joined.has(one)).map(({ json }) => json);
	return { outcomes: doubted(outcomes, report), left };
}

function findEach(
	recipients: readonly Recipient[],
	reported: readonly ReportedContact[],
): Array<ReportedContact | undefined> {
	const all = new RecipientIndex<ReportedContact>();
	const open = new RecipientIndex<ReportedContact>();
	// In reverse, so that the index yields the first one.
	for (const contact of [...reported].reverse()) {
		all.add(contact);
		open.add(contact);
	}
	return recipients.map((recipient) => {
		const contact = open.find(recipient) ?? all.find(recipient);
		if (contact) open.remove(contact);
		return contact;
	});
}

/** The results. If the callback counts too many failed contacts, none is known to be valid. */
function doubted(outcomes: IDataObject[], report: CallbackReport): IDataObject[] {
	const { failedCount = 0, contacts } = report;
	const unknown = outcomes.filter(({ valid }) => valid === null).length;
	const failed = Math.max(failedIn(contacts), failedIn(outcomes));
	if (!(failedCount > failed + unknown)) return outcomes;
	const reason = failedCountProblem(report);
	return outcomes.map((one) => (one.valid === true ? { ...one, valid: null, reason } : one));
}

/** The shared result of nameless contacts, if all agree and their number matches. */
function outcomeOfNameless(
	nameless: readonly ReportedContact[],
	open: number,
): IDataObject | undefined {
	const [first] = nameless;
	if (!first || nameless.length !== open) return undefined;
	const { valid, reason } = first.json;
	const areAlike = nameless.every(({ json }) => json.valid === valid && json.reason === reason);
	if (!areAlike) return undefined;
	return reason === undefined ? { valid } : { valid, reason };
}

/** Every contact's result by the counts, if they agree; a callback may list no contacts. */
function outcomeOfAll(
	{ contacts, validCount, failedCount }: CallbackReport,
	sent: number,
): IDataObject | undefined {
	if (contacts.length > 0) return undefined;
	const isAll = (count: number | undefined) => count !== undefined && count >= sent;
	if (failedCount === 0 && (validCount === undefined || isAll(validCount)))
		return { valid: true };
	if (validCount !== 0 || !isAll(failedCount)) return undefined;
	return { valid: false, reason: contactReason.noReason };
}

function hasFields({ json }: ReportedContact): boolean {
	const { valid: _, reason: __, callback: ___, ...fields } = json;
	return Object.keys(fields).length > 0;
}
