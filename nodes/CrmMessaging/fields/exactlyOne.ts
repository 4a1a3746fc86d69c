import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wrongValue } from '../catalogue/values';
import { propertyOf, withField } from './control';
import {
	convertField,
	convertFields,
	keyed,
	knownKeys,
	ownValue,
	readOption,
	type ConversionContext,
	type Field,
	type Option,
} from './field';
import { InputError } from './inputError';
import { choice } from './types/choice';

/** Fields of which an entry has exactly one, such as the ID of a device, a user or a contact. */
export interface ExactlyOne {
	/** The form's controls: the kind of value, and the value. */
	controls: INodeProperties[];
	/** Reads the controls' values. @throws InputError if the value is missing or wrong */
	readForm(given: Record<string, unknown>, context: ConversionContext): IDataObject;
	/**
	 * Reads an object with the service's keys.
	 *
	 * @param others keys that may stand next to it
	 * @throws InputError for unknown keys, and unless there is one value
	 */
	readJson(
		given: Record<string, unknown>,
		context: ConversionContext,
		...others: string[]
	): IDataObject;
	/** The key of an entry's value. */
	keyIn: (entry: IDataObject) => string;
	/** An entry's only value, under its key. */
	valueIn: (entry: IDataObject) => IDataObject;
}

/**
 * @param kind the control to choose one of the fields
 * @param value the control for its value
 */
export function exactlyOne(
	fields: readonly Field[],
	kind: Pick<Option, 'name' | 'label' | 'description'>,
	value: Pick<INodeProperties, 'name' | 'displayName' | 'description' | 'placeholder'>,
): ExactlyOne {
	const keys = fields.map(({ name }) => name);
	const byKey = keyed(fields);
	const chosen = new Map<unknown, Field>(
		fields.map((field) => [field.name, { ...field, required: true }]),
	);
	const choices = fields.map((field) =>
		withField({ name: field.label, value: field.name, description: field.description }, field),
	);
	const option: Option<string> = {
		...kind,
		type: choice(Object.fromEntries(fields.map(({ name, label }) => [name, label]))),
		isParameter: true,
		unset: keys[0] as string,
	};
	const keyIn = (entry: IDataObject) => keys.find((key) => entry[key] !== undefined) as string;
	return {
		controls: [
			propertyOf(option, { options: choices }),
			{ type: 'string', default: '', required: true, ...value },
		],
		readForm(given, context) {
			const field = chosen.get(readOption(option, given, context)) as Field;
			return {
				[field.name]: convertField(field, given[value.name], context) as string,
			};
		},
		readJson(given, context, ...others) {
			const known = knownKeys(given, byKey, ...others);
			const read = convertFields(byKey, ownValue(known), context);
			if (Object.keys(read).length === 1) return read;
			throw new InputError(wrongValue.notExactlyOne({ keys: keys.join(', ') }));
		},
		keyIn,
		valueIn: (entry) => ({ [keyIn(entry)]: entry[keyIn(entry)] }),
	};
}
