import { counted, figure } from '../catalogue/sentence';
import { contactReason } from '../catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { countOf, isObject, truthOf } from '../fields/values';
import { saysError } from '../service/answer';
import { answerText, plainKey } from '../service/serviceText';
import { counts, jsonIn } from './call';
import type { CallbackOutput } from '../editor/triggerForm';

/**
 * Contacts and counts in a callback. Only one format has been observed
 * (docs/contributing/service.md, Callback). Other key cases, a nested report, or a single list of
 * contacts mean the same.
 */
export interface CallbackReport {
	/**
	 * Each with `valid` (null if unknown), `reason` if invalid, and `callback` (`rest`). Valid ones
	 * come first.
	 */
	contacts: IDataObject[];
	/** Its counts; NaN if a count isn't a number. */
	validCount?: number;
	failedCount?: number;
	/** Everything except the lists, unchanged. */
	rest: IDataObject;
}

const lists = new Map<string, boolean | undefined>([
	['valid_contacts', true],
	['failed_contacts', false],
	['contacts', undefined],
]);
const listNames = [...lists.keys()];
const validity = ['valid', 'is_valid'];
const reasons = ['error', 'errors'];
const names = ['user_id', 'email', 'phone', 'phone_number', 'contact'];

/** Most keys of an object to search; anyone can send half a million. */
const mostKeys = 1000;

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
	// Lists of valid or failed contacts make a list of all redundant.
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

/** Keys by the names they match: `Valid-Contacts` is `valid_contacts`. An exact match wins. */
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

/** Whether a contact is valid. One with an error isn't; null means unknown. */
function validityOf(contact: IDataObject): boolean | null {
	for (const key of keysNamed(contact, reasons).values())
		if (saysError(contact[key])) return false;
	for (const key of keysNamed(contact, validity).values()) {
		const truth = truthOf(contact[key]);
		if (truth !== undefined) return truth;
	}
	return null;
}

/** Splits an object into the named parts and the unchanged rest. */
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

/** The single nested object that holds the report, if the callback itself doesn't. */
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

/** An object, the only object of a list, or a list of contacts. Each may be JSON text. */
function objectIn(value: unknown): IDataObject | undefined {
	const given = read(value);
	if (!Array.isArray(given)) return isObject(given) ? given : undefined;
	const objects = given.filter(isObject);
	if (objects.length === 0 || objects.length < given.length) return undefined;
	const areReported = objects.every((one) => isReported(one) || hasAny(one, validity));
	if (areReported) return { contacts: objects };
	return objects.length === 1 ? objects[0] : undefined;
}

/** A list, or JSON text of one. A list with gaps arrives as an object with indexes as keys. */
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

function isReported(object: IDataObject): boolean {
	return hasAny(object, [...validity, ...reasons]) && hasAny(object, names);
}

function hasAny(object: IDataObject, wanted: readonly string[]): boolean {
	return keysNamed(object, wanted).size > 0;
}

function countOrNaN(value: unknown): number | undefined {
	return value === undefined ? undefined : (countOf(value) ?? NaN);
}

function read(value: unknown): unknown {
	return typeof value === 'string' && /^\s*[{[]/.test(value) ? jsonIn(value) : value;
}

/** The trigger's output. A callback without contacts, such as a purchase's, is one item. */
export function outputOfCallback(body: IDataObject, output: CallbackOutput): IDataObject[] {
	if (output === 'callback') return [body];
	const report = readReport(body);
	const { contacts, validCount, failedCount, rest } = report;
	const reason = failedCountProblem(report);
	if (reason === undefined && contacts.length > 0) return contacts;
	if (reason === undefined) {
		const hasCounts = !Number.isNaN(validCount ?? failedCount ?? NaN);
		if (hasCounts || hasAny(body, ['transaction_code', 'purchase'])) return [body];
		// n8n shows no hints of triggers, so the item reports the gap.
		return [{ valid: null, reason: contactReason.noContacts, ...body }];
	}
	// Contacts that are counted but not listed must not get lost.
	const missing = { valid: false, reason };
	return contacts.length > 0
		? [...contacts, { ...missing, callback: rest }]
		: [{ ...body, ...missing }];
}

/** Checks whether a callback counts more failed contacts than it lists. */
export function failedCountProblem({
	failedCount = 0,
	contacts,
}: CallbackReport): string | undefined {
	const named = failedIn(contacts);
	if (!(failedCount > named)) return undefined;
	const count = counted(failedCount, 'failed contact');
	return `The callback counts ${count}, but names ${figure(named)}.`;
}

export function failedIn(contacts: readonly IDataObject[]): number {
	return contacts.filter(({ valid }) => valid === false).length;
}

/** A reported contact, perhaps nested under `contact`. Its list may show whether it is valid. */
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
	if (valid !== false) {
		const outcome = valid ? { valid } : { valid, reason: contactReason.noVerdict };
		return outcomeOf(outcome, { ...inner, ...rest }, callback);
	}
	const { parts: errors, rest: fields } = parted(rest, reasons);
	const [first] = Object.values(errors);
	// `answerText` looks for words, and a bare code isn't one.
	const words = typeof first === 'number' ? String(first) : answerText(errors);
	const { reason: own, ...others } = fields;
	const isOwn = words === '' && typeof own === 'string';
	const outcome = { valid, reason: isOwn ? own : words };
	return outcomeOf(outcome, { ...inner, ...(isOwn ? others : fields) }, callback);
}

/** Accounts choose field names, so a field can't overwrite the result: then `contact` has them. */
function outcomeOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	const extra = { ...outcome, callback };
	const hides = Object.keys(extra).some((key) => Object.hasOwn(fields, key));
	return { ...outcome, ...fields, ...(hides ? { contact: fields } : {}), ...extra };
}

/** A contact that is only an ID or a text becomes `contact`. */
function fieldsOf(contact: unknown): IDataObject {
	return isObject(contact) ? contact : { contact: contact as IDataObject[string] };
}
