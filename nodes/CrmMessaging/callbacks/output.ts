import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../service/answer';
import { keysNamed, parted, readReport, validity, validityOf, type CallbackReport } from './report';

/** What a callback becomes: one output item, or one for each contact. */
export type CallbackOutput = 'callback' | 'contact';

/**
 * Makes the trigger's output of a callback; the service's keys are kept. One that names no contact,
 * such as that of a purchase alone, is one item in either case.
 */
export function outputOfCallback(body: IDataObject, output: CallbackOutput): IDataObject[] {
	if (output === 'callback') return [body];
	const report = readReport(body);
	const contacts = contactsOf(report);
	const missing = missingFailures(report, contacts);
	if (contacts.length === 0) return [missing ? { ...body, ...missing } : marked(body, report)];
	return missing ? [...contacts, { ...missing, callback: report.rest }] : contacts;
}

/** The contacts that a callback reports, each with what it says of all. */
export function contactsOf({ valid, failed, contacts, rest }: CallbackReport): IDataObject[] {
	return [
		...valid.map((one) => contactOf(one, true, rest)),
		...failed.map((one) => contactOf(one, false, rest)),
		...contacts.map((one) => {
			const fields = fieldsOf(one);
			return contactOf(parted(fields, validity).rest, validityOf(fields), rest);
		}),
	];
}

/**
 * Why a callback can't be taken at its word: it counts more failed contacts than it names.
 *
 * @param failed how many contacts are known to have failed
 */
export function failedCountProblem(
	{ failedCount = 0 }: CallbackReport,
	failed: number,
): string | undefined {
	if (!(failedCount > failed)) return undefined;
	const count = failedCount.toLocaleString('en');
	const contacts = failedCount === 1 ? 'contact' : 'contacts';
	return `The callback counts ${count} failed ${contacts}, but names ${failed.toLocaleString('en')}.`;
}

/** What stands for failed contacts that are counted and not named, so that they aren't lost. */
function missingFailures(
	report: CallbackReport,
	contacts: readonly IDataObject[],
): { valid: false; reason: string } | undefined {
	const named = contacts.filter(({ valid }) => valid === false).length;
	const reason = failedCountProblem(report, named);
	return reason === undefined ? undefined : { valid: false, reason };
}

/** A callback that reports nothing that can be read: n8n shows no hint of a trigger, so its item says it. */
function marked(body: IDataObject, { validCount, failedCount }: CallbackReport): IDataObject {
	const isOfPurchase = keysNamed(body, ['transaction_code', 'purchase']).size > 0;
	if (isOfPurchase || !Number.isNaN(validCount ?? failedCount ?? NaN)) return body;
	return { valid: null, reason: 'The callback doesn’t name any contact.', ...body };
}

/** A contact, or what is said of one; the contact itself may be under `contact`. */
function contactOf(reported: unknown, valid: boolean | null, callback: IDataObject): IDataObject {
	const { parts, rest } = parted(fieldsOf(reported), ['contact']);
	const fields = (kept: IDataObject): IDataObject =>
		parts.contact === undefined ? kept : { ...fieldsOf(parts.contact), ...kept };
	if (valid === true) return outcomeOf({ valid }, fields(rest), callback);
	if (valid === null) return outcomeOf({ valid, reason: unsaid }, fields(rest), callback);
	const told = parted(rest, ['error', 'errors']);
	const reason = listedReasons([told.parts.error, told.parts.errors].map(reasonOf));
	if (reason !== '' || typeof told.rest.reason !== 'string') {
		return outcomeOf({ valid, reason }, fields(told.rest), callback);
	}
	const { reason: why, ...others } = told.rest;
	return outcomeOf({ valid, reason: why }, fields(others), callback);
}

const unsaid = 'The callback doesn’t say whether this contact is valid.';

/**
 * What happened to a contact, among its fields. Accounts name fields as they like: one called as the
 * outcome is does not stand for it, and the contact's own stand in `contact` as well.
 */
function outcomeOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	const said = { ...outcome, callback };
	const hides = Object.keys(said).some((key) => Object.hasOwn(fields, key));
	return { ...outcome, ...fields, ...(hides ? { contact: fields } : {}), ...said };
}

/** A contact is an object; one that is only its id or a text is kept as `contact`. */
function fieldsOf(contact: unknown): IDataObject {
	return isObject(contact) ? contact : { contact: contact as IDataObject[string] };
}

/** The service gives reasons as a text, as a list, as objects with a text, or by field. */
function reasonOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) return listedReasons(value.map(reasonOf));
	if (!isObject(value)) return textOf(value);
	const told = value.error ?? value.message;
	if (told !== undefined && told !== null) return reasonOf(told);
	return listedReasons(
		Object.entries(value).map(([field, reason]) => `${field}: ${reasonOf(reason)}`),
	);
}

function listedReasons(reasons: string[]): string {
	return reasons.filter(Boolean).join(', ');
}
