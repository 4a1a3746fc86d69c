import type { IDataObject } from 'n8n-workflow';
import { recipientNamed, type Recipient, isSameRecipient } from '../engine/recipient';
import { parted, readReport, type CallbackReport, contactsOf, failedCountProblem } from './report';

/** The types of names by which a contact is known, the deciding one first. */
export const contactNameTypes = ['user_id', 'email', 'phone'];

/** The fields of a contact that hold those names. */
export const contactNameKeys = ['user_id', 'email', 'phone', 'phone_countrycode', 'phone_number'];

/** Who a contact is, sent or called back: by the user id, else the e-mail address, else the phone number. */
export function recipientOfContact(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/**
 * Who a contact is that a callback reports, whatever the case of its keys. One that is only a text is a
 * user id, or what it looks like: an email address or a phone number.
 */
function recipientOfReported(reported: IDataObject): Recipient {
	const { parts } = parted(reported, contactNameKeys);
	const recipient = recipientOfContact(parts);
	const { contact } = reported;
	if (recipient.length > 0 || typeof contact !== 'string') return recipient;
	if (contact.includes('@')) return recipientOfContact({ email: contact });
	return recipientOfContact(/^\s*\+/.test(contact) ? { phone: contact } : { user_id: contact });
}

/** Numbers are written in many ways; their digits are the same. */
export function digitsIn(text: unknown): string {
	return typeof text === 'string' || typeof text === 'number'
		? String(text).replace(/\D/g, '')
		: '';
}

const unnamed: IDataObject = { valid: null, reason: 'The callback does not name this contact.' };

/**
 * Joins what a callback says of contacts to those that were sent: by user id, else email address, else
 * phone number. What contradicts is not joined.
 *
 * @param contacts that were sent, each by what identifies it
 * @param callback null where none came
 * @param job the bulk job, as it was answered
 * @param whyMissing says why no callback came
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
	const reported = contactsOf(report).map((one) => new ReportedContact(one));
	const byName = indexOf(reported);
	const found = contacts.map(({ said }) => findIn(byName, recipientOfContact(said)));
	const open = found.filter((one) => one === undefined).length;
	const nameless = reported.filter(({ recipient }) => recipient.length === 0);
	const ofNameless = outcomeOfNameless(nameless, open);
	// Fields beside that can't be given to anyone, so those that have some come out by themselves.
	if (ofNameless) for (const one of nameless) one.isJoined = !one.hasFields;
	const ofOthers = ofNameless ?? outcomeOfAll(report, reported, contacts.length);
	const outcomes = contacts.map(({ said }, at) => {
		const one = found[at] ?? (open === 1 && nameless.length === 1 ? nameless[0] : undefined);
		if (!one) return { ...bulk, ...(ofOthers ?? unnamed), ...said, callback: report.rest };
		one.isJoined = true;
		const { callback: own, ...rest } = one.received;
		return { ...bulk, ...said, ...rest, ...bulk, callback: own ?? report.rest };
	});
	const left = reported.filter(({ isJoined }) => !isJoined).map(({ received }) => received);
	return { outcomes: doubted(outcomes, report, reported), left };
}

/** The outcomes; where the callback counts more failed contacts than there can be, none is known to be valid. */
function doubted(
	outcomes: IDataObject[],
	report: CallbackReport,
	reported: readonly ReportedContact[],
): IDataObject[] {
	const { failedCount = 0 } = report;
	const named = reported.filter(({ received }) => received.valid === false).length;
	const failed = outcomes.filter(({ valid }) => valid === false).length;
	const unknown = outcomes.filter(({ valid }) => valid === null).length;
	if (!(failedCount > Math.max(named, failed) + unknown)) return outcomes;
	const reason = failedCountProblem(report, named);
	return outcomes.map((one) => (one.valid === true ? { ...one, valid: null, reason } : one));
}

/** The outcome that contacts without a name report for as many that were sent, if all report the same. */
function outcomeOfNameless(
	nameless: readonly ReportedContact[],
	open: number,
): IDataObject | undefined {
	const [first] = nameless;
	if (!first || nameless.length !== open) return undefined;
	const { valid, reason } = first.received;
	const areAlike = nameless.every(
		({ received }) => received.valid === valid && received.reason === reason,
	);
	if (!areAlike) return undefined;
	return reason === undefined ? { valid } : { valid, reason };
}

/** The outcome of every contact by the counts, if they agree; a callback may name none. */
function outcomeOfAll(
	{ validCount, failedCount }: CallbackReport,
	reported: readonly ReportedContact[],
	contacts: number,
): IDataObject | undefined {
	if (reported.length > 0) return undefined;
	const isAll = (count: number | undefined) => count !== undefined && count >= contacts;
	if (failedCount === 0 && (validCount === undefined || isAll(validCount)))
		return { valid: true };
	if (validCount !== 0 || !isAll(failedCount)) return undefined;
	return { valid: false, reason: 'The callback does not say why.' };
}

/** A contact that a callback names. */
class ReportedContact {
	readonly recipient: Recipient;
	isJoined = false;

	constructor(readonly received: IDataObject) {
		this.recipient = recipientOfReported(received);
	}

	/** Whether it has anything beside what happened. */
	get hasFields(): boolean {
		const { valid: _, reason: __, callback: ___, ...fields } = this.received;
		return Object.keys(fields).length > 0;
	}
}

/** The contact that a callback names so; of several, one that isn't joined yet. */
function findIn(
	byName: ReadonlyMap<string, ReportedContact[]>,
	recipient: Recipient,
): ReportedContact | undefined {
	const found = namesOf(recipient).flatMap((name) => byName.get(name) ?? []);
	const same = found.filter((one) => isSameRecipient(recipient, one.recipient));
	const one = same.find(({ isJoined }) => !isJoined) ?? same[0];
	if (one) one.isJoined = true;
	return one;
}

function indexOf(reported: readonly ReportedContact[]): Map<string, ReportedContact[]> {
	const byName = new Map<string, ReportedContact[]>();
	for (const one of reported) {
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
