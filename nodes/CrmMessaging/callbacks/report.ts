import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { RecipientIndex } from '../engine/recipient';
import { isNamed, isObject, textOf } from '../fields/values';
import { callbackOf } from '../service/documentedAnswers';
import { contactIdentity } from '../service/fields/contact';
import { odditiesOf, reportsFailure } from '../service/oddities';
import { Redactor } from '../service/redactor';
import { jsonOf, textOfError } from '../service/answer';
import type { CallbackOutput } from './triggerOptions';

/** The content of a callback (docs/contributing/service.md, The callback). */
export interface CallbackReport {
	/** All of it, without secrets, and with the URL's parameters as `query`. */
	body: IDataObject;
	/**
	 * Each contact with `valid` (null unless it's certain), `reason` (null if there's none) and
	 * `callback` (`rest`). Valid ones come first. If no contact can be read, the whole body as one, with `valid: null`.
	 */
	contacts: IDataObject[];
	/** Whether `contacts` is the whole body. */
	isUnread: boolean;
	/** Why no contact of it counts as valid. */
	problem?: string;
	/** That, else why one of its contacts may not be valid. */
	doubt?: string;
	/** Everything except the lists. */
	rest: IDataObject;
}

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
	const parameters = Object.keys(beside);
	const query = parameters.length > 0 ? { query: beside } : {};
	const body = redactor.inValue({ ...query, ...content }) as IDataObject;
	const { valid_contacts = [], failed_contacts = [], ...rest } = body;
	const areLists = Array.isArray(valid_contacts) && Array.isArray(failed_contacts);
	const valid: unknown[] = areLists ? valid_contacts : [];
	const failed: unknown[] = areLists ? failed_contacts : [];
	const oddities = odditiesOf(rest, callbackOf(valid.length, failed.length));
	const { differences, others, isFailed } = oddities;
	const [problem] = [
		isFailed && contactReason.failure({ json: jsonOf(others) }),
		...differences.map(contactReason.differs),
		parameters.length > 0 && contactReason.inUrl({ names: parameters.join(', ') }),
	].filter((reason) => typeof reason === 'string');
	const isUnread = valid.length + failed.length === 0;
	if (isUnread) {
		const contacts = [whole(body, problem ?? contactReason.noContacts)];
		return { body, contacts, isUnread, problem, doubt: problem, rest };
	}
	const note = others && { reason: contactReason.alsoHolds({ json: jsonOf(others) }) };
	const failures = failed.map((entry) => failedContact(entry, rest));
	const failedIndex = amongOthers(failures);
	let doubt = problem;
	const successes = valid.map((entry) => {
		const contact = isObject(entry) ? entry : { contact: entry as string };
		const reason = problem ?? doubtAbout(entry, failedIndex(contact));
		doubt ??= reason;
		const outcome =
			reason === undefined ? { valid: true, reason: null, ...note } : { valid: null, reason };
		return contactOutcome(outcome, contact, 'contact', { callback: rest });
	});
	return { body, contacts: [...successes, ...failures], isUnread, problem, doubt, rest };
}

/** The trigger's output. */
export function outputOfCallback(report: CallbackReport, output: CallbackOutput): IDataObject[] {
	const { body, contacts, doubt } = report;
	if (output === 'contact') return contacts;
	return [doubt === undefined ? body : whole(body, doubt)];
}

/** Whether a contact is among others: by the service's own ID, or as contacts are matched. */
function amongOthers(contacts: readonly IDataObject[]): (contact: IDataObject) => boolean {
	const ids = new Set(
		contacts
			.map(({ _id }) => _id)
			.filter(isNamed)
			.map(textOf),
	);
	const index = new RecipientIndex();
	for (const contact of contacts) index.add({ recipient: contactIdentity(contact) });
	return (contact) =>
		(isNamed(contact._id) && ids.has(textOf(contact._id))) ||
		index.find(contactIdentity(contact)) !== undefined;
}

/** Why a contact in the list of valid ones may not be valid. */
function doubtAbout(contact: unknown, isFailed: boolean): string | undefined {
	if (!isObject(contact)) return contactReason.noObject;
	if (isFailed) return contactReason.inBothLists;
	return reportsFailure(contact) ? contactReason.contradictory : undefined;
}

function failedContact(entry: unknown, callback: IDataObject): IDataObject {
	const listed = isObject(entry) ? entry : { contact: entry as string };
	const { contact = {}, error, errors, ...others } = listed;
	const reason = [error, errors].map(textOfError).filter(Boolean).join(', ');
	const fields = { ...(isObject(contact) ? contact : { contact }), ...others };
	return contactOutcome({ valid: false, reason }, fields, 'contact', { callback });
}

function whole(body: IDataObject, reason: string): IDataObject {
	return contactOutcome({ valid: null, reason }, body, 'callback', {});
}

/** Accounts choose field names, so a field can't overwrite the result: then `key` has them all. */
function contactOutcome(
	outcome: IDataObject,
	fields: IDataObject,
	key: string,
	more: IDataObject,
): IDataObject {
	const own = { ...outcome, ...more };
	const hides = Object.keys(own).some((name) => Object.hasOwn(fields, name));
	return { ...outcome, ...fields, ...(hides && { [key]: fields }), ...own };
}
