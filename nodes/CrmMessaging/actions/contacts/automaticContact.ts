import { type Field, convertField, isAbsent } from '../../fields/field';
import { InputError, within } from '../../fields/inputError';
import { setOwn } from '../../fields/values';
import { toJsonValue } from '../../fields/types/json';
import { contactFields, nameFields } from '../../service/fields/contact';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { readHeading, readWholeName, type Heading, type WholeName } from './readHeading';
import { clearsEmpty, unrecognized } from './contactsForm';
import { isBlank, isEmptyRow } from './emptyRows';
import { requireName, refuseWholeRequest } from './contactGuards';

/** A key of input items, and how it is read. */
interface Column {
	key: string;
	/** The field that it names. */
	heading?: Heading;
	/** The field as errors name it, with the key that the person knows. */
	named?: Field;
	/** Names no field, but both names of a person. */
	wholeName?: WholeName;
	/** The hints that list it, each once for all items. */
	hints: Set<(keys: string) => string>;
}

/** An input item that is read as a contact. */
interface Row {
	item: ItemParameters;
	values: Record<string, unknown>;
	/** What becomes of keys that name no field. */
	otherKeys: string;
	/** All its columns. */
	columns: readonly Column[];
	/** The column that gives each field: of several with a value, the one that says it for sure. */
	sources: ReadonlyMap<Field, Column>;
	contact: Record<string, unknown>;
}

/** Makes what reads input items as contacts; see `readAutomatically`. */
export function automaticReader(
	parameters: NodeParameters,
): (item: ItemParameters) => Record<string, unknown> {
	const known = new Map<string, Column>();
	const choiceOf = parameters.common((item) => item.choice('otherKeys'));
	const columnOf = (key: string): Column => {
		let column = known.get(key);
		if (!column) known.set(key, (column = readColumn(key)));
		return column;
	};
	return (item) => readAutomatically(item, choiceOf(item), columnOf);
}

function readColumn(key: string): Column {
	const hints = new Set<(keys: string) => string>();
	const heading = readHeading(key);
	if (!heading) return { key, wholeName: readWholeName(key), hints };
	const { field } = heading;
	if (key === field.name) return { key, heading, named: field, hints: hints.add(taken) };
	return { key, heading, named: { ...field, label: `${field.label} (“${key}”)` }, hints };
}

/**
 * Reads an input item as a contact: keys that name fields as the service does, or in usual words,
 * are those fields, and the others what the person chose.
 *
 * @throws InputError where the item is no contact, or names nobody
 */
function readAutomatically(
	item: ItemParameters,
	otherKeys: string,
	columnOf: (key: string) => Column,
): Record<string, unknown> {
	const values = item.input.json;
	refuseWholeRequest(values, 'Input Item');
	if (isEmptyRow(item)) return {};
	const columns = Object.keys(values).map(columnOf);
	const sources = sourcesOf(columns, values);
	const row: Row = { item, values, otherKeys, columns, sources, contact: {} };
	const empty = clearsEmpty(item) ? null : undefined;
	for (const column of columns) {
		const { field } = column.heading ?? {};
		const source = field && sources.get(field);
		if (!field) readOther(column, row, empty);
		else if (source === column) readField(column, field, row);
		else if (!source) clearField(column, field, row, empty);
		else if (!isBlank(values[column.key])) readSecond(column, source, row, empty);
	}
	requireName(row.contact, item, values);
	return row.contact;
}

function sourcesOf(columns: readonly Column[], values: Row['values']): Map<Field, Column> {
	const sources = new Map<Field, Column>();
	for (const column of columns) {
		const { heading, key } = column;
		if (!heading || isBlank(values[key])) continue;
		const { rank = Infinity } = sources.get(heading.field)?.heading ?? {};
		if (heading.rank < rank) sources.set(heading.field, column);
	}
	return sources;
}

function readField(column: Column, field: Field, { contact, values, item }: Row): void {
	const read = convertField(column.named ?? field, values[column.key], item);
	if (read === undefined) return;
	note(column, taken, item);
	contact[field.name] = read;
}

function clearField(column: Column, field: Field, row: Row, empty: null | undefined): void {
	if (row.values[column.key] === undefined || empty === undefined) return;
	note(column, taken, row.item);
	row.contact[field.name] ??= empty;
}

/** Reads a column whose field another one gives. */
function readSecond(column: Column, source: Column, row: Row, empty: null | undefined): void {
	const { heading } = column as Required<Column>;
	const { label } = heading.field;
	if (!isSameValue(column, source, row)) {
		if (heading.isPlain && heading.rank === source.heading?.rank) {
			throw new InputError(
				`“${source.key}” and “${column.key}” are both the contact’s ${label}, but differ; remove one of them before this node, or choose Map Each Field`,
				['Input Item'],
			);
		}
		row.item.hint(
			`“${source.key}” is the contact’s ${label}, and not “${column.key}”, which differs. To choose yourself, remove one of them before this node, or choose Map Each Field.`,
		);
	}
	// One with words beside its heading may be a custom field of that name.
	if (!heading.isPlain) readOther(column, row, empty);
}

/** Whether two columns of a field say the same; nothing is said of the one that is not used. */
function isSameValue(column: Column, source: Column, { values, item }: Row): boolean {
	const { timezone, countryCode } = item;
	const [one, other] = [column, source].map(({ heading, key }) => {
		try {
			return JSON.stringify(
				heading?.field.type.convert(values[key], { timezone, countryCode }),
			);
		} catch {
			return JSON.stringify(values[key]);
		}
	});
	return one === other;
}

/** Reads a column that names no field. */
function readOther(column: Column, row: Row, empty: null | undefined): void {
	const { key } = column;
	const { values, otherKeys, item, contact } = row;
	const value = values[key];
	if (column.wholeName && !isBlank(value) && splitName(column, row)) return;
	if (otherKeys === unrecognized.leaveOut) return;
	if (otherKeys === unrecognized.error) {
		throw new InputError('is not a field of a contact; rename it or leave it out', [key]);
	}
	const read = isAbsent(value) ? empty : readCustom(key, value);
	if (value === undefined || read === undefined) return;
	note(column, sentAsCustom, item);
	setOwn(contact, key, read);
}

/**
 * Splits a whole name at its comma, or hints that it is one.
 *
 * @returns whether it was split
 */
function splitName(column: Column, { values, columns, sources, item, contact }: Row): boolean {
	const names = contactFields.filter(({ name }) => nameFields.includes(name));
	const hasName = names.some((field) => sources.has(field) || !isBlank(contact[field.name]));
	const value = values[column.key];
	const isText = column.wholeName !== 'firstFirst' && typeof value === 'string';
	const parts = isText && !hasName ? splitAtComma(value) : undefined;
	if (parts) {
		Object.assign(contact, parts);
		note(column, splitAtItsComma, item);
		return true;
	}
	const missing = names.filter(
		(field) => !columns.some(({ heading }) => heading?.field === field),
	);
	const labels = missing.map(({ label }) => label).join(' and ');
	if (labels) {
		item.hint(
			`“${column.key}” is not read as a name. Did you mean ${labels}? Rename or split the column before this node, or choose Map Each Field.`,
		);
	}
	return false;
}

/** Says what becomes of a column, once for all items. */
function note(column: Column, sentenceOf: (keys: string) => string, item: ItemParameters): void {
	const { hints, key, heading } = column;
	if (hints.has(sentenceOf)) return;
	hints.add(sentenceOf);
	const field = sentenceOf === taken && heading ? ` as ${heading.field.label}` : '';
	item.listInHint(sentenceOf, `“${key}”${field}`);
}

function readCustom(key: string, given: unknown): unknown {
	const value = within(key, () => toJsonValue(given));
	if (!isNested(value)) return value;
	const what = Array.isArray(value) ? 'a list of objects' : 'an object';
	throw new InputError(
		`${what} cannot be a custom field; map what it holds with Map Each Field, or set Unrecognized Fields to Leave Out`,
		[key],
	);
}

function taken(keys: string): string {
	return `Map Automatically read ${keys}.`;
}

function splitAtItsComma(keys: string): string {
	return `Map Automatically split ${keys} into Last Name and First Name at its comma.`;
}

function sentAsCustom(keys: string): string {
	return `Sent as custom fields: ${keys}. The service takes only those that the account settings define; for other keys, set Unrecognized Fields to Leave Out.`;
}

/** Whether a value is an object, or a list with anything but plain values. */
function isNested(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		!Array.isArray(value) || value.some((entry) => typeof entry === 'object' && entry !== null)
	);
}

/** The parts of a whole name. */
interface NameParts {
	name_last: string;
	name_first: string;
}

/** What stands behind a comma and is no first name. */
const suffix =
	/^(jr|jnr|sr|snr|i{1,3}|iv|ph\.? ?d|md|m\.d|mba|esq|dr|prof|gmbh|ltd|inc|llc|s\.?l|s\.?a)\.?$/i;

/** Splits a name such as “Müller, Anna” at its only comma; undefined if that isn't one of a name. */
function splitAtComma(whole: string): NameParts | undefined {
	const parts = whole.split(',').map((part) => part.trim());
	const [name_last = '', name_first = ''] = parts;
	if (parts.length !== 2 || name_last === '' || name_first === '') return undefined;
	// A company's place or an address has digits, a person has none.
	if (suffix.test(name_first) || /[\d@]/.test(whole)) return undefined;
	return { name_last, name_first };
}
