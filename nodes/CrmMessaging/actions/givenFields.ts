import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { contactHint, wrongContact } from '../catalogue/contacts';
import { wrongValue } from '../catalogue/values';
import type { ItemParameters } from '../engine/read/parameters';
import { entriesIn, entryList } from '../fields/control';
import {
	convertField,
	type Field,
	type FieldType,
	type Judgement,
	type Option,
} from '../fields/field';
import { InputError, quote, withinEach } from '../fields/inputError';
import { choice } from '../fields/types/choice';
import { toJsonValue } from '../fields/types/json';
import { text } from '../fields/types/text';
import { isBlank, setOwn } from '../fields/values';

/** The value of a field, as an item or a form has it. The field's label is the one that the person knows. */
export interface GivenField {
	field: Field;
	value: unknown;
}

/** For contacts and purchases. */
export const optionalValues: Option<'stop' | 'leaveOut'> = {
	name: 'ifOptionalValueIsWrong',
	label: 'If an Optional Value Is Wrong',
	type: choice({
		leaveOut: [
			'Leave It Out',
			'Doesn’t apply to user IDs, phones, opt-outs, consent and statuses',
		],
		stop: 'Stop With an Error',
	}),
	unset: 'stop',
	description: 'How to handle an optional value that can’t be read, such as the gender “x”',
};

/**
 * Converts values, by the service's keys, without missing ones; `leftOut` gets the names of wrong ones.
 *
 * @throws InputError for a wrong value that isn't left out
 */
export function readGiven(
	given: readonly GivenField[],
	item: ItemParameters,
	leftOut: string[] = [],
): IDataObject {
	const fields: IDataObject = {};
	for (const { field, value } of given) {
		try {
			const converted = convertField(field, value, item);
			const isEmpty = Array.isArray(converted) && converted.length === 0;
			if (converted !== undefined && !isEmpty)
				setOwn(fields, field.name, converted as IDataObject);
		} catch (error) {
			const stops = field.required || field.neverLeftOut || !(error instanceof InputError);
			if (stops || item.option(optionalValues) === 'stop') throw error as Error;
			item.listInHint(contactHint.wrongLeftOut, `${quote(value)} in ${field.label}`);
			leftOut.push(field.name);
		}
	}
	return fields;
}

/** Any value that JSON can hold, with the type it has: each account defines its own fields. */
export const anyValue: FieldType = {
	...text,
	isList: true,
	convert: (value) => toJsonValue(value),
};

const customFieldEntry = 'field';

/** The form's list of custom fields, which each account defines. */
export function customFieldsProperty(
	displayName: string,
	name: string,
	description: string,
	example: string,
	judged?: Judgement,
): INodeProperties {
	return {
		...entryList(customFieldEntry, 'Field', [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: `e.g. ${example}`,
				description: 'Name of the field as the account settings define it, not its label',
			},
			{
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				description: 'Text if you type it, or the type that the expression returns',
				judged,
			},
		]),
		displayName,
		name,
		description,
	};
}

/** A field that only the account knows. */
export function ownField(name: string, type: FieldType): Field {
	return { name, label: name, type, noValue: 'leaveOutUnlessAnswer' };
}

/** The custom fields of a form that have a value. Those with a `known` name have a field of their own. */
export function customFieldsIn(
	collection: unknown,
	label: string,
	known: readonly string[],
	fieldOf: (name: string) => Field = (name) => ownField(name, anyValue),
): GivenField[] {
	const names = new Set<string>();
	return withinEach(label, entriesIn(collection, customFieldEntry), (entry, at) => {
		const { name: written, value } = entry;
		if (isBlank(value)) return [];
		const name = typeof written === 'string' ? written.trim() : '';
		if (!name) throw new InputError(wrongValue.withoutName());
		if (known.includes(name)) throw new InputError(wrongContact.fieldAsCustomField({ name }));
		if (names.has(name)) throw new InputError(wrongContact.fieldTwice({ name }));
		names.add(name);
		return [{ field: { ...fieldOf(name), label: `${label} ${at + 1}, ${name}` }, value }];
	}).flat();
}
