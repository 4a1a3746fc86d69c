import { wrongValue } from '../../catalogue/values';
import { wrongContact } from '../../catalogue/contacts';
import type { INodeProperties } from 'n8n-workflow';
import { entriesIn, entryList, propertyOf, withAudience } from '../../fields/control';
import { type ConversionContext, isAbsent, type Option, readOption } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { dateTime } from '../../fields/types/date';
import { parseJson, toJsonValue } from '../../fields/types/json';
import { number } from '../../fields/types/number';
import { toText } from '../../fields/types/text';
import { setOwn } from '../../fields/values';
import { InputError, within, withinEach } from '../../fields/inputError';

const entryName = 'field';

type Convert = (value: unknown, context: ConversionContext) => unknown;

/** The types an account can give a field. In the form, only an expression keeps its own type. */
const types: Record<string, { label: string; description: string; convert: Convert }> = {
	auto: {
		label: 'Auto',
		description: 'Text if you type it in, or the type of the expression’s value',
		convert: (value) => toJsonValue(value),
	},
	boolean: {
		label: 'Boolean',
		description: 'True or false',
		convert: (value, context) => boolean.convert(value, context),
	},
	dateTime: {
		label: 'Date and Time',
		description: 'ISO 8601, in the workflow’s time zone unless it has an offset',
		convert: (value, context) => dateTime.convert(value, context),
	},
	json: {
		label: 'JSON',
		description: 'A list, an object, or any other JSON',
		convert: (value) => toJsonValue(parseJson(value)),
	},
	number: {
		label: 'Number',
		description: 'Such as 12.5',
		convert: (value, context) => number.convert(value, context),
	},
	text: {
		label: 'Text',
		description: 'Also if an expression returns a number',
		convert: (value) => toText(value),
	},
};

const valueType: Option<string> = {
	name: 'type',
	label: 'Type',
	type: choice(Object.entries(types).map(([value, type]) => ({ value, ...type }))),
	scope: 'item',
	unset: 'auto',
	description: 'Type of the field in the account settings',
};

/**
 * The form's list of custom fields, which each account defines.
 *
 * @param example name of such a field
 */
export function customFieldsProperty(
	displayName: string,
	name: string,
	description: string,
	example: string,
): INodeProperties {
	return {
		...entryList(entryName, 'Field', [
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
				'app',
			),
			propertyOf(valueType),
		]),
		displayName,
		name,
		description,
	};
}

/**
 * Reads the form's list of custom fields.
 *
 * @param known names with a field of their own, not allowed here
 * @param context the item's context, for dates
 * @param clears whether an empty value clears its field
 * @returns values by name; empty ones only if they clear
 */
export function readCustomFields(
	collection: unknown,
	label: string,
	known: { has(name: string): boolean },
	context: ConversionContext,
	clears = false,
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	withinEach(label, entriesIn(collection, entryName), (entry) => {
		const { name: given, value } = entry;
		const name = typeof given === 'string' ? given.trim() : '';
		if (isAbsent(value) && !(clears && name)) return;
		if (!name) throw new InputError(wrongValue.withoutName());
		if (known.has(name)) {
			throw new InputError(wrongContact.fieldAsCustomField(name));
		}
		const type = readOption(valueType, entry, context);
		const convert = () => types[type]?.convert(value, context);
		setOwn(fields, name, isAbsent(value) ? null : within(name, convert));
	});
	return fields;
}
