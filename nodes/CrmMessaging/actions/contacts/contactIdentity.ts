import { contactAdvice, contactHint, wrongContact } from '../../catalogue/contacts';
import { wrongValue } from '../../catalogue/values';
import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { missedDelimiter } from '../../fields/sourceText';
import { isBlank, isObject } from '../../fields/values';
import { contactFieldsByName, identifyingFields, nameFields } from '../../service/fields/contact';
import { formatList } from '../../engine/hints';
import type { Row } from '../../engine/row';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { ByKeys, readHeading } from './readHeading';
import { contactsFrom, contactSources, otherKeys } from './contactsForm';
import { skippedKindOf } from './skippedRows';

const personFields = [...identifyingFields, ...nameFields];
const either = new Intl.ListFormat('en', { type: 'disjunction' });
const identifierChoices = either.format(
	personFields.map((name) => contactFieldsByName.get(name)?.label ?? name),
);
/** The fields that identify a contact, by their keys. */
export const personKeys = either.format(personFields);

export function namesSomeone(contact: Record<string, unknown>): boolean {
	for (const name of personFields) if (!isAbsent(contact[name])) return true;
	return false;
}

/**
 * Hints if a contact has only a name. Skips empty rows.
 *
 * @param values the input item, unless the user chose its fields
 * @param names the fields that identify a contact, as the user sees them
 * @throws InputError if no field identifies a person
 */
export function requireName(
	contact: Record<string, unknown>,
	item: ItemParameters,
	values?: IDataObject,
	names = identifierChoices,
): void {
	for (const name of identifyingFields) if (!isAbsent(contact[name])) return;
	if (!item.isAgentCall) refuseMissedDelimiter(item.input.json);
	if (Object.keys(contact).length === 0 || skippedKindOf(item)) return;
	if (namesSomeone(contact)) return item.hint(contactHint.nameOnly());
	if (values) refuseUnnamed(values);
	const advice = contactAdvice.add({ fields: names });
	throw new InputError(wrongContact.unidentified({ advice }));
}

/** @throws InputError if the columns of a file became one, so that no expression finds a value */
function refuseMissedDelimiter(row: IDataObject): void {
	const delimiter = missedDelimiter(row);
	if (delimiter === undefined) return;
	const [column] = Object.keys(row);
	throw new InputError(wrongValue.wrongDelimiter({ column: quote(column), delimiter }));
}

/** @throws InputError naming the column that probably identifies a person, or all usable ones */
export function refuseUnnamed(values: IDataObject): never {
	throw new InputError(wrongContact.unidentified({ advice: whyUnnamed(values) }), ['Input Item']);
}

function whyUnnamed(values: IDataObject): string {
	const keys = Object.keys(values);
	const unknown = keys.filter((key) => !readHeading(key).field && !isBlank(values[key]));
	for (const column of unknown) {
		const kind = identifierKindOf(values[column]);
		if (kind) return contactAdvice.column({ column, ...identifierKinds[kind].words });
	}
	const column = unknown.find((key) => readHeading(key).wholeName);
	if (column !== undefined) return contactAdvice.wholeName({ column });
	const names = formatList(keys.map((key) => `“${key}”`));
	return contactAdvice.rename({ fields: identifierChoices, names });
}

const identifierKinds = {
	email: { words: { kind: 'email addresses', label: 'Email' }, keys: ['email'] },
	phone: { words: { kind: 'phone numbers', label: 'Phone' }, keys: ['phone', 'phone_number'] },
};
type IdentifierKind = keyof typeof identifierKinds;

/** A column that isn't read as a field, and the contacts whose value in it matches a kind. */
interface UnknownColumn extends Record<IdentifierKind, IDataObject[]> {
	column: string;
	filled: number;
}

/**
 * Hints at columns that *Map Automatically* ignores although they hold email addresses or phones.
 *
 * @throws InputError if nothing else identifies most of these contacts
 */
export function checkColumns(rows: readonly Row[], parameters: NodeParameters): void {
	for (const { column, filled, ...byKind } of unknownColumns(rows, parameters)) {
		for (const kind of ['email', 'phone'] as const) {
			const contacts = byKind[kind];
			if (contacts.length * 2 <= filled) continue;
			const { words, keys } = identifierKinds[kind];
			const values = { column, ...words };
			if (mostLack(identifyingFields, contacts)) {
				const advice = contactAdvice.column(values);
				throw new InputError(wrongContact.unidentified({ advice }), ['Input Item']);
			}
			if (parameters.option(otherKeys) === 'custom' && mostLack(keys, contacts)) {
				parameters.hints.add(contactHint.columnNotRead(values));
			}
		}
	}
}

function mostLack(keys: readonly string[], contacts: readonly IDataObject[]): boolean {
	const lacking = contacts.filter((contact) => keys.every((key) => isBlank(contact[key])));
	return lacking.length * 2 > contacts.length;
}

function unknownColumns(rows: readonly Row[], parameters: NodeParameters): UnknownColumn[] {
	// Without a readable row, each item reports an invalid choice itself.
	if (rows.length === 0) return [];
	if (parameters.option(contactsFrom) !== contactSources.automatic) return [];
	const columns = new Map<string, UnknownColumn>();
	const columnOf = (column: string): UnknownColumn => {
		const known = columns.get(column) ?? { column, filled: 0, email: [], phone: [] };
		columns.set(column, known);
		return known;
	};
	const columnsOf = new ByKeys((keys) =>
		keys.filter((key) => !readHeading(key).field).map(columnOf),
	);
	for (const row of rows) {
		const contact = row.parts ? row.parts[0] : row;
		if (row.status !== 'ready' || !contact) continue;
		const { json } = parameters.inputAt(row.item);
		const unknown = columnsOf.of(json);
		for (let index = 0; index < unknown.length; index++)
			noteValue(unknown[index] as UnknownColumn, json, contact.body);
	}
	return [...columns.values()];
}

function noteValue(column: UnknownColumn, json: IDataObject, contact: IDataObject): void {
	const value = json[column.column];
	if (isBlank(value)) return;
	column.filled++;
	const kind = identifierKindOf(value);
	if (kind) column[kind].push(contact);
}

function identifierKindOf(value: unknown): IdentifierKind | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (text.includes('@')) return looksLikeEmail(text) ? 'email' : undefined;
	return looksLikePhone(text) ? 'phone' : undefined;
}

/** Also matches `Ana <ana@example.com>`, and several addresses. */
function looksLikeEmail(text: string): boolean {
	const last = text.split(/[\s,;]+/).at(-1) ?? '';
	return /^(<|mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+>?$/i.test(last);
}

/** A number as people write it: with `+`, a leading 0 or separators, but no date or plain code. */
function looksLikePhone(text: string): boolean {
	if (text.length < 7 || !/^[+\d(][\d\s()./\u2010-\u2015-]*$/.test(text)) return false;
	const { length } = text.replace(/\D/g, '');
	if (length < 7 || length > 15 || isDate(text)) return false;
	if (/^[+(]/.test(text) || /^00?[1-9]/.test(text)) return true;
	return length >= 9 && /\d[\s()/.\u2010-\u2015-]+\d/.test(text);
}

function isDate(text: string): boolean {
	return (
		/^(\d{1,2}|\d{4})([./-])\d{1,2}\2(\d{2}|\d{4})(\s.*)?$/.test(text) ||
		/^\d+\.\d+$/.test(text) ||
		/^\d{5}-\d{3,4}$/.test(text)
	);
}

/**
 * Refuses a whole webhook call, whose headers hold the caller's secrets, and a whole request.
 *
 * @param place where it was found, for example `Input Item`
 */
export function refuseWholeRequest(values: Record<string, unknown>, ...place: string[]): void {
	const isCall = isObject(values.headers) && 'body' in values;
	const isRequest = holdsContacts(values) || (isObject(values.purchase) && 'origin' in values);
	if (!isCall && !isRequest) return;
	const content = isCall ? 'a whole webhook call' : 'a whole request';
	const advice = isCall ? adviceFor(values.body, 'body.') : adviceFor(values, '');
	throw new InputError(wrongContact.notAContact({ content, advice }), place);
}

function adviceFor(values: unknown, path: string): string {
	const inner = isObject(values) && holdsContacts(values) ? `${path}contacts` : path.slice(0, -1);
	return inner === '' ? contactAdvice.mapped : contactAdvice.at({ path: inner });
}

function holdsContacts({ contacts }: Record<string, unknown>): boolean {
	return isObject(contacts) || (Array.isArray(contacts) && contacts.some(isObject));
}
