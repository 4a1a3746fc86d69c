import type { ListSentence } from '../../fields/field';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import { type ConversionContext, type Field, convertField, isAbsent } from '../../fields/field';
import { InputError, within } from '../../fields/inputError';
import { isBlank, setOwn } from '../../fields/values';
import { toJsonValue } from '../../fields/types/json';
import { contactFieldsByName, nameFields } from '../../service/fields/contact';
import type { ItemParameters } from '../../engine/parameters';
import { ByKeys } from './byKeys';
import { readHeading, type Heading } from './readHeading';
import { clearsEmpty, otherKeys } from './contactsForm';
import { isEmptyRow, refuseWholeRequest } from './notContacts';
import { requireName } from './contactIdentity';

/** A key of input items, and how it is read. */
interface Column extends Heading {
	key: string;
	/** The field as errors name it, with the key that the person knows. */
	named?: Field;
	/** All columns of its field, if there are several. */
	rivals: readonly Column[];
	/** The hints that list it, each once for all items. */
	hints: Set<ListSentence>;
}

/** Gets what a column of an input item was read as. */
export type ColumnNote = (input: IDataObject, key: string, readAs: string) => void;

/** An input item that is read as a contact. */
interface Reading {
	item: ItemParameters;
	values: IDataObject;
	/** The value to send for a key without one; undefined if it is left out. */
	emptyValue: null | undefined;
	columns: readonly Column[];
	contact: Record<string, unknown>;
	noteColumn?: ColumnNote;
}

/**
 * Makes what reads input items as contacts: keys that name fields as the service does, or in usual
 * words, are those fields, and the others what the person chose. It throws an InputError where an item
 * is no contact, or names no one.
 */
export function automaticReader(
	noteColumn?: ColumnNote,
): (item: ItemParameters) => Record<string, unknown> {
	const columnsOf = new ByKeys(readColumns);
	return (item) => {
		const values = item.input.json;
		refuseWholeRequest(values, 'Input Item');
		if (isEmptyRow(item)) return {};
		const columns = columnsOf.of(values);
		const emptyValue = clearsEmpty(item) ? null : undefined;
		const contact: Record<string, unknown> = {};
		const reading = { item, values, emptyValue, columns, contact, noteColumn };
		// A loop over values would make garbage for each of them.
		for (let index = 0; index < columns.length; index++)
			readColumnOf(reading, columns[index] as Column);
		requireName(contact, item, values);
		return contact;
	};
}

/** What a column is read as that is no field. */
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
	// A key that already has the service's name needs no mention.
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

/** The column that gives a column's field: of several with a value, the one that says it for sure. */
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
	const { values, item, emptyValue, contact, noteColumn } = reading;
	const { field, named, key } = column;
	if (!field || !named) return readOther(reading, column);
	const source = sourceOf(column, values);
	if (source && source !== column) {
		noteColumn?.(
			values,
			key,
			isBlank(values[key]) ? unread.empty : `not used, “${source.key}” is ${field.label}`,
		);
		if (!isBlank(values[key])) readSecond(reading, column, source, field.label);
		return;
	}
	const value = values[key];
	const read = source ? convertField(named, value, item) : emptyValue;
	noteColumn?.(
		values,
		key,
		read === undefined ? (source ? unread.leftOut : unread.empty) : field.label,
	);
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.readAs);
	contact[field.name] ??= read;
}

/** Reads a column whose field another one gives. */
function readSecond(reading: Reading, column: Column, source: Column, label: string): void {
	if (!isSameValue(reading, column, source)) {
		if (column.isPlain && column.rank === source.rank) {
			const sentence = wrongContact.differentColumns(source.key, column.key, label);
			throw new InputError(sentence, ['Input Item']);
		}
		reading.item.hint(contactHint.otherColumn(source.key, column.key, label));
	}
	// One with more words next to its heading may be a custom field of that name.
	if (!column.isPlain) readOther(reading, column);
}

/** Whether two columns of a field say the same; nothing is said of the one that is not used. */
function isSameValue({ values, item }: Reading, ...columns: [Column, Column]): boolean {
	// Without what takes hints.
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

/** Reads a column that names no field. */
function readOther(reading: Reading, column: Column): void {
	const { item, values, emptyValue, contact, noteColumn } = reading;
	const { key } = column;
	const value = values[key];
	if (column.wholeName && !isBlank(value) && splitName(reading, column)) return;
	const unrecognized = item.option(otherKeys);
	noteColumn?.(values, key, unrecognized === 'leaveOut' ? unread.leftOut : customField);
	if (unrecognized === 'leaveOut') return;
	if (unrecognized === 'error') {
		throw new InputError(wrongContact.notAContactField(), [key]);
	}
	const read = isAbsent(value) ? emptyValue : within(key, () => toCustomField(value));
	if (read === undefined) noteColumn?.(values, key, unread.empty);
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.sentAsCustom);
	setOwn(contact, key, read);
}

/**
 * Splits a whole name at its comma, or hints that it is one.
 *
 * @returns whether it was split
 */
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
		reading.noteColumn?.(values, key, 'Last Name and First Name');
		return true;
	}
	const missing = names.filter((one) => !columns.some(({ field }) => field === one));
	const labels = missing.map(({ label }) => label).join(' and ');
	if (labels) {
		item.hint(contactHint.notAName(key, labels));
	}
	return false;
}

/** Words after a comma that are no first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ltd|inc|llc|s\.?l|s\.?a)\.?$/i;

/** Splits a name such as “Müller, Anna” at its only comma; undefined if that isn't one of a name. */
function splitAtComma(whole: string): { name_last: string; name_first: string } | undefined {
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	if (parts.length !== 2 || name_last === '' || name_first === '') return undefined;
	// A company's place or an address has digits, a person has none.
	if (suffix.test(name_first) || /[\d@]/.test(whole)) return undefined;
	return { name_last, name_first };
}

/**
 * The value of a custom field, as JSON.
 *
 * @throws InputError for an object, and for a list with other than plain values
 */
function toCustomField(raw: unknown): unknown {
	const value = toJsonValue(raw);
	const isNested = (part: unknown) => typeof part === 'object' && part !== null;
	if (Array.isArray(value) ? !value.some(isNested) : !isNested(value)) return value;
	const what = Array.isArray(value) ? 'a list of objects' : 'an object';
	throw new InputError(wrongContact.notACustomField(what));
}

/** Lists a column in a hint that says what happened to it, once for all items. */
function noteOnce({ item }: Reading, column: Column, sentenceOf: ListSentence): void {
	const { hints, key, field } = column;
	if (hints.has(sentenceOf)) return;
	hints.add(sentenceOf);
	const as = sentenceOf === contactHint.readAs && field ? ` as ${field.label}` : '';
	item.listInHint(sentenceOf, `“${key}”${as}`);
}
