import { columnUse } from '../../catalogue/panels';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import { wrongValue } from '../../catalogue/values';
import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { isErrorOfNode } from '../../engine/report';
import { cached } from '../../fields/cached';
import type { Field } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { isNoValue, withoutMarks } from '../../fields/sourceText';
import { deepestNesting, isBlank, isObject } from '../../fields/values';
import { requireLetters } from '../../fields/types/text';
import { nearestName, wordList } from '../../fields/words';
import { contactInputs } from '../../service/fields/contact';
import { fieldNamed, type NamedField, normalForm } from './columnNames';
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
interface Column extends Partial<NamedField> {
	/** Its field, or the account's own, with the label that the person knows. */
	named: Field;
	consent: Consent['kind'] | undefined;
	isListed: boolean;
	/** Whether a hint names it. */
	isNoted: boolean;
}

/** A value for a field that other columns may have as well. */
interface Candidate extends GivenField {
	key: string;
	rank: number;
}

/** What the keys of an object name. */
export interface NamedValues {
	given: GivenField[];
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
		const best = new Map<Field, Candidate>();
		const custom: GivenField[] = [];
		const consents: Consent[] = [];
		const uses: Record<string, string> = {};
		const note = (key: string, use: string): void => {
			if (this.notesColumns) uses[key] = use;
		};
		let isEmpty = true;
		for (const [key, value] of Object.entries(values)) {
			if (value === undefined || isAdded(key, values)) continue;
			const column = this.columnOf(key, nameIn(key, values));
			const { field, named, consent } = column;
			const isFilled = hasValue(value);
			isEmpty &&= !isFilled;
			note(key, isFilled || !field ? columnUse.leftOut : columnUse.empty);
			if (column.isListed) continue;
			if (!field) {
				if (consent) consents.push({ path: [key], kind: consent, value });
				else if (typeof value === 'object') consents.push(...this.consentsIn(value, [key]));
				if (!this.sends(column, key, item) || !isFilled) continue;
				custom.push({ field: named, value, isCustom: true });
				note(key, columnUse.customField);
			} else if (isFilled) {
				const rank = isMissing(value) ? Infinity : (column.rank ?? 0);
				const own: Candidate = { field: named, value, key, rank };
				const [used, other] = inOrder(own, best.get(field));
				best.set(field, used);
				note(used.key, field.label);
				if (!other) continue;
				note(other.key, columnUse.notUsed({ column: used.key, label: field.label }));
				if (other.value === used.value || other.rank === Infinity) continue;
				item.listInHint(
					contactHint.otherColumns,
					`“${other.key}” (“${used.key}” is ${field.label})`,
				);
			}
		}
		const notes: ContactNotes = {};
		if (consents.length > 0) notes.consents = consents;
		if (this.notesColumns) notes.columns = uses;
		return { given: [...best.values(), ...custom], notes, isEmpty };
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
		const [delimiter] = /[;\t|]/.exec(key) ?? [];
		if (delimiter !== undefined && key.split(delimiter).some(fieldNamed)) {
			throw wrongDelimiter(key, delimiter);
		}
		const found = fieldNamed(name);
		const named = found
			? { ...found.field, label: this.labelOf(found.field, key) }
			: ownField(key, flatValue);
		const consent = found ? undefined : kindOfConsent(key);
		return { ...found, named, consent, isListed: this.isListed([key]), isNoted: false };
	}

	private isListed(path: readonly string[]): boolean {
		return this.listed.size > 0 && this.listed.has(normalForm(path.join('.')));
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

/** Two candidates for a field: the one to use comes first. */
function inOrder(own: Candidate, other?: Candidate): [Candidate, Candidate?] {
	if (!other) return [own];
	return own.rank < other.rank ? [own, other] : [other, own];
}

function isEmail(key: string): boolean {
	return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(key);
}

/** The error for a file that was read with another delimiter. */
export function wrongDelimiter(column: string, delimiter: string): InputError {
	const shown = delimiter === '\t' ? '\\t' : delimiter;
	const sentence = wrongValue.wrongDelimiter({ column: quote(column), delimiter: shown });
	return new InputError(sentence);
}
