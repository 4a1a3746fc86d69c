import type { IDataObject } from 'n8n-workflow';
import { displayName, RecipientIndex, recipientNamed, type Recipient } from '../engine/recipient';
import { failedCountProblem, failedIn, parted, readReport, type CallbackReport } from './report';

/** The types of names by which a contact is known, the deciding one first. */
export const contactNameTypes = ['user_id', 'email', 'phone'];

/** The fields of a contact that hold those names. */
export const contactNameKeys = ['user_id', 'email', 'phone', 'phone_countrycode', 'phone_number'];

/** A contact's identity, sent or called back: the user id, else the email address, else the phone number. */
export function contactIdentity(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/**
 * The identity of a contact in a callback, with keys in any case. One that is only a text is a
 * user id, or what it looks like: an email address or a phone number.
 */
function recipientOfReported(reported: IDataObject): Recipient {
	const { parts } = parted(reported, contactNameKeys);
	const recipient = contactIdentity(parts);
	const { contact } = reported;
	if (displayName(recipient) !== undefined || typeof contact !== 'string') return recipient;
	if (contact.includes('@')) return contactIdentity({ email: contact });
	return contactIdentity(/^\s*\+/.test(contact) ? { phone: contact } : { user_id: contact });
}

/** Numbers are written in many ways; their digits are the same. */
export function digitsIn(text: unknown): string {
	if (typeof text !== 'string' && typeof text !== 'number') return '';
	const written = String(text);
	// Mostly the digits follow a plus sign.
	return /^\+\d+$/.test(written) ? written.slice(1) : written.replace(/\D/g, '');
}

/** A contact of a callback, and who it is. */
interface ReportedContact {
	json: IDataObject;
	recipient: Recipient;
}

const unnamed: IDataObject = { valid: null, reason: 'The callback does not name this contact.' };

/**
 * Joins what a callback reports of contacts to those that were sent: by user id, else email address,
 * else phone number. Names that contradict each other are not joined.
 *
 * @param contacts that were sent, each by what identifies it
 * @param callback null if none came
 * @param job the bulk job, as it was answered
 * @param whyMissing why no callback came
 * @returns what happened to each contact, in their order, and contacts of the callback that are none of
 *     those sent
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
	// Other fields can't be given to anyone, so contacts that have some come out by themselves.
	if (ofNameless) nameless.filter((one) => !hasFields(one)).forEach((one) => joined.add(one));
	const outcomes = contacts.map(({ said }, at) => {
		const contact = found[at] ?? last;
		if (!contact) return { ...bulk, ...ofOthers, ...said, callback: report.rest };
		return { ...bulk, ...said, ...contact.json, ...bulk };
	});
	const left = reported.filter((one) => !joined.has(one)).map(({ json }) => json);
	return { outcomes: doubted(outcomes, report), left };
}

/** For each recipient the contact that a callback names so; of several, one that isn't joined yet. */
function findEach(
	recipients: readonly Recipient[],
	reported: readonly ReportedContact[],
): Array<ReportedContact | undefined> {
	const all = new RecipientIndex<ReportedContact>();
	const open = new RecipientIndex<ReportedContact>();
	// An index finds the last one first.
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

/** The outcomes; if the callback counts more failed contacts than there can be, none is known to be valid. */
function doubted(outcomes: IDataObject[], report: CallbackReport): IDataObject[] {
	const { failedCount = 0, contacts } = report;
	const unknown = outcomes.filter(({ valid }) => valid === null).length;
	const failed = Math.max(failedIn(contacts), failedIn(outcomes));
	if (!(failedCount > failed + unknown)) return outcomes;
	const reason = failedCountProblem(report);
	return outcomes.map((one) => (one.valid === true ? { ...one, valid: null, reason } : one));
}

/** The outcome that contacts without a name report for as many that were sent, if all report the same. */
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

/** The outcome of every contact by the counts, if they agree; a callback may name none. */
function outcomeOfAll(
	{ contacts, validCount, failedCount }: CallbackReport,
	sent: number,
): IDataObject | undefined {
	if (contacts.length > 0) return undefined;
	const isAll = (count: number | undefined) => count !== undefined && count >= sent;
	if (failedCount === 0 && (validCount === undefined || isAll(validCount)))
		return { valid: true };
	if (validCount !== 0 || !isAll(failedCount)) return undefined;
	return { valid: false, reason: 'The callback does not say why.' };
}

/** Whether a contact has other keys than its result. */
function hasFields({ json }: ReportedContact): boolean {
	const { valid: _, reason: __, callback: ___, ...fields } = json;
	return Object.keys(fields).length > 0;
}
