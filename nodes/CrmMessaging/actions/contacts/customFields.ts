import { valueHint, wrongValue } from '../../catalogue/values';
import { wrongContact } from '../../catalogue/contacts';
import type { INodeProperties } from 'n8n-workflow';
import { entriesIn, entryList, propertyOf, withAudience } from '../../fields/control';
import {
	type Audience,
	type ConversionContext,
	type FieldType,
	isAbsent,
	type Option,
	readOption,
	unmarkedText,
} from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { dateTime } from '../../fields/types/date';
import { parseJson, toJsonValue } from '../../fields/types/json';
import { number } from '../../fields/types/number';
import { text } from '../../fields/types/text';
import { isNoAnswer } from '../../fields/sourceText';
import { setOwn } from '../../fields/values';
import { InputError, quote, within, withinEach } from '../../fields/inputError';

const customFieldEntry = 'field';

type CustomType = [label: string, description: string, type: Pick<FieldType, 'convert'>];

/** The types an account can give a field. In the form, only an expression keeps its own type. */
const types: Record<string, CustomType> = {
	auto: [
		'Auto',
		'Text if you type it in, or the type of the expression’s value',
		{ convert: (value) => toJsonValue(value) },
	],
	boolean: ['Boolean', 'True or false', boolean],
	dateTime: [
		'Date and Time',
		'ISO 8601, in the workflow’s time zone unless it has an offset',
		dateTime,
	],
	json: [
		'JSON',
		'A list, an object, or any other JSON',
		{ convert: (value) => toJsonValue(parseJson(value)) },
	],
	number: ['Number', 'Such as 12.5', number],
	text: ['Text', 'Also if an expression returns a number', text],
};
const labels = Object.fromEntries(
	Object.entries(types).map(([value, [label, description]]) => [
		value,
		[label, description] as const,
	]),
);

const valueType: Option<string> = {
	name: 'type',
	label: 'Type',
	type: choice(labels),
	unset: 'auto',
	description: 'Type of the field in the account settings',
};

/**
 * The form's list of custom fields, which each account defines.
 *
 * @param audience the reader of their values
 */
export function customFieldsProperty(
	displayName: string,
	name: string,
	description: string,
	example: string,
	audience: Audience = 'app',
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
			withAudience(
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				audience,
			),
			propertyOf(valueType),
		]),
		displayName,
		name,
		description,
	};
}

/** A value for an account's own field, without marks; undefined if it means the lack of one. */
export function ownFieldValue(name: string, value: unknown, context: ConversionContext): unknown {
	if (typeof value !== 'string') return value;
	const text = unmarkedText(value, context);
	if (!isNoAnswer(text)) return text;
	context.countInHint?.(valueHint.noValues, `${quote(text)} in ${name}`);
	return undefined;
}

/**
 * @param known names with a field of their own, not allowed here
 * @param clears whether an empty value clears its field, as null
 */
export function readCustomFields(
	collection: unknown,
	label: string,
	known: { has(name: string): boolean },
	context: ConversionContext,
	clears = false,
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	withinEach(label, entriesIn(collection, customFieldEntry), (entry) => {
		const { name: given, value } = entry;
		const name = typeof given === 'string' ? given.trim() : '';
		if (isAbsent(value) && !(clears && name)) return;
		if (!name) throw new InputError(wrongValue.withoutName());
		if (known.has(name)) throw new InputError(wrongContact.fieldAsCustomField({ name }));
		if (Object.hasOwn(fields, name)) throw new InputError(wrongContact.fieldTwice({ name }));
		const type = readOption(valueType, entry, context);
		const own = ownFieldValue(name, value, context);
		if (own === undefined && !isAbsent(value)) return;
		const convert = () => types[type]?.[2].convert(own, context);
		setOwn(fields, name, isAbsent(own) ? null : within(name, convert));
	});
	return fields;
}
