import { columnUse } from '../../catalogue/panels';
import { wrongValue } from '../../catalogue/values';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import {
	type ConversionContext,
	convertField,
	type Field,
	isAbsent,
	type ListSentence,
} from '../../fields/field';
import { InputError, placed, quote } from '../../fields/inputError';
import { isNoValue, missedDelimiter, withoutMarks } from '../../fields/sourceText';
import { isBlank, setOwn } from '../../fields/values';
import { toJsonValue } from '../../fields/types/json';
import { requireLetters } from '../../fields/types/text';
import { contactFieldsByName, nameFields } from '../../service/fields/contact';
import type { ItemParameters } from '../../engine/read/parameters';
import { isErrorOfNode } from '../../engine/report';
import { ByKeys, readHeading, type Channel, type Heading } from './readHeading';
import { clearsEmpty, otherKeys } from './contactsForm';
import { refuseWholeRequest, requireName } from './contactIdentity';
import { ownFieldValue } from './customFields';
import { addOptOuts, readConsent } from './optOuts';
import { isEmptyRow, keysOfTriggers } from './skippedRows';
import { splitName } from './wholeName';

interface Column extends Heading {
	key: string;
	/** The field, labeled with the key the user knows, for errors. */
	named?: Field;
	/** All columns of its field, the one to prefer first; itself alone if there are no others. */
	rivals: readonly Column[];
	/** Whether a cell may hold several values: `a@x.example ::: b@x.example`. */
	isAddressBooks: boolean;
	/** Hints that already list this column. */
	hints: Set<ListSentence>;
}

/** The use of each item's columns, for a preview, until n8n drops the items. */
export const columnsRead = new WeakMap<object, Record<string, string>>();

interface ContactReading {
	item: ItemParameters;
	values: IDataObject;
	/** Sent for a key without a value; undefined leaves the key out. */
	emptyValue: null | undefined;
	columns: readonly Column[];
	contact: Record<string, unknown>;
	optedOut: Channel[] | undefined;
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
	// One for all items, since a new one for each would be garbage.
	const reading = {} as ContactReading;
	return (item) => {
		const values = item.input.json;
		refuseWholeRequest(values, 'Input Item');
		if (isEmptyRow(item)) return {};
		const columns = columnsOf.of(values);
		const emptyValue = clearsEmpty(item) ? null : undefined;
		const contact: Record<string, unknown> = {};
		const notes = notesColumns ? {} : undefined;
		if (notes) columnsRead.set(values, notes);
		reading.item = item;
		reading.values = values;
		reading.emptyValue = emptyValue;
		reading.columns = columns;
		reading.contact = contact;
		reading.optedOut = undefined;
		reading.notes = notes;
		// An iterator would create garbage for each value.
		for (let index = 0; index < columns.length; index++)
			readColumnOf(reading, columns[index] as Column);
		if (reading.optedOut) addOptOuts(contact, reading.optedOut);
		requireName(contact, item, values);
		return contact;
	};
}

function readColumns(keys: readonly string[]): Column[] {
	for (const key of keys) refuseMisread(key, keys.length);
	const columns = keys.map(readColumn);
	for (const column of columns) {
		const alike = columns.filter(({ field }) => field && field === column.field);
		if (alike.length > 1) column.rivals = alike.sort((one, other) => one.rank - other.rank);
	}
	return columns;
}

/** @throws InputError if a file was read with the wrong encoding, or with another delimiter */
function refuseMisread(key: string, count: number): void {
	requireLetters(key);
	const delimiter = missedDelimiter({ [key]: true });
	if (delimiter === undefined) return;
	const isHeading = (part: string) => Boolean(readHeading(part).field);
	if (count > 1 && !key.split(/[;\t|]/).some(isHeading)) return;
	throw new InputError(wrongValue.wrongDelimiter({ column: quote(key), delimiter }), [
		'Input Item',
	]);
}

function readColumn(key: string): Column {
	const heading = readHeading(key);
	const { field } = heading;
	// A column with the service's own name needs no note.
	const isServices = field?.name === key;
	const named = isServices ? field : field && { ...field, label: `${field.label} (“${key}”)` };
	const hints = new Set(isServices ? [contactHint.readAs] : []);
	const isAddressBooks = /(^Labels| - Value)$/.test(key);
	return { ...heading, key, named, rivals: [], isAddressBooks, hints };
}

/** The column that supplies a field: of several with a value, the first. */
function sourceOf(column: Column, values: IDataObject): Column {
	const { rivals } = column;
	return rivals.find(({ key }) => hasValue(values[key])) ?? rivals[0] ?? column;
}

function hasValue(value: unknown): boolean {
	return !isBlank(value) && !(typeof value === 'string' && isNoValue(withoutMarks(value)));
}

function readColumnOf(reading: ContactReading, column: Column): void {
	const { values, item, emptyValue, contact, notes } = reading;
	const { field, named, key, rivals } = column;
	if (!field || !named) return readOther(reading, column);
	const value = values[key];
	if (rivals.length > 0) {
		const source = sourceOf(column, values);
		if (source !== column) return noteSecond(reading, column, source, field);
	}
	const isEmpty = isBlank(value);
	const single = column.isAddressBooks ? firstOf(reading, column) : value;
	const read = isEmpty ? emptyValue : convertField(named, single, item);
	if (notes)
		notes[key] =
			read === undefined ? (isEmpty ? columnUse.empty : columnUse.leftOut) : field.label;
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.readAs, ` as ${field.label}`);
	contact[field.name] = read;
}

function firstOf(reading: ContactReading, column: Column): unknown {
	const value = reading.values[column.key];
	if (typeof value !== 'string') return value;
	// It marks its own groups: “* Friends”.
	if (column.field?.name === 'tags') return value.replace(/(^| ::: )(\* )?/g, ',');
	if (!value.includes(' ::: ')) return value;
	noteOnce(reading, column, contactHint.firstOfSeveral);
	return value.split(' ::: ')[0];
}

function noteSecond(
	reading: ContactReading,
	column: Column,
	source: Column,
	{ label }: Field,
): void {
	const { values, notes, item } = reading;
	const isEmpty = !hasValue(values[column.key]);
	if (notes)
		notes[column.key] = isEmpty
			? columnUse.empty
			: columnUse.notUsed({ column: source.key, label });
	if (isEmpty || isRepeated(reading, column, source)) return;
	item.hint(contactHint.otherColumn({ column: source.key, other: column.key, label }));
}

/** Whether two columns of a field have the same value. The unused one causes no hint. */
function isRepeated({ values, item }: ContactReading, ...columns: [Column, Column]): boolean {
	// Leaves out `hint`, so comparing adds no hints.
	const context: ConversionContext = {
		timezone: item.timezone,
		option: (option) => item.option(option),
	};
	const [one, other] = columns.map(({ field, key }) => {
		try {
			return JSON.stringify(field && convertField(field, values[key], context));
		} catch {
			return JSON.stringify(values[key]);
		}
	});
	return one === other;
}

function readOther(reading: ContactReading, column: Column): void {
	const { item, values, emptyValue, contact, notes } = reading;
	const { key } = column;
	const value = values[key];
	if (!isBlank(value)) {
		if (column.wholeName && readWholeName(reading, column, column.wholeName)) return;
		const consent = readConsent(column, value, item);
		if (consent && consent !== 'allowed') (reading.optedOut ??= []).push(consent);
		if (consent) {
			if (notes) notes[key] = columnUse.channels;
			return noteOnce(reading, column, contactHint.readAs, ` as ${columnUse.channels}`);
		}
	}
	const isAdded = keysOfTriggers.has(key) || isErrorOfNode(value);
	const unrecognized = isAdded ? 'leaveOut' : item.option(otherKeys);
	if (notes) notes[key] = unrecognized === 'leaveOut' ? columnUse.leftOut : columnUse.customField;
	if (unrecognized === 'leaveOut') return;
	if (unrecognized === 'error') throw new InputError(wrongContact.notAContactField(), [key]);
	const own = ownFieldValue(key, value, item);
	const read = isAbsent(value) ? emptyValue : toCustomField(key, own);
	if (notes && read === undefined)
		notes[key] = isBlank(value) ? columnUse.empty : columnUse.leftOut;
	if (value === undefined || read === undefined) return;
	noteOnce(reading, column, contactHint.sentAsCustom);
	setOwn(contact, key, read);
}

const nameColumns = nameFields.flatMap((name) => contactFieldsByName.get(name) ?? []);

/** Splits a full name at its comma, or hints that it is one. @returns whether it was split */
function readWholeName(
	reading: ContactReading,
	{ key, ...column }: Column,
	order: 'lastFirst' | 'firstFirst',
): boolean {
	const { values, columns, item, contact, notes } = reading;
	const hasName = columns.some(
		({ field, key: own }) => field && nameColumns.includes(field) && !isBlank(values[own]),
	);
	const parts =
		order === 'lastFirst' && !hasName && !isAnyName(contact)
			? splitName(values[key])
			: undefined;
	if (parts) {
		Object.assign(contact, parts);
		noteOnce(reading, { key, ...column }, contactHint.readAs, ` as ${columnUse.splitName}`);
		if (notes) notes[key] = columnUse.wholeName;
		return true;
	}
	const missing = nameColumns.filter((one) => !columns.some(({ field }) => field === one));
	const labels = missing.map(({ label }) => label).join(' and ');
	if (labels) item.hint(contactHint.notAName({ column: key, labels }));
	return false;
}

/** Another column of a full name may have been split. */
function isAnyName(contact: Record<string, unknown>): boolean {
	return nameColumns.some(({ name }) => !isBlank(contact[name]));
}

/** @throws InputError for an object, and for a list that holds objects or lists */
function toCustomField(key: string, raw: unknown): unknown {
	let value: unknown;
	try {
		value = toJsonValue(raw);
	} catch (error) {
		throw placed(error, key);
	}
	if (Array.isArray(value) ? !value.some(isNested) : !isNested(value)) return value;
	const what = Array.isArray(value) ? 'a list of objects' : 'an object';
	throw new InputError(wrongContact.notACustomField({ kind: what }), [key]);
}

function isNested(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

function noteOnce(
	{ item }: ContactReading,
	{ hints, key }: Pick<Column, 'hints' | 'key'>,
	sentenceOf: ListSentence,
	as = '',
): void {
	if (hints.has(sentenceOf)) return;
	hints.add(sentenceOf);
	item.listInHint(sentenceOf, `“${key}”${as}`);
}
