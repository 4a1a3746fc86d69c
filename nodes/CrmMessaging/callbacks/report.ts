import type { IDataObject } from 'n8n-workflow';
import { countOf, isObject, truthOf } from '../fields/values';
import { saysError } from '../service/answer';
import { answerText, plainKey } from '../service/serviceText';
import { counts, jsonIn } from './call';
import type { CallbackOutput } from '../editor/triggerForm';

/**
 * The contacts that a callback reports. One form of it was observed (service.md, Callback). Others
 * that mean the same are read as well: keys in another case, everything one level down, and one list of
 * contacts that each show whether they are valid.
 */
export interface CallbackReport {
	/**
	 * Each contact with `valid` (true, false, or null if nothing shows it), `reason` if it isn't valid,
	 * and `callback` (`rest`); the valid ones first.
	 */
	contacts: IDataObject[];
	/** Its counts; NaN for a count that is no number. */
	validCount?: number;
	failedCount?: number;
	/** Everything but the lists, as it came. */
	rest: IDataObject;
}

/** The lists of a callback, each with whether its contacts are valid. */
const lists = new Map<string, boolean | undefined>([
	['valid_contacts', true],
	['failed_contacts', false],
	['contacts', undefined],
]);
const listNames = [...lists.keys()];
/** How a contact shows whether it is valid. */
const validity = ['valid', 'is_valid'];
const reasons = ['error', 'errors'];
const names = ['user_id', 'email', 'phone', 'phone_number', 'contact'];

/** Keys that an object has at most for it to be looked through; anyone can send half a million. */
const mostKeys = 1000;

/** Reads what a callback reports of contacts, in any form. */
export function readReport(body: IDataObject): CallbackReport {
	const wrapped = wrappedIn(body);
	const { key = '', inner: content = body } = wrapped ?? {};
	const { [key]: _, ...around } = wrapped ? body : {};
	const isOneContact = !namesLists(content) && isReported(content);
	const report = isOneContact ? { contacts: [content] } : content;
	const { parts } = parted(report, [...listNames, ...counts]);
	const places = new Map(listNames.map((name) => [name, placesOf(parts[name])]));
	const all = places.get('contacts') ?? [];
	const isSplit = [...places.values()].flat().length > all.length;
	// Next to lists of valid or failed contacts, a list of all of them adds nothing.
	if (isSplit || !all.every(isObject)) places.delete('contacts');
	const read = [...places.keys()].filter(
		(name) => Array.isArray(parts[name]) || places.get(name)?.length,
	);
	const inner = parted(report, read).rest;
	const rest = wrapped ? { ...around, [key]: inner } : inner;
	const outer = parted(around, counts).parts;
	const [validCount, failedCount] = counts.map(
		(name) => countOrNaN(parts[name]) ?? countOrNaN(outer[name]),
	);
	const contacts = [...places].flatMap(([name, listed]) =>
		listed.map((one) => contactOf(one, lists.get(name), rest)),
	);
	return { contacts, validCount, failedCount, rest };
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
	const byLetters = new Map(wanted.map((name) => [plainKey(name), name]));
	for (const key of keys) {
		const name = byLetters.get(plainKey(key));
		if (name !== undefined && !found.has(name)) found.set(name, key);
	}
	return found;
}

/** Whether a contact shows that it is valid; with an error, it isn't. Null if nothing shows it. */
function validityOf(contact: IDataObject): boolean | null {
	for (const key of keysNamed(contact, reasons).values())
		if (saysError(contact[key])) return false;
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

/** The only part of a callback that holds the report, one level down, if the callback itself doesn't. */
function wrappedIn(body: IDataObject): { key: string; inner: IDataObject } | undefined {
	const entries = Object.entries(body);
	const holdsReport = (object: IDataObject) => namesLists(object) || isReported(object);
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

function namesLists(object: IDataObject): boolean {
	const keys = keysNamed(object, listNames);
	if (keys.has('valid_contacts') || keys.has('failed_contacts')) return true;
	const contacts = placesOf(object[keys.get('contacts') ?? '']);
	return contacts.length > 0 && contacts.every(isObject);
}

/** Whether an object is a contact that shows what happened to it. */
function isReported(object: IDataObject): boolean {
	return hasAny(object, [...validity, ...reasons]) && hasAny(object, names);
}

function hasAny(object: IDataObject, wanted: readonly string[]): boolean {
	return keysNamed(object, wanted).size > 0;
}

/** A count; NaN for anything else. */
function countOrNaN(value: unknown): number | undefined {
	return value === undefined ? undefined : (countOf(value) ?? NaN);
}

/** A value, or what a text holds as JSON. */
function read(value: unknown): unknown {
	return typeof value === 'string' && /^\s*[{[]/.test(value) ? jsonIn(value) : value;
}

/**
 * Makes the trigger's output of a callback; the service's keys are kept. One that names no contact,
 * such as that of a purchase alone, is one item in either case.
 */
export function outputOfCallback(body: IDataObject, output: CallbackOutput): IDataObject[] {
	if (output === 'callback') return [body];
	const report = readReport(body);
	const { contacts, validCount, failedCount, rest } = report;
	const reason = failedCountProblem(report);
	if (reason === undefined && contacts.length > 0) return contacts;
	if (reason === undefined) {
		const hasCounts = !Number.isNaN(validCount ?? failedCount ?? NaN);
		if (hasCounts || hasAny(body, ['transaction_code', 'purchase'])) return [body];
		// n8n shows no hint of a trigger, so the item itself shows what is missing.
		return [{ valid: null, reason: 'The callback doesn’t name any contact.', ...body }];
	}
	// Contacts that are counted and not named must not get lost.
	const missing = { valid: false, reason };
	return contacts.length > 0
		? [...contacts, { ...missing, callback: rest }]
		: [{ ...body, ...missing }];
}

/** Why a callback can't be taken at its word: it counts more failed contacts than it names. */
export function failedCountProblem({
	failedCount = 0,
	contacts,
}: CallbackReport): string | undefined {
	const named = failedIn(contacts);
	if (!(failedCount > named)) return undefined;
	const count = failedCount.toLocaleString('en');
	const noun = failedCount === 1 ? 'contact' : 'contacts';
	return `The callback counts ${count} failed ${noun}, but names ${named.toLocaleString('en')}.`;
}

/** How many contacts, as a callback's report has them, failed. */
export function failedIn(contacts: readonly IDataObject[]): number {
	return contacts.filter(({ valid }) => valid === false).length;
}

/**
 * A callback's report of a contact; the contact itself may be under `contact`.
 *
 * @param listed whether its list shows it as valid; undefined if it shows that itself
 */
function contactOf(
	reported: unknown,
	listed: boolean | undefined,
	callback: IDataObject,
): IDataObject {
	const whole = fieldsOf(reported);
	const valid = listed ?? validityOf(whole);
	const unjudged = listed === undefined ? parted(whole, validity).rest : whole;
	const { parts, rest } = parted(unjudged, ['contact']);
	const inner = parts.contact === undefined ? {} : fieldsOf(parts.contact);
	if (valid) return outcomeOf({ valid }, { ...inner, ...rest }, callback);
	if (valid === null) {
		const reason = 'The callback doesn’t say whether this contact is valid.';
		return outcomeOf({ valid, reason }, { ...inner, ...rest }, callback);
	}
	const { parts: errors, rest: fields } = parted(rest, reasons);
	const [first] = Object.values(errors);
	// A code alone is no words, which `answerText` looks for.
	const reason = typeof first === 'number' ? String(first) : answerText(errors);
	const { reason: own, ...others } = fields;
	if (reason !== '' || typeof own !== 'string') {
		return outcomeOf({ valid, reason }, { ...inner, ...fields }, callback);
	}
	return outcomeOf({ valid, reason: own }, { ...inner, ...others }, callback);
}

/**
 * A contact's result, among its fields. Accounts name fields as they like: one that is
 * named like the outcome doesn't replace it, and the contact's own fields are in `contact` as well.
 */
function outcomeOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	const extra = { ...outcome, callback };
	const hides = Object.keys(extra).some((key) => Object.hasOwn(fields, key));
	return { ...outcome, ...fields, ...(hides ? { contact: fields } : {}), ...extra };
}

/** A contact is an object; one that is only its id or a text is kept as `contact`. */
function fieldsOf(contact: unknown): IDataObject {
	return isObject(contact) ? contact : { contact: contact as IDataObject[string] };
}
