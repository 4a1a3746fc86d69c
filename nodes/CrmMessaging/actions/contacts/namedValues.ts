import type { IDataObject } from 'n8n-workflow';
import { contactHint, wrongContact } from '../../catalogue/contacts';
import { columnUse } from '../../catalogue/panels';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { isErrorOfNode } from '../../engine/report';
import { cached } from '../../fields/cached';
import type { Field, FieldType } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { isNoValue, withoutMarks } from '../../fields/textRules';
import { boolean, truthIn } from '../../fields/types/choice';
import { listEntryOf } from '../../fields/types/json';
import { addTo, deepestNesting, isBlank, isObject, unwrapped } from '../../fields/values';
import { nearestName, plainForm, wordList } from '../../fields/words';
import { contactInputNames } from '../../service/fields/contact';
import { anyValue, ownField, type GivenField } from '../givenFields';
import { consentIn, fieldNamed, type Consent } from './columnNames';
import { columnsToLeaveOut, otherKeys } from './contactsForm';

/** Keys that Google Sheets and n8n's own form add to an item. */
const addedByTriggers = wordList('row_number, submittedAt, formMode, formQueryParameters');

/** Keys of this package's output, and others that are so only next to one of them. */
const outputMarks = ['bulk_id', 'callback', 'delivery_id'];
const outputKeys = wordList(
	'valid, reason, text, skipped, left_out, test, start_at, device_id, contact_id, _id, contact',
);

function isAdded(key: string, values: IDataObject): boolean {
	if (key === 'error') return isErrorOfNode(values.error);
	if (addedByTriggers.includes(key) || outputMarks.includes(key)) return true;
	return outputKeys.includes(key) && outputMarks.some((mark) => mark in values);
}

/** A list of blanks has no value. */
function hasValue(value: unknown): boolean {
	return Array.isArray(value) ? !value.every(isBlank) : !isBlank(value);
}

export function hasValues(values: IDataObject): boolean {
	return Object.keys(values).some((key) => hasValue(values[key]) && !isAdded(key, values));
}

/** The value of an account's own field. Objects belong to other fields. */
const flatValue: FieldType = {
	...anyValue,
	convert(given, context) {
		const value = anyValue.convert(given, context);
		const isNested = [value].flat().some((part) => typeof part === 'object' && part);
		if (isNested) throw new InputError(wrongContact.notACustomField());
		return value;
	},
};

/** A column of a file, or a key of JSON. */
interface Column {
	/** Its field, or the account's own, with the column's name as its label; undefined if it's left out. */
	field?: Field;
	use: string;
	/** Of the columns of a field, the first by rank is used. */
	rank: number;
	/** The hint at a column that is none of our fields. */
	hint?: Parameters<ItemParameters['listInHint']>;
}

type NamedValue = GivenField & Column;

/** Reads objects whose keys name the fields of a contact: input items, and JSON. */
export class NamedValuesReader {
	private readonly unrecognized: 'custom' | 'leaveOut' | 'error';
	private readonly listed: ReadonlySet<string>;
	private readonly columnOf = cached((key) => this.newColumn(key), 1000);
	/** Without a value, so that an object that lacks one of them doesn't agree either. */
	private readonly agreements: IDataObject;

	/** @param objects all objects, if they are the rows of one table */
	constructor(parameters: NodeParameters, objects: readonly IDataObject[] = []) {
		const keys = [...new Set(objects.flatMap(Object.keys))];
		const agreeing = keys.filter((key) => consentOf(key) === 'agreeing' && !fieldNamed(key));
		this.agreements = Object.fromEntries(agreeing.map((key) => [key, undefined]));
		this.unrecognized = parameters.option(otherKeys);
		this.listed = new Set(parameters.option(columnsToLeaveOut).map(plainForm));
	}

	/** @throws InputError if a key isn't allowed */
	read(values: IDataObject, item: ItemParameters) {
		const byField = new Map<string, NamedValue[]>();
		const others: IDataObject = { ...this.agreements };
		const columns: Record<string, string> = {};
		for (const [key, value] of Object.entries(values)) {
			if (value === undefined || isAdded(key, values)) continue;
			const column = this.columnOf(key);
			const { field, use, hint } = column;
			if (hint) {
				item.listInHint(...hint);
				others[key] = value;
			}
			columns[key] = hasValue(value) ? use : columnUse.empty;
			if (field && hasValue(value)) addTo(byField, field.name, { ...column, field, value });
		}
		const given = [...byField.values()].map((alike) => {
			const [used, ...unused] = alike.sort(byOrder) as [NamedValue, ...NamedValue[]];
			for (const one of unused) columns[one.field.label] = noteUnused(one, used, item);
			return used;
		});
		return { given, others, columns };
	}

	/** @throws InputError naming columns that may say that the contact wants no messages */
	refuseUnclearConsent(others: IDataObject): void {
		const columns = [...new Set(this.unclearIn(others))].map(listEntryOf).join(', ');
		if (columns) throw new InputError(wrongContact.unclearConsent({ columns }));
	}

	private unclearIn(values: IDataObject, path: readonly string[] = []): string[] {
		return Object.entries(values).flatMap(([key, value]): string[] => {
			const own = [...path, key];
			if (this.isListed(own) || path.length > deepestNesting) return [];
			const consent = consentOf(key);
			if (consent) return isHarmless(consent, value) ? [] : [own.join('.')];
			return [value].flat().flatMap((one) => (isObject(one) ? this.unclearIn(one, own) : []));
		});
	}

	private isListed(path: readonly string[]): boolean {
		return this.listed.size > 0 && this.listed.has(plainForm(path.join('.')));
	}

	private newColumn(key: string): Column {
		const { field, rank = 0 } = fieldNamed(key) ?? {};
		if (this.isListed([key])) return { use: columnUse.leftOut, rank };
		if (field) return { field: { ...field, label: key }, use: field.label, rank };
		if (this.unrecognized === 'error')
			throw new InputError(wrongContact.notAContactField(), [key]);
		const near = nearestName(key, contactInputNames);
		const shown = near === undefined ? `“${key}”` : `“${key}” (did you mean ${near}?)`;
		if (this.unrecognized === 'leaveOut')
			return { use: columnUse.leftOut, rank, hint: [contactHint.leftOut, shown] };
		const hint: Column['hint'] = [contactHint.sentAsCustom, shown];
		return { field: ownField(key, flatValue), use: columnUse.customField, rank, hint };
	}
}

/** Of the columns of a field, one with a value comes first, then one whose name is first in the table. */
function byOrder(one: NamedValue, other: NamedValue): number {
	return Number(isMissing(one.value)) - Number(isMissing(other.value)) || one.rank - other.rank;
}

function isMissing(value: unknown): boolean {
	return typeof value === 'string' && isNoValue(withoutMarks(value));
}

/** A column's use if another one fills its field. @throws InputError for opt-outs that contradict each other */
function noteUnused(unused: NamedValue, used: NamedValue, item: ItemParameters): string {
	const { label: column, type } = used.field;
	const { label: other } = unused.field;
	const [value, usedValue] = [unused, used].map((one) => unwrapped(one.value));
	if (value !== usedValue && !isMissing(value)) {
		if (type === boolean && truthIn(value) !== truthIn(usedValue))
			throw new InputError(wrongContact.contradictory({ column, other }));
		const names = `“${other}” (“${column}” is ${used.use})`;
		item.listInHint(contactHint.otherColumns, names);
	}
	return columnUse.notUsed({ column, label: used.use });
}

const consentOf = cached(consentIn, 1000);

function isHarmless(consent: Consent, given: unknown): boolean {
	const value = unwrapped(given);
	if (consent === 'refusing') return !hasValue(value) || truthIn(value) === false;
	return consent === 'agreeing' && truthIn(value) === true;
}
