import { columnUse } from '../../catalogue/panels';
import { wrongValue } from '../../catalogue/values';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import {
	type ConversionContext,
	convertField,
	type Field,
	type FieldType,
	type ListSentence,
} from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { isNoValue, missedDelimiter, withoutMarks } from '../../fields/sourceText';
import { isBlank, setOwn } from '../../fields/values';
import { requireLetters } from '../../fields/types/text';
import { contactFieldsByName, nameFields } from '../../service/fields/contact';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { isErrorOfNode } from '../../engine/report';
import {
	addOptOuts,
	ByKeys,
	readConsent,
	readHeading,
	splitName,
	type Channel,
	type Heading,
} from './readHeading';
import { clearsEmpty, otherKeys } from './contactsForm';
import { refuseWholeRequest, requireName } from './contactIdentity';
import { anyValue, ownField } from './customFields';
import { keysOfTriggers } from './skippedRows';

interface Column extends Heading {
	key: string;
	/** The field, or the account's own, labeled with the key the user knows, for errors. */
	named: Field;
	/** All columns of its field, the one to prefer first; empty if it's the only one. */
	rivals: readonly Column[];
	/** Whether a cell may hold several values: `a@x.example ::: b@x.example`. */
	isAddressBooks: boolean;
	/** Hints that already list this column. */
	hints: Set<ListSentence>;
}

/** The use of each item's columns, for a preview, until n8n drops the items. */
export const columnsRead = new WeakMap<object, Record<string, string>>();

/**
 * Reads input items as contacts, one after the other. Keys that name a field, in the service's words
 * or usual ones, are that field.
 */
export class AutomaticReader {
	private readonly columnsOf = new ByKeys(readColumns);
	private readonly settingsOf: (item: ItemParameters) => ReturnType<typeof readSettings>;
	/** Of the item that is being read. */
	private item!: ItemParameters;
	private settings!: ReturnType<typeof readSettings>;
	private values: IDataObject = {};
	private columns: readonly Column[] = [];
	private contact: Record<string, unknown> = {};
	private optedOut: Channel[] | undefined;

	/** @param notesColumns whether a preview shows the use of each column */
	constructor(
		parameters: NodeParameters,
		private readonly notesColumns: boolean,
	) {
		this.settingsOf = parameters.common(readSettings);
	}

	/** @throws InputError if the item isn't a contact or identifies no one */
	read(item: ItemParameters): Record<string, unknown> {
		const values = item.input.json;
		refuseWholeRequest(values, 'Input Item');
		const notes: Record<string, string> | undefined = this.notesColumns ? {} : undefined;
		if (notes) columnsRead.set(values, notes);
		this.item = item;
		this.settings = this.settingsOf(item);
		this.values = values;
		this.columns = this.columnsOf.of(values);
		this.contact = {};
		this.optedOut = undefined;
		// An iterator would create garbage for each value.
		for (let index = 0; index < this.columns.length; index++) {
			const column = this.columns[index] as Column;
			if (values[column.key] === undefined) continue;
			const use = this.readColumn(column);
			if (notes) notes[column.key] = use;
		}
		if (this.optedOut) addOptOuts(this.contact, this.optedOut);
		requireName(this.contact, item, values);
		return this.contact;
	}

	/** @returns the use of the column */
	private readColumn(column: Column): string {
		const { key, field, named } = column;
		const other = field ? this.leaveToOther(column, field) : this.readOther(column);
		if (other !== undefined) return other;
		const value = this.values[key];
		const isEmpty = isBlank(value);
		const single = column.isAddressBooks ? this.firstOf(column, value) : value;
		const read = isEmpty ? this.settings.emptyValue : convertField(named, single, this.item);
		if (read === undefined) return isEmpty ? columnUse.empty : columnUse.leftOut;
		if (field) this.noteOnce(column, contactHint.readAs, field.label);
		else this.noteOnce(column, contactHint.sentAsCustom);
		setOwn(this.contact, named.name, read);
		return field ? field.label : columnUse.customField;
	}

	/**
	 * Leaves a field to another of its columns, the first one with a value. Hints at this column if
	 * both differ.
	 *
	 * @returns the use of this column; undefined if it supplies the field
	 */
	private leaveToOther(column: Column, { label }: Field): string | undefined {
		const source = column.rivals.length > 0 ? this.sourceAmong(column.rivals) : column;
		if (source === column) return undefined;
		if (!this.hasValue(column)) return columnUse.empty;
		const { key } = source;
		if (this.quietly(column) !== this.quietly(source)) {
			this.item.hint(contactHint.otherColumn({ column: key, other: column.key, label }));
		}
		return columnUse.notUsed({ column: key, label });
	}

	private sourceAmong(columns: readonly Column[]): Column {
		return columns.find((column) => this.hasValue(column)) ?? (columns[0] as Column);
	}

	private hasValue({ key }: Column): boolean {
		const value = this.values[key];
		return !isBlank(value) && !(typeof value === 'string' && isNoValue(withoutMarks(value)));
	}

	private firstOf(column: Column, value: unknown): unknown {
		if (typeof value !== 'string') return value;
		// It marks its own groups: “* Friends”.
		if (column.field?.name === 'tags') return value.replace(/(^| ::: )(\* )?/g, ',');
		if (!value.includes(' ::: ')) return value;
		this.noteOnce(column, contactHint.firstOfSeveral);
		return value.split(' ::: ')[0];
	}

	/** A column's converted value for a comparison, without hints or errors. */
	private quietly({ named, key }: Column): string {
		const { timezone } = this.item;
		const context: ConversionContext = {
			timezone,
			option: (option) => this.item.option(option),
		};
		try {
			return JSON.stringify(convertField(named, this.values[key], context));
		} catch {
			return JSON.stringify(this.values[key]);
		}
	}

	/** @returns the use of a column that isn't a field; undefined if it's the account's own */
	private readOther(column: Column): string | undefined {
		const { key, wholeName } = column;
		const value = this.values[key];
		if (!isBlank(value)) {
			if (wholeName && this.readWholeName(column, wholeName)) return columnUse.wholeName;
			const consent = readConsent(column, value, this.item);
			if (consent && consent !== 'allowed') (this.optedOut ??= []).push(consent);
			if (consent) {
				this.noteOnce(column, contactHint.readAs, columnUse.channels);
				return columnUse.channels;
			}
		}
		const { unrecognized } = this.settings;
		const isAdded = keysOfTriggers.has(key) || isErrorOfNode(value);
		if (isAdded || unrecognized === 'leaveOut') return columnUse.leftOut;
		if (unrecognized === 'error') throw new InputError(wrongContact.notAContactField(), [key]);
		return undefined;
	}

	/** Splits a full name at its comma, or hints that it is one. @returns whether it was split */
	private readWholeName(column: Column, order: 'lastFirst' | 'firstFirst'): boolean {
		const isKnown = nameFields.some((name) => !isBlank(this.contact[name]));
		const parts =
			order === 'lastFirst' && !isKnown ? splitName(this.values[column.key]) : undefined;
		if (parts) {
			Object.assign(this.contact, parts);
			this.noteOnce(column, contactHint.readAs, columnUse.splitName);
			return true;
		}
		const labels = nameFields
			.filter((name) => !this.columns.some(({ field }) => field?.name === name))
			.map((name) => contactFieldsByName.get(name)?.label)
			.join(' and ');
		if (labels) this.item.hint(contactHint.notAName({ column: column.key, labels }));
		return false;
	}

	private noteOnce({ hints, key }: Column, sentenceOf: ListSentence, use?: string): void {
		if (hints.has(sentenceOf)) return;
		hints.add(sentenceOf);
		this.item.listInHint(sentenceOf, use === undefined ? `“${key}”` : `“${key}” as ${use}`);
	}
}

function readSettings(item: ItemParameters) {
	return {
		/** Sent for a key without a value; undefined leaves the key out. */
		emptyValue: clearsEmpty(item) ? null : undefined,
		unrecognized: item.option(otherKeys),
	};
}

/** Whole names come last, since they're split only if no other column has the name. */
function readColumns(keys: readonly string[]): Column[] {
	for (const key of keys) refuseMisread(key, keys.length);
	const columns = keys.map(readColumn);
	for (const column of columns) {
		const alike = columns.filter(({ field }) => field && field === column.field);
		if (alike.length > 1) column.rivals = alike.sort((one, other) => one.rank - other.rank);
	}
	const isPart = ({ wholeName }: Column) => wholeName === undefined;
	return [...columns.filter(isPart), ...columns.filter((column) => !isPart(column))];
}

/** @throws InputError if a file was read with the wrong encoding, or with another delimiter */
function refuseMisread(key: string, count: number): void {
	requireLetters(key);
	const delimiter = missedDelimiter({ [key]: true });
	if (delimiter === undefined) return;
	const isHeading = (part: string) => Boolean(readHeading(part).field);
	if (count > 1 && !key.split(/[;\t|]/).some(isHeading)) return;
	const sentence = wrongValue.wrongDelimiter({ column: quote(key), delimiter });
	throw new InputError(sentence, ['Input Item']);
}

function readColumn(key: string): Column {
	const heading = readHeading(key);
	const { field } = heading;
	// A column with the service's own name needs no note.
	const isServices = field?.name === key;
	let named = field ?? ownField(key, flatValue);
	if (field && !isServices) named = { ...field, label: `${field.label} (“${key}”)` };
	const hints = new Set(isServices ? [contactHint.readAs] : []);
	const isAddressBooks = /(^Labels| - Value)$/.test(key);
	return { ...heading, key, named, rivals: [], isAddressBooks, hints };
}

/** Refuses an object, and a list that holds objects or lists. */
const flatValue: FieldType = {
	...anyValue,
	convert(given, context) {
		const value = anyValue.convert(given, context);
		if (!isNested(value)) return value;
		const list: unknown[] | undefined = Array.isArray(value) ? value : undefined;
		if (list && !list.some(isNested)) return list;
		const kind = list ? 'a list of objects' : 'an object';
		throw new InputError(wrongContact.notACustomField({ kind }));
	},
};

function isNested(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}
