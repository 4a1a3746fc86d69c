import { counted, figure } from '../catalogue/sentence';
import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { RecipientIndex } from '../engine/recipient';
import { isObject } from '../fields/values';
import { reportsFailure, undocumented } from '../service/answer';
import { Redactor } from '../service/redactor';
import { jsonOf, textOfError } from '../service/serviceText';
import { contactIdentity } from './contacts';
import type { CallbackOutput } from '../editor/triggerForm';

/** The content of a callback (docs/contributing/service.md, Callback). */
export interface CallbackReport {
	/** All of it, without secrets, and with the URL's parameters as `query`. */
	body: IDataObject;
	/**
	 * Each contact with `valid` (null unless it's certain), `reason`, and `callback` (everything
	 * except the lists). Valid ones come first. If no contact can be read, the whole body as one,
	 * with `valid: null`.
	 */
	contacts: IDataObject[];
	/** Whether `contacts` is the whole body. */
	isUnread: boolean;
	/** Why no contact of it counts as valid. */
	problem?: string;
	/** Everything except the lists. */
	rest: IDataObject;
}

const documented = [
	'account_id',
	'timestamp',
	'token',
	'contacts_valid_count',
	'contacts_failed_count',
	'valid_contacts',
	'failed_contacts',
	// The service describes these fields of a purchase, but not their place.
	'purchase',
	'transaction_code',
	'_id',
];

/**
 * Reads a callback for the trigger and for a run that waits.
 *
 * @param content JSON, or the JSON that a form stands for
 * @param beside the URL's parameters next to it
 * @param redactor removes the account's secrets
 */
export function readCallback(
	content: IDataObject,
	beside: IDataObject = {},
	redactor = new Redactor([]),
): CallbackReport {
	const query = Object.keys(beside).length > 0 ? { query: beside } : {};
	const body = redactor.inValue({ ...query, ...content }) as IDataObject;
	const { valid_contacts = [], failed_contacts = [], ...rest } = body;
	const isRead = Array.isArray(valid_contacts) && Array.isArray(failed_contacts);
	const valid = isRead ? (valid_contacts as unknown[]) : [];
	const failed = isRead ? (failed_contacts as unknown[]) : [];
	const problem = problemIn(rest, valid.length, failed.length, Object.keys(beside));
	if (valid.length + failed.length === 0) {
		const contacts = [whole(body, problem ?? contactReason.noContacts)];
		return { body, contacts, isUnread: true, problem, rest };
	}
	const others = undocumented(rest, documented);
	const note = others && contactReason.alsoHolds(jsonOf(others));
	const isFailed = finderOf(failed);
	const contacts = [
		...valid.map((entry) => validContact(entry, problem, note, isFailed, rest)),
		...failed.map((entry) => failedContact(entry, rest)),
	];
	return { body, contacts, isUnread: false, problem, rest };
}

/** The trigger's output. */
export function outputOfCallback(report: CallbackReport, output: CallbackOutput): IDataObject[] {
	const { body, contacts, problem } = report;
	if (output === 'contact') return contacts;
	return [problem === undefined ? body : whole(body, problem)];
}

function problemIn(
	rest: IDataObject,
	valid: number,
	failed: number,
	parameters: readonly string[],
): string | undefined {
	if (reportsFailure(rest)) return contactReason.failure(jsonOf(undocumented(rest, documented)));
	const miscounted = (key: string, count: number, name: string) => {
		const value = rest[key];
		if (value === undefined || value === count) return undefined;
		const given =
			typeof value === 'number' ? counted(value, name) : `${jsonOf(value)} ${name}s`;
		return contactReason.miscounted(given, figure(count));
	};
	const wrongCount =
		miscounted('contacts_failed_count', failed, 'failed contact') ??
		miscounted('contacts_valid_count', valid, 'valid contact');
	if (wrongCount !== undefined || parameters.length === 0) return wrongCount;
	return contactReason.inUrl(parameters.join(', '));
}

function whole(body: IDataObject, reason: string): IDataObject {
	return outcomeOf({ valid: null, reason }, body, 'callback');
}

/** Finds contacts that are in the list of failed ones, too. */
function finderOf(failed: readonly unknown[]): (contact: IDataObject) => boolean {
	const ids = new Set<unknown>();
	const index = new RecipientIndex();
	for (const entry of failed) {
		const contact = isObject(entry) && isObject(entry.contact) ? entry.contact : {};
		if (contact._id) ids.add(contact._id);
		index.add({ recipient: contactIdentity(contact) });
	}
	return (contact) => ids.has(contact._id) || index.find(contactIdentity(contact)) !== undefined;
}

function validContact(
	entry: unknown,
	problem: string | undefined,
	note: string | undefined,
	isFailed: (contact: IDataObject) => boolean,
	callback: IDataObject,
): IDataObject {
	const contact = isObject(entry) ? entry : { contact: entry as string };
	let doubt = problem;
	if (!isObject(entry)) doubt ??= contactReason.noObject;
	else if (isFailed(contact)) doubt ??= contactReason.inBothLists;
	else if (reportsFailure(contact) || !isTrue(contact.valid ?? true)) {
		doubt ??= contactReason.contradictory;
	}
	if (doubt !== undefined) return contactOf({ valid: null, reason: doubt }, contact, callback);
	return contactOf({ valid: true, ...(note && { reason: note }) }, contact, callback);
}

/** A form has booleans as texts. */
function isTrue(valid: unknown): boolean {
	return valid === true || valid === 'true';
}

function failedContact(entry: unknown, callback: IDataObject): IDataObject {
	const { contact, error, errors, ...others } = isObject(entry)
		? entry
		: { contact: entry as string };
	const reason = [error, errors].map(textOfError).filter(Boolean).join(', ');
	const fields = isObject(contact) ? contact : contact === undefined ? {} : { contact };
	return contactOf({ valid: false, reason }, { ...fields, ...others }, callback);
}

function contactOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	return outcomeOf(outcome, fields, 'contact', { callback });
}

/** Accounts choose field names, so a field can't overwrite the result: then `key` has them all. */
function outcomeOf(
	outcome: IDataObject,
	fields: IDataObject,
	key: string,
	more: IDataObject = {},
): IDataObject {
	const own = { ...outcome, ...more };
	const hides = Object.keys(own).some((name) => Object.hasOwn(fields, name));
	return { ...outcome, ...fields, ...(hides && { [key]: fields }), ...own };
}
