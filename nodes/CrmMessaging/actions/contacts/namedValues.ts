import { columnUse } from '../../catalogue/panels';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { isErrorOfNode } from '../../engine/report';
import { cached } from '../../fields/cached';
import type { Field } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { isNoValue, missedDelimiter, withoutMarks } from '../../fields/sourceText';
import { deepestNesting, isBlank, isObject } from '../../fields/values';
import { requireLetters } from '../../fields/types/text';
import { nearestName, wordList } from '../../fields/words';
import { contactInputs, contactInputsByName } from '../../service/fields/contact';
import { fieldNamed, normalForm } from './columnNames';
import { consentIn, type Consent, type ContactNotes } from './consent';
import { columnsToLeaveOut, otherKeys } from './contactsForm';
import { flatValue, ownField } from '../customFields';
import type { GivenField } from '../optionalFields';

/** Keys that Google Sheets and n8n's own form add to an item. */
const addedByTriggers = new Set(wordList('row_number, submittedAt, formMode, formQueryParameters'));

/** Keys of this package's output, of which one of the first three shows that all are. */
const outputMarks = ['bulk_id', 'callback', 'delivery_id'];
const outputKeys = new Set([
	...outputMarks,
	...wordList(
		'valid, reason, text, skipped, left_out, test, start_at, device_id, contact_id, _id, contact',
	),
]);

/** Whether a node has added a key to an item, so that it isn't the contact's. */
export function isAdded(key: string, values: IDataObject): boolean {
	if (addedByTriggers.has(key)) return true;
	if (key === 'error') return isErrorOfNode(values.error);
	return outputKeys.has(key) && outputMarks.some((mark) => mark in values);
}

/** Whether a value isn't blank, nor a list of blanks. */
export function hasValue(value: unknown): boolean {
	return Array.isArray(value) ? !value.every(isBlank) : !isBlank(value);
}

/** A column of a file, or a key of JSON. */
interface Column {
	/** Its field, or the account's own, with the label that the person knows. */
	named: Field;
	/** Whether it's none of our fields. */
	isCustom: boolean;
	/** Of two columns with a value, the one of the lower rank is used. */
	rank: number;
	consent: Consent['kind'] | undefined;
	isListed: boolean;
	/** Whether a hint names it. */
	isNoted: boolean;
}

/** A value for a field that other columns may have as well. */
type Candidate = Required<GivenField> & Pick<Column, 'rank'>;

/** What the keys of an object name. */
export interface NamedValues {
	given: readonly GivenField[];
	notes: ContactNotes;
	/** Whether no key has a value. */
	isEmpty: boolean;
}

const kindOfConsent = cached(consentIn, 1000);

/** Reads objects whose keys name the fields of a contact: input items, and JSON. */
export class NamedValuesReader {
	private readonly columns = new Map<string, Column>();
	private readonly unrecognized: 'custom' | 'leaveOut' | 'error';
	private readonly listed: ReadonlySet<string>;

	/**
	 * @param labelOf the label of a field in errors
	 * @param notesColumns whether to note the use of each key
	 */
	constructor(
		parameters: NodeParameters,
		private readonly labelOf: (field: Field, key: string) => string,
		private readonly notesColumns: boolean,
	) {
		this.unrecognized = parameters.option(otherKeys);
		this.listed = new Set(parameters.option(columnsToLeaveOut).map(normalForm));
	}

	/** @throws InputError if a key shows that a file was misread, or isn't allowed */
	read(values: IDataObject, item: ItemParameters): NamedValues {
		const given: Candidate[] = [];
		const notes: ContactNotes = {};
		if (this.notesColumns) notes.columns = {};
		let isEmpty = true;
		for (const key of Object.keys(values)) {
			const value = values[key];
			if (value === undefined || isAdded(key, values)) continue;
			const column = this.columnOf(key, nameIn(key, values));
			const { named: field, rank, isCustom } = column;
			const isFilled = hasValue(value);
			if (isFilled) isEmpty = false;
			const unused = isFilled || isCustom ? columnUse.leftOut : columnUse.empty;
			if (notes.columns) notes.columns[key] = unused;
			if (column.isListed) continue;
			if (isCustom) this.noteConsents(notes, column, key, value);
			if (isCustom && !this.sends(column, key, item)) continue;
			if (!isFilled) continue;
			const own: Candidate = { field, value, key, rank, isCustom };
			const other = isCustom ? -1 : indexOfField(given, field.name);
			if (other < 0) given.push(own);
			else given[other] = chosen(own, given[other] as Candidate, notes, item);
		}
		if (notes.columns)
			for (const { key, field, isCustom } of given) {
				notes.columns[key] = isCustom ? columnUse.customField : labelOf(field);
			}
		return { given, notes, isEmpty };
	}

	/** Whether a column that is no field is sent as a custom one. Hints name it once. */
	private sends(column: Column, key: string, item: ItemParameters): boolean {
		if (this.unrecognized === 'error')
			throw new InputError(wrongContact.notAContactField(), [key]);
		const isSent = this.unrecognized === 'custom';
		if (column.isNoted) return isSent;
		column.isNoted = true;
		const near = nearestName(key, fieldNames);
		const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
		const hint = isSent ? contactHint.sentAsCustom : contactHint.leftOut;
		item.listInHint(hint, `“${key}”${meant}`);
		return isSent;
	}

	private columnOf(key: string, name: string): Column {
		const place = name === key ? key : `${key}\n${name}`;
		let column = this.columns.get(place);
		if (!column) {
			column = this.newColumn(key, name);
			this.columns.set(place, column);
		}
		return column;
	}

	/** @throws InputError if a key shows that a file was misread */
	private newColumn(key: string, name: string): Column {
		requireLetters(key);
		if (isEmail(key)) throw new InputError(wrongContact.noHeadings({ value: quote(key) }));
		const isMisread = key.split(/[;\t|]/).some((part) => part !== key && fieldNamed(part));
		const misread = isMisread && missedDelimiter({ [key]: undefined });
		if (misread) throw misread;
		const found = fieldNamed(name);
		const named = found
			? { ...found.field, label: this.labelOf(found.field, key) }
			: ownField(key, flatValue);
		return {
			named,
			isCustom: found === undefined,
			rank: found?.rank ?? 0,
			consent: found ? undefined : kindOfConsent(key),
			isListed: this.isListed([key]),
			isNoted: false,
		};
	}

	private isListed(path: readonly string[]): boolean {
		return this.listed.size > 0 && this.listed.has(normalForm(path.join('.')));
	}

	private noteConsents(notes: ContactNotes, column: Column, key: string, value: unknown): void {
		const { consent: kind } = column;
		if (!kind && typeof value !== 'object') return;
		const found = kind ? [{ path: [key], kind, value }] : this.consentsIn(value, [key]);
		if (found.length > 0) notes.consents = [...(notes.consents ?? []), ...found];
	}

	/** Keys of consent in a value, at any depth. */
	private consentsIn(value: unknown, path: readonly string[]): Consent[] {
		if (Array.isArray(value)) return value.flatMap((entry) => this.consentsIn(entry, path));
		if (!isObject(value) || path.length > deepestNesting) return [];
		return Object.entries(value).flatMap(([key, inner]) => {
			const own = [...path, key];
			if (this.isListed(own)) return [];
			const kind = kindOfConsent(key);
			return kind ? [{ path: own, kind, value: inner }] : this.consentsIn(inner, own);
		});
	}
}

const fieldNames = contactInputs.map(({ name }) => name);

const addressBook = /^(\D+) \d+ - (\D+)$/;

/** `Phone 1 - Value` of an address book has the name that its label gives it: Mobile Phone. */
function nameIn(key: string, values: IDataObject): string {
	const [, kind, part] = key.includes(' - ') ? (addressBook.exec(key) ?? []) : [];
	if (kind === undefined || part === undefined || part === 'Label') return key;
	const label = values[`${key.slice(0, -part.length)}Label`];
	const owner = typeof label === 'string' && normalForm(label) !== 'home' ? label : '';
	return `${owner} ${kind} ${part === 'Value' ? '' : part}`;
}

function isMissing(value: unknown): boolean {
	return typeof value === 'string' && isNoValue(withoutMarks(value));
}

function indexOfField(given: readonly Candidate[], name: string): number {
	let at = given.length - 1;
	while (at >= 0 && (given[at]?.isCustom || given[at]?.field.name !== name)) at--;
	return at;
}

/** The one of two values for a field that is used. Hints name the other one. */
function chosen(
	own: Candidate,
	other: Candidate,
	notes: ContactNotes,
	item: ItemParameters,
): Candidate {
	const rankOf = ({ value, rank }: Candidate) => (isMissing(value) ? Infinity : rank);
	const [used, unused] = rankOf(own) < rankOf(other) ? [own, other] : [other, own];
	const label = labelOf(used.field);
	if (notes.columns) {
		notes.columns[unused.key] = columnUse.notUsed({ column: used.key, label });
	}
	if (unused.value !== used.value && !isMissing(unused.value)) {
		item.listInHint(contactHint.otherColumns, `“${unused.key}” (“${used.key}” is ${label})`);
	}
	return used;
}

/** A field's own label, whatever its column is called. */
function labelOf({ name }: Field): string {
	return contactInputsByName.get(name)?.label ?? name;
}

function isEmail(key: string): boolean {
	return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(key);
}
