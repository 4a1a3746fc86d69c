import type { IDataObject } from 'n8n-workflow';
import { isObject, truthOf } from '../service/answer';
import { jsonIn } from './call';

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
export const validity = ['valid', 'is_valid'];
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
export function keysNamed(
	object: IDataObject,
	wanted: readonly string[],
): ReadonlyMap<string, string> {
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
export function validityOf(contact: IDataObject): boolean | null {
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

function reportIn(said: IDataObject): CallbackReport {
	if (!namesLists(said) && isReported(said)) {
		return { valid: [], failed: [], contacts: [said], rest: {} };
	}
	const keys = keysNamed(said, [...lists, ...counts]);
	const at = (name: string): unknown => said[keys.get(name) ?? ''];
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
		validCount: countOf(at('contacts_valid_count')),
		failedCount: countOf(at('contacts_failed_count')),
		rest: Object.fromEntries(Object.entries(said).filter(([key]) => !keysRead.has(key))),
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
	const counting = hasCounts(body) ? [] : inside.filter(({ inner }) => hasCounts(inner));
	return counting.length === 1 ? counting[0] : undefined;
}

/** An object, also as the only one of a list, and a list of contacts; either may be JSON in a text. */
function objectIn(value: unknown): IDataObject | undefined {
	const given = read(value);
	if (!Array.isArray(given)) return isObject(given) ? given : undefined;
	const objects = given.filter(isObject);
	if (objects.length === 0 || objects.length < given.length) return undefined;
	const areReported = objects.every((one) => isReported(one) || saysAny(one, validity));
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

function holdsReport(said: IDataObject): boolean {
	return namesLists(said) || isReported(said);
}

function namesLists(said: IDataObject): boolean {
	const keys = keysNamed(said, lists);
	if (keys.has('valid_contacts') || keys.has('failed_contacts')) return true;
	const contacts = placesOf(said[keys.get('contacts') ?? '']);
	return contacts.length > 0 && contacts.every(isObject);
}

function hasCounts(said: IDataObject): boolean {
	return saysAny(said, counts);
}

/** Whether an object is a contact that says what happened to it. */
function isReported(said: IDataObject): boolean {
	return saysAny(said, [...validity, ...reasons]) && saysAny(said, names);
}

function saysAny(said: IDataObject, wanted: readonly string[]): boolean {
	return keysNamed(said, wanted).size > 0;
}

/** A count; NaN where there is something else. */
function countOf(value: unknown): number | undefined {
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
