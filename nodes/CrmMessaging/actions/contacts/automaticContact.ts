import type { ListSentence } from '../../fields/field';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { type ConversionContext, type Field, convertField, isAbsent } from '../../fields/field';
import { InputError, within } from '../../fields/inputError';
import { isBlank, setOwn } from '../../fields/values';
import { toJsonValue } from '../../fields/types/json';
import { contactFieldsByName, nameFields } from '../../service/fields/contact';
import type { ItemParameters } from '../../engine/parameters';
import { ByKeys, readHeading, type Heading } from './readHeading';
import { clearsEmpty, otherKeys } from './contactsForm';
import { isEmptyRow, refuseWholeRequest, requireName } from './contactIdentity';

interface Column extends Heading {
	key: string;
	/** The field, labeled with the key the user knows, for errors. */
	named?: Field;
	rivals: readonly Column[];
	/** Hints that already list this column. */
	hints: Set<ListSentence>;
}

/** The use of each item's columns, for a preview, until n8n drops the items. */
export const columnsRead = new WeakMap<object, Record<string, string>>();

interface Reading {
	item: ItemParameters;
	values: IDataObject;
	/** Sent for a key without a value; undefined leaves the key out. */
	emptyValue: null | undefined;
	columns: readonly Column[];
	contact: Record<string, unknown>;
	/** The use of each column, if a preview shows it. */
	notes: Record<string, string> | undefined;
}

/**
 * Returns a reader of input items as contacts. Keys that name a field, in the service's words or
 * usual ones, are that field.
 *
 * @throws InputError if an item isn't a contact or identifies no one
 */
export function automaticReader(
	notesColumns: boolean,
): (item: ItemParameters) => Record<string, unknown> {
	const columnsOf = new ByKeys(readColumns);
	return (item) => {
		const values = item.input.json;
		refuseWholeRequest(values, 'Input Item');
		if (isEmptyRow(item)) return {};
		const columns = columnsOf.of(values);
		const emptyValue = clearsEmpty(item) ? null : undefined;
		const contact: Record<string, unknown> = {};
		const notes = notesColumns ? {} : undefined;
		if (notes) columnsRead.set(values, notes);
		const reading = { item, values, emptyValue, columns, contact, notes };
		// An iterator would create garbage for each value.
		for (let index = 0; index < columns.length; index++)
			readColumnOf(reading, columns[index] as Column);
		requireName(contact, item, values);
		return contact;
	};
}

const unread = { empty: 'left out, because it’s empty', leftOut: 'left out' };
const customField = 'a custom field';

function readColumns(keys: readonly string[]): Column[] {
	const columns = keys.map(readColumn);
	for (const column of columns) {
		const alike = columns.filter(({ field }) => field && field === column.field);
		if (alike.length > 1) column.rivals = alike;
	}
	return columns;
}

function readColumn(key: string): Column {
	const heading = readHeading(key);
	const { field } = heading;
	// A column with the service's own name needs no note.
	const isServices = field?.name === key;
	const named = isServices ? field : field && { ...field, label: `${field.label} (“${key}”)` };
	return {
		...heading,
		key,
		named,
		rivals: [],
		hints: new Set(isServices ? [contactHint.readAs] : []),
	};
}

/** The column that supplies a field: of several with a value, the most certain one. */
function sourceOf(column: Column, values: IDataObject): Column | undefined {
	if (column.rivals.length === 0) return isBlank(values[column.key]) ? undefined : column;
	let source: Column | undefined;
	for (const rival of column.rivals) {
		if (isBlank(values[rival.key])) continue;
		if (!source || rival.rank < source.rank) source = rival;
	}
	return source;
}

function readColumnOf(reading: Reading, column: Column): void {
	const { values, item, emptyValue, contact, notes } = reading;
	const { field, named, key } = column;
	if (!field || !named) return readOther(reading, column);
	const value = values[key];
	const source = sourceOf(column, values);
	if (notes) notes[key] = source && !isBlank(value) ? unread.leftOut : unread.empty;
	if (source && source !== column) {
		if (!isBlank(value)) readSecond(reading, column, source, field.label);
		return;
	}
	const read = source ? convertField(named, value, item) : emptyValue;
	if (notes && read !== undefined) notes[key] = field.label;
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.readAs);
	contact[field.name] ??= read;
}

function readSecond(reading: Reading, column: Column, source: Column, label: string): void {
	if (reading.notes) reading.notes[column.key] = `not used, “${source.key}” is ${label}`;
	if (!isSameValue(reading, column, source)) {
		if (column.isPlain && column.rank === source.rank) {
			const sentence = wrongContact.differentColumns(source.key, column.key, label);
			throw new InputError(sentence, ['Input Item']);
		}
		reading.item.hint(contactHint.otherColumn(source.key, column.key, label));
	}
	// With extra words, the heading may be a custom field's name.
	if (!column.isPlain) readOther(reading, column);
}

/** Whether two columns of a field have the same value. The unused one causes no hint. */
function isSameValue({ values, item }: Reading, ...columns: [Column, Column]): boolean {
	// Leaves out `hint`, so comparing adds no hints.
	const context: ConversionContext = {
		timezone: item.timezone,
		option: (option) => item.option(option),
	};
	const [one, other] = columns.map(({ field, key }) => {
		try {
			return JSON.stringify(field?.type.convert(values[key], context));
		} catch {
			return JSON.stringify(values[key]);
		}
	});
	return one === other;
}

function readOther(reading: Reading, column: Column): void {
	const { item, values, emptyValue, contact, notes } = reading;
	const { key } = column;
	const value = values[key];
	if (column.wholeName && !isBlank(value) && splitName(reading, column)) return;
	const unrecognized = item.option(otherKeys);
	if (notes) notes[key] = unrecognized === 'leaveOut' ? unread.leftOut : customField;
	if (unrecognized === 'leaveOut') return;
	if (unrecognized === 'error') throw new InputError(wrongContact.notAContactField(), [key]);
	const read = isAbsent(value) ? emptyValue : within(key, () => toCustomField(value));
	if (notes && read === undefined) notes[key] = unread.empty;
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.sentAsCustom);
	setOwn(contact, key, read);
}

/** Splits a full name at its comma, or hints that it is one. @returns whether it was split */
function splitName(reading: Reading, column: Column): boolean {
	const { values, columns, item, contact } = reading;
	const { key, wholeName } = column;
	const names = nameFields.flatMap((name) => contactFieldsByName.get(name) ?? []);
	const isGiven = (name: Field) =>
		columns.some(({ field, key: own }) => field === name && !isBlank(values[own]));
	const hasName = names.some((name) => isGiven(name) || !isBlank(contact[name.name]));
	const value = values[key];
	const isText = wholeName !== 'firstFirst' && typeof value === 'string';
	const parts = isText && !hasName ? splitAtComma(value) : undefined;
	if (parts) {
		Object.assign(contact, parts);
		noteOnce(reading, column, contactHint.splitNames);
		if (reading.notes) reading.notes[key] = 'Last Name and First Name';
		return true;
	}
	const missing = names.filter((one) => !columns.some(({ field }) => field === one));
	const labels = missing.map(({ label }) => label).join(' and ');
	if (labels) item.hint(contactHint.notAName(key, labels));
	return false;
}

/** Follows a comma, but isn't a first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ltd|inc|llc|s\.?l|s\.?a)\.?$/i;

/** “Müller, Anna”; undefined if it isn't a person's name. */
function splitAtComma(whole: string): { name_last: string; name_first: string } | undefined {
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	if (parts.length !== 2 || name_last === '' || name_first === '') return undefined;
	// Companies and addresses have digits, people don't.
	if (suffix.test(name_first) || /[\d@]/.test(whole)) return undefined;
	return { name_last, name_first };
}

/** @throws InputError for an object, and for a list that holds objects or lists */
function toCustomField(raw: unknown): unknown {
	const value = toJsonValue(raw);
	const isNested = (part: unknown) => typeof part === 'object' && part !== null;
	if (Array.isArray(value) ? !value.some(isNested) : !isNested(value)) return value;
	const what = Array.isArray(value) ? 'a list of objects' : 'an object';
	throw new InputError(wrongContact.notACustomField(what));
}

function noteOnce({ item }: Reading, column: Column, sentenceOf: ListSentence): void {
	const { hints, key, field } = column;
	if (hints.has(sentenceOf)) return;
	hints.add(sentenceOf);
	const as = sentenceOf === contactHint.readAs && field ? ` as ${field.label}` : '';
	item.listInHint(sentenceOf, `“${key}”${as}`);
}
