import type { IDataObject } from 'n8n-workflow';
import type { Field, ConversionContext } from './field';
import { InputError } from './inputError';

/** Whether a value counts as not given: undefined, null, or an empty text that the field does not keep. */
export function isAbsent(value: unknown, field?: Pick<Field, 'keepsEmpty'>): boolean {
	return value === undefined || value === null || (value === '' && !field?.keepsEmpty);
}

/**
 * Checks and converts one field.
 *
 * @returns what the service takes, or undefined where nothing was given
 * @throws InputError that begins with the field's label
 */
export function convertField(field: Field, value: unknown, context: ConversionContext): unknown {
	if (isAbsent(value, field)) {
		if (field.required) throw new InputError('is required', [field.label]);
		return undefined;
	}
	try {
		return field.type.convert(value, context);
	} catch (error) {
		throw error instanceof InputError ? error.inside(field.label) : error;
	}
}

/**
 * Checks and converts the values of several fields.
 *
 * @param valueOf gives what a person gave for a field
 * @returns the service's object, without what was not given
 * @throws InputError of the first field that is wrong
 */
export function convertFields(
	fields: readonly Field[],
	valueOf: (field: Field) => unknown,
	context: ConversionContext,
): IDataObject {
	const converted: IDataObject = {};
	for (const field of fields) {
		const result = convertField(field, valueOf(field), context);
		if (result !== undefined) converted[field.name] = result;
	}
	return converted;
}

/** For `convertFields`: reads an object's own keys, by the names that `keyOf` gives the fields. */
export function ownValue(
	values: object,
	keyOf: (field: Field) => string = ({ name }) => name,
): (field: Field) => unknown {
	return (field) => {
		const key = keyOf(field);
		return Object.hasOwn(values, key) ? (values as Record<string, unknown>)[key] : undefined;
	};
}
