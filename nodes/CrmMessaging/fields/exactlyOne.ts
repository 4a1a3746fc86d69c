import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wrongValue } from '../catalogue/values';
import { propertyOf, withField, withJudgement } from './control';
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
export type ExactlyOne = ReturnType<typeof exactlyOne>;

/**
 * @param kind the control to choose one of the fields
 * @param value the control for its value
 */
export function exactlyOne(
	fields: readonly Field[],
	kind: Pick<Option, 'name' | 'label' | 'description'>,
	value: Pick<INodeProperties, 'name' | 'displayName' | 'description' | 'placeholder'>,
) {
	const keys = fields.map(({ name }) => name);
	const byKey = keyed(fields);
	const chosen = new Map(fields.map((field) => [field.name, { ...field, required: true }]));
	const choices = fields.map((field) =>
		withField({ name: field.label, value: field.name, description: field.description }, field),
	);
	const option: Option<string> = {
		...kind,
		type: choice(Object.fromEntries(fields.map(({ name, label }) => [name, label]))),
		isParameter: true,
		unset: keys[0] as string,
	};
	/** The key of an entry's value. */
	const keyIn = (entry: IDataObject) => keys.find((key) => entry[key] !== undefined) as string;
	/** The controls of the form: the kind of value, and the value. */
	const controls: INodeProperties[] = [
		propertyOf(option, { options: choices }),
		withJudgement({ type: 'string', default: '', required: true, ...value }, 'identifier'),
	];
	return {
		controls,
		keyIn,
		/** An entry's only value, under its key. */
		valueIn: (entry: IDataObject): IDataObject => ({ [keyIn(entry)]: entry[keyIn(entry)] }),
		/** Reads the controls' values. @throws InputError if the value is missing or wrong */
		readForm(given: Record<string, unknown>, context: ConversionContext): IDataObject {
			const field = chosen.get(readOption(option, given, context)) as Field;
			return { [field.name]: convertField(field, given[value.name], context) as string };
		},
		/**
		 * Reads an object with the service's keys, and perhaps others.
		 *
		 * @throws InputError for unknown keys, and unless there is one value
		 */
		readJson(
			given: Record<string, unknown>,
			context: ConversionContext,
			...others: string[]
		): IDataObject {
			const known = knownKeys(given, byKey, ...others);
			const read = convertFields(byKey, ownValue(known), context);
			if (Object.keys(read).length === 1) return read;
			throw new InputError(wrongValue.notExactlyOne({ keys: keys.join(', ') }));
		},
	};
}
