import type { IDataObject } from 'n8n-workflow';
import { isObject, truthOf, textOf } from '../fields/values';
import { jsonIn } from './call';
import type { CallbackOutput } from './triggerOptions';

/**
 * What a callback reports of contacts. One form of it was observed (docs/service.md, Callback). Others
 * that mean the same are read as well: keys in another case, everything one level down, and one list of
 * contacts that each say whether they are valid.
 */
export interface CallbackReport {
	valid: unknown[];
	failed: unknown[];
	/** Contacts that each say themselves whether they are valid. */
	contacts: unknown[];
	/** Its counts; NaN where one says something else. */
	validCount?: number;
	failedCount?: number;
	/** Everything but the lists, as it came. */
	rest: IDataObject;
}

const lists = ['valid_contacts', 'failed_contacts', 'contacts'];
const counts = ['contacts_valid_count', 'contacts_failed_count'];
/** How a contact says whether it is valid. */
const validity = ['valid', 'is_valid'];
const reasons = ['error', 'errors'];
const names = ['user_id', 'email', 'phone', 'phone_number', 'contact'];

/** Keys that an object has at most for it to be looked through; anyone can send half a million. */
const mostKeys = 1000;

/** Reads what a callback reports of contacts, in whichever form. */
export function readReport(body: IDataObject): CallbackReport {
	const wrapped = wrappedIn(body);
	if (!wrapped) return reportIn(body);
	const { key, inner } = wrapped;
	const { [key]: _, ...around } = body;
	const outer = reportIn(around);
	const report = reportIn(inner);
	return {
		...report,
		validCount: report.validCount ?? outer.validCount,
		failedCount: report.failedCount ?? outer.failedCount,
		rest: { ...around, [key]: report.rest },
	};
}

/**
 * The keys of an object by the names they stand for, whatever their case and separators:
 * `validContacts` and `Valid-Contacts` for `valid_contacts`. A key that is the name itself goes first.
 */
function keysNamed(object: IDataObject, wanted: readonly string[]): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	for (const name of wanted) if (Object.hasOwn(object, name)) found.set(name, name);
	const keys = Object.keys(object);
	if (found.size === wanted.length || keys.length > mostKeys) return found;
	const byLetters = new Map(wanted.map((name) => [lettersOf(name), name]));
	for (const key of keys) {
		const name = byLetters.get(lettersOf(key));
		if (name !== undefined && !found.has(name)) found.set(name, key);
	}
	return found;
}

/** Whether a contact says that it is valid; an error says no, whatever else it says. Null where it says nothing. */
function validityOf(contact: IDataObject): boolean | null {
	for (const key of keysNamed(contact, reasons).values()) if (isGiven(contact[key])) return false;
	for (const key of keysNamed(contact, validity).values()) {
		const truth = truthOf(contact[key]);
		if (truth !== undefined) return truth;
	}
	return null;
}

/** Some parts of an object by their names, and the rest of it as it came. */
export function parted(
	object: IDataObject,
	wanted: readonly string[],
): { parts: IDataObject; rest: IDataObject } {
	const keys = keysNamed(object, wanted);
	const taken = new Set(keys.values());
	return {
		parts: Object.fromEntries([...keys].map(([name, key]) => [name, object[key]])),
		rest: Object.fromEntries(Object.entries(object).filter(([key]) => !taken.has(key))),
	};
}

function reportIn(content: IDataObject): CallbackReport {
	if (!namesLists(content) && isReported(content)) {
		return { valid: [], failed: [], contacts: [content], rest: {} };
	}
	const keys = keysNamed(content, [...lists, ...counts]);
	const at = (name: string): unknown => content[keys.get(name) ?? ''];
	const [valid = [], failed = [], contacts = []] = lists.map((name) => placesOf(at(name)));
	// Where there are those of the valid and the failed ones, a list of all tells nothing more.
	const isFlat = valid.length + failed.length === 0 && contacts.every(isObject);
	const isRead = (name: string) => placesOf(at(name)).length > 0 || Array.isArray(at(name));
	const read = lists.filter((name) => isRead(name) && (isFlat || name !== 'contacts'));
	const keysRead = new Set(read.map((name) => keys.get(name)));
	return {
		valid,
		failed,
		contacts: isFlat ? contacts : [],
		validCount: countOrNaN(at('contacts_valid_count')),
		failedCount: countOrNaN(at('contacts_failed_count')),
		rest: Object.fromEntries(Object.entries(content).filter(([key]) => !keysRead.has(key))),
	};
}

/** What holds the report where a callback itself doesn't: one level down, and there alone. */
function wrappedIn(body: IDataObject): { key: string; inner: IDataObject } | undefined {
	const entries = Object.entries(body);
	if (entries.length > mostKeys || holdsReport(body)) return undefined;
	const inside = entries.flatMap(([key, value]) => {
		const inner = objectIn(value);
		return inner ? [{ key, inner }] : [];
	});
	const reporting = inside.filter(({ inner }) => holdsReport(inner));
	if (reporting.length > 0) return reporting.length === 1 ? reporting[0] : undefined;
	const counting = inside.filter(({ inner }) => hasAny(inner, counts));
	return counting.length === 1 && !hasAny(body, counts) ? counting[0] : undefined;
}

/** An object, also as the only one of a list, and a list of contacts; either may be JSON in a text. */
function objectIn(value: unknown): IDataObject | undefined {
	const given = read(value);
	if (!Array.isArray(given)) return isObject(given) ? given : undefined;
	const objects = given.filter(isObject);
	if (objects.length === 0 || objects.length < given.length) return undefined;
	const areReported = objects.every((one) => isReported(one) || hasAny(one, validity));
	if (areReported) return { contacts: objects };
	return objects.length === 1 ? objects[0] : undefined;
}

/** A list, also as JSON in a text; one that lacks some places is an object with the places as its keys. */
function placesOf(value: unknown): unknown[] {
	const given = read(value);
	if (Array.isArray(given)) return given;
	if (!isObject(given)) return [];
	const arePlaces = Object.keys(given).every((key) => /^\d+$/.test(key));
	return arePlaces ? Object.values(given) : [given];
}

function holdsReport(object: IDataObject): boolean {
	return namesLists(object) || isReported(object);
}

function namesLists(object: IDataObject): boolean {
	const keys = keysNamed(object, lists);
	if (keys.has('valid_contacts') || keys.has('failed_contacts')) return true;
	const contacts = placesOf(object[keys.get('contacts') ?? '']);
	return contacts.length > 0 && contacts.every(isObject);
}

/** Whether an object is a contact that says what happened to it. */
function isReported(object: IDataObject): boolean {
	return hasAny(object, [...validity, ...reasons]) && hasAny(object, names);
}

function hasAny(object: IDataObject, wanted: readonly string[]): boolean {
	return keysNamed(object, wanted).size > 0;
}

/** A count; NaN where there is something else. */
function countOrNaN(value: unknown): number | undefined {
	if (typeof value === 'number' || value === undefined) return value;
	return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
}

function isGiven(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(isGiven);
	if (isObject(value)) return Object.keys(value).length > 0;
	return value !== undefined && value !== null && value !== '' && value !== false;
}

/** A value, or what a text holds as JSON. */
function read(value: unknown): unknown {
	return typeof value === 'string' && /^\s*[{[]/.test(value) ? jsonIn(value) : value;
}

function lettersOf(key: string): string {
	return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

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
	const isOfPurchase = hasAny(body, ['transaction_code', 'purchase']);
	if (isOfPurchase || !Number.isNaN(validCount ?? failedCount ?? NaN)) return body;
	return { valid: null, reason: 'The callback doesn’t name any contact.', ...body };
}

/** A contact, or what is said of one; the contact itself may be under `contact`. */
function contactOf(reported: unknown, valid: boolean | null, callback: IDataObject): IDataObject {
	const { parts, rest } = parted(fieldsOf(reported), ['contact']);
	const inner = parts.contact === undefined ? {} : fieldsOf(parts.contact);
	if (valid !== false) {
		const reason = 'The callback doesn’t say whether this contact is valid.';
		return outcomeOf(valid ? { valid } : { valid, reason }, { ...inner, ...rest }, callback);
	}
	const { parts: failure, rest: fields } = parted(rest, reasons);
	const reason = listedReasons([failure.error, failure.errors].map(reasonOf));
	const { reason: own, ...others } = fields;
	if (reason === '' && typeof own === 'string') {
		return outcomeOf({ valid, reason: own }, { ...inner, ...others }, callback);
	}
	return outcomeOf({ valid, reason }, { ...inner, ...fields }, callback);
}

/**
 * What happened to a contact, among its fields. Accounts name fields as they like: one called as the
 * outcome is does not stand for it, and the contact's own stand in `contact` as well.
 */
function outcomeOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	const own = { ...outcome, callback };
	const hides = Object.keys(own).some((key) => Object.hasOwn(fields, key));
	return { ...outcome, ...fields, ...(hides ? { contact: fields } : {}), ...own };
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
	const inner = value.error ?? value.message;
	if (inner !== undefined && inner !== null) return reasonOf(inner);
	return listedReasons(
		Object.entries(value).map(([field, reason]) => `${field}: ${reasonOf(reason)}`),
	);
}

function listedReasons(reasons: string[]): string {
	return reasons.filter(Boolean).join(', ');
}
