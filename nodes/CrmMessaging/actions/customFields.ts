import { wrongValue } from '../catalogue/values';
import { wrongContact } from '../catalogue/contacts';
import type { INodeProperties } from 'n8n-workflow';
import { entriesIn, entryList, propertyOf, withJudgement } from '../fields/control';
import {
	type ConversionContext,
	type Field,
	type FieldType,
	type Judgement,
	isAbsent,
	type Option,
	readOption,
} from '../fields/field';
import { boolean, choice } from '../fields/types/choice';
import { dateTime } from '../fields/types/date';
import { parseJson, toJsonValue } from '../fields/types/json';
import { number } from '../fields/types/number';
import { text } from '../fields/types/text';
import { isObject } from '../fields/values';
import { InputError, withinEach } from '../fields/inputError';
import type { GivenField } from './optionalFields';

const customFieldEntry = 'field';

/** The types an account can give a field. In the form, only an expression keeps its own type. */
const valueType: Option<string> = {
	name: 'type',
	label: 'Type',
	type: choice({
		auto: ['Auto', 'Text if you type it, or the type that the expression returns'],
		boolean: ['Boolean', 'True or false'],
		dateTime: [
			'Date and Time',
			'ISO 8601, in the workflow’s time zone unless it has an offset',
		],
		json: ['JSON', 'A list, an object, or any other JSON'],
		number: ['Number', 'Such as 12.5'],
		text: ['Text', 'Even if an expression returns a number'],
	}),
	unset: 'auto',
	description: 'Type of the field in the account settings',
};

/** Any value that JSON can hold, with the type it has. */
export const anyValue: FieldType = {
	...text,
	isList: true,
	convert: (value) => toJsonValue(value),
};

const typesByName: Record<string, FieldType> = {
	auto: anyValue,
	boolean,
	dateTime,
	json: { ...anyValue, convert: (value) => toJsonValue(parseJson(value)) },
	number,
	text,
};

/**
 * The form's list of custom fields, which each account defines.
 *
 * @param judged how their values are judged
 */
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
			withJudgement(
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				judged,
			),
			propertyOf(valueType),
		]),
		displayName,
		name,
		description,
	};
}

/** A field that only the account knows. */
export function ownField(name: string, type = anyValue): Field {
	return { name, label: name, type, noValue: 'leaveOutUnlessAnswer' };
}

/** A field of a column or key that is none of ours. Objects belong to other fields. */
export const flatValue: FieldType = {
	...anyValue,
	convert(given) {
		const value = toJsonValue(given);
		const parts: unknown[] = Array.isArray(value) ? value : [];
		if (!isObject(value) && !parts.some((part) => typeof part === 'object' && part !== null))
			return value;
		const kind = isObject(value) ? 'an object' : 'a list of objects';
		throw new InputError(wrongContact.notACustomField({ kind }));
	},
};

/**
 * The custom fields that a person has added, with those that have a value.
 *
 * @param known names with a field of their own, not allowed here
 */
export function customFieldsIn(
	collection: unknown,
	label: string,
	known: { has(name: string): boolean },
	context: ConversionContext,
): GivenField[] {
	const fields = new Map<string, GivenField>();
	withinEach(label, entriesIn(collection, customFieldEntry), (entry, at) => {
		const { name: given, value } = entry;
		const name = typeof given === 'string' ? given.trim() : '';
		if (isAbsent(value)) return;
		if (!name) throw new InputError(wrongValue.withoutName());
		if (known.has(name)) throw new InputError(wrongContact.fieldAsCustomField({ name }));
		if (fields.has(name)) throw new InputError(wrongContact.fieldTwice({ name }));
		const field = ownField(name, typesByName[readOption(valueType, entry, context)]);
		fields.set(name, {
			field: { ...field, label: `${label} ${at + 1}, ${name}` },
			value,
			isCustom: true,
		});
	});
	return [...fields.values()];
}
