import { contactAdvice, contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../catalogue/sentence';
import { formatItems, formatList } from '../../engine/hints';
import { pathExpression } from '../../engine/read/meantField';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { itemsOf, rowsThatAre, type Row } from '../../engine/row';
import { isAbsent } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { missedDelimiter } from '../../fields/sourceText';
import { isBlank, isObject } from '../../fields/values';
import { contactInputsByName, identifyingFields, nameFields } from '../../service/fields/contact';
import { fieldNamed } from './columnNames';
import { contactsFrom, contactSources } from './contactsForm';
import { hasValue, isAdded } from './namedValues';

const personFields = [...identifyingFields, ...nameFields];
const either = new Intl.ListFormat('en', { type: 'disjunction' });
const labels = either.format(
	personFields.map((name) => contactInputsByName.get(name)?.label ?? name),
);
/** The fields that identify a contact, by their keys. */
export const personKeys = either.format(personFields);

export function namesSomeone(contact: Record<string, unknown>): boolean {
	return personFields.some((name) => !isAbsent(contact[name]));
}

/**
 * Whether an input item is an empty row. Without keys, it is one only if it should be a contact
 * itself: triggers pass such items to nodes that need no data.
 */
export function isEmptyRow(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json, binary = {} } = item.input;
	// The contents of a file that wasn't extracted are unknown.
	if (Object.keys(binary).length > 0) return false;
	const keys = Object.keys(json);
	if (keys.some((key) => hasValue(json[key]) && !isAdded(key, json))) return false;
	return keys.length > 0 || item.option(contactsFrom) === contactSources.automatic;
}

/** Hints at empty rows, which each have an output item unless a bulk job is one. */
export function noteEmptyRows(
	rows: readonly Row[],
	parameters: NodeParameters,
	hasOutput: boolean,
): void {
	const empty = rowsThatAre('skipped', rows);
	if (empty.length === 0) return;
	const items = formatItems(itemsOf(empty));
	parameters.hints.add(
		contactHint.emptyRows({ rows: `${counted(empty.length, 'empty row')} (${items})` }),
	);
	const json = { bulk_id: null, skipped: 'empty' };
	if (hasOutput) for (const row of empty) row.outcome = { is: 'skipped', json };
}

/**
 * Hints if a contact has only a name. One without values is left to the caller.
 *
 * @param fields those that identify a contact, as the person sees them
 * @throws InputError if no field identifies a person
 */
export function requireName(
	contact: IDataObject,
	item: ItemParameters,
	isEmpty = Object.keys(contact).length === 0,
	fields = labels,
): void {
	for (const name of identifyingFields) if (!isAbsent(contact[name])) return;
	if (namesSomeone(contact)) return item.hint(contactHint.nameOnly());
	const isHeading = (name: string) => fieldNamed(name) !== undefined;
	const missed = item.isAgentCall ? undefined : missedDelimiter(item.input.json, isHeading);
	if (missed) throw missed;
	if (isEmpty || isEmptyRow(item)) return;
	throw new InputError(wrongContact.unidentified({ advice: contactAdvice.add({ fields }) }));
}

/**
 * Refuses an object whose keys name no one, although its values do.
 *
 * @param root the expression of the object
 * @throws InputError
 */
export function refuseMisplaced(values: IDataObject, root: string): void {
	const path = pathToPerson(values);
	if (path) {
		const advice = contactAdvice.at({ path: pathExpression(root, path) });
		throw new InputError(wrongContact.unidentified({ advice }));
	}
}

/** @throws InputError if an item holds the headings of a file, below a title or once more */
export function refuseHeadings(values: IDataObject): void {
	const filled = Object.values(values).filter((value) => !isBlank(value));
	const headings = filled.filter((value) => typeof value === 'string' && fieldNamed(value));
	if (headings.length < Math.min(2, filled.length) || headings.length === 0) return;
	const heading = quote(headings[0]);
	throw new InputError(wrongContact.headings({ heading }));
}

/** @throws InputError with the names of an item's fields */
export function refuseUnnamed(values: IDataObject): never {
	const names = formatList(Object.keys(values).map((key) => `“${key}”`));
	const advice = contactAdvice.rename({ fields: labels, names });
	throw new InputError(wrongContact.unidentified({ advice }), ['Input Item']);
}

/**
 * Refuses a whole webhook call, whose headers hold the caller's secrets, and a whole request.
 *
 * @param root the expression of the object
 * @throws InputError with the path of the contacts in it
 */
export function refuseWholeRequest(values: IDataObject, root: string): void {
	const isCall = isObject(values.headers) && 'body' in values;
	const isRequest = isObject(values.purchase) && 'origin' in values;
	if (!isCall && !isRequest && !isListOfObjects(values.contacts)) return;
	const content = isCall ? 'a whole webhook call' : 'a whole request';
	const path = pathToPerson(isCall ? { body: values.body } : values);
	const advice = path
		? contactAdvice.at({ path: pathExpression(root, path) })
		: contactAdvice.mapped;
	throw new InputError(wrongContact.notAContact({ content, advice }));
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.some(isObject);
}

const deepestPerson = 4;

/** The keys that lead to the nearest object inside another one that names someone, or to a list of such. */
function pathToPerson(values: IDataObject): string[] | undefined {
	const open: Array<[values: IDataObject, path: string[]]> = [[values, []]];
	for (const [outer, path] of open) {
		for (const [key, inner] of Object.entries(outer)) {
			const own = [...path, key];
			const first = isListOfObjects(inner) ? inner.find(isObject) : inner;
			if (!isObject(first)) continue;
			if (hasPerson(first)) return own;
			if (own.length < deepestPerson && !Array.isArray(inner)) open.push([first, own]);
		}
	}
	return undefined;
}

function hasPerson(values: IDataObject): boolean {
	return Object.entries(values).some(
		([key, value]) =>
			!isBlank(value) && personFields.includes(fieldNamed(key)?.field.name ?? ''),
	);
}
