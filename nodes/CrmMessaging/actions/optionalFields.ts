import { contactHint, wrongContact } from '../catalogue/contacts';
import { wrongValue } from '../catalogue/values';
import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters } from '../engine/read/parameters';
import { convertField, type Field, type Option } from '../fields/field';
import { choice } from '../fields/types/choice';
import { textList } from '../fields/types/json';
import { InputError, quote } from '../fields/inputError';
import { isObject, setOwn } from '../fields/values';

/** The value of a field, as an item or a form has it. */
export interface GivenField {
	/** Its label is the one that the person knows. */
	field: Field;
	value: unknown;
	/** The key of the value, if it comes from an object. */
	key?: string;
	/** Whether the account defines it, so that it may have any type. */
	isCustom?: boolean;
}

/** For contacts and purchases. */
export const optionalValues: Option<'stop' | 'leaveOut'> = {
	name: 'ifOptionalValueIsWrong',
	label: 'If an Optional Value Is Wrong',
	type: choice({
		leaveOut: ['Leave It Out', 'Doesn’t apply to user IDs, phones, opt-outs and consent'],
		stop: 'Stop With an Error',
	}),
	scope: 'run',
	unset: 'stop',
	description: 'How to handle an optional value that can’t be read, such as the gender “x”',
};

/**
 * Converts a field's value.
 *
 * @param leftOut gets the name of an optional field whose value is wrong, if such values are left out
 * @throws InputError for any other wrong value
 */
export function readOptional(given: GivenField, item: ItemParameters, leftOut: string[]): unknown {
	const { field, value } = given;
	try {
		return convertField(field, given.isCustom ? value : onlyValue(given), item);
	} catch (error) {
		const isWrong = error instanceof InputError;
		const stops = field.required || field.neverLeftOut || !isWrong;
		if (stops || item.option(optionalValues) === 'stop') throw isWrong ? error.inside() : error;
		item.countInHint(contactHint.wrongLeftOut, `${quote(value)} in ${field.label}`);
		leftOut.push(field.name);
		return undefined;
	}
}

/** Converts several values, by the service's keys, without missing ones. */
export function readOptionals(
	given: readonly GivenField[],
	item: ItemParameters,
	leftOut: string[],
): IDataObject {
	const fields: IDataObject = {};
	for (const one of given) {
		const read = readOptional(one, item, leftOut);
		if (read !== undefined) setOwn(fields, one.field.name, read as IDataObject);
	}
	return fields;
}

/**
 * The value of a list of one, unless the field has lists.
 *
 * @throws InputError for an object, and for a boolean where text is expected
 */
function onlyValue({ field: { type, label }, value, key }: GivenField): unknown {
	if (typeof value === 'string') return value;
	if (type.entry || type === textList || type.form.type === 'dateTime') return value;
	const only: unknown = Array.isArray(value) && value.length < 2 ? value[0] : value;
	if (isObject(only) && key !== undefined) {
		const path = [key, ...Object.keys(only).slice(0, 1)].join('.');
		throw new InputError(wrongContact.objectAsValue({ path }), [label]);
	}
	if (typeof only === 'boolean' && type.form.type !== 'boolean') {
		throw new InputError(wrongValue.notAText({ value: quote(only) }), [label]);
	}
	return only;
}
