import { wrongValue } from '../catalogue/values';
import type { INodeProperties, INodePropertyOptions, IDataObject } from 'n8n-workflow';
import type { Sentence } from '../catalogue/sentence';
import { InputError, placed, within } from './inputError';

/** Makes a hint of how many values it is about, and an example. */
export type CountSentence = (count: number, example: string) => Sentence;

/** Makes a hint of a list of things. */
export type ListSentence = (things: string) => Sentence;

/** The workflow's settings that a conversion may need. */
export interface ConversionContext {
	/** IANA name of the workflow's time zone, for dates without an offset. */
	timezone: string;
	/** Reads an option that a type of field depends on, such as Default Country Code. */
	option?<T>(option: Option<T>): T;
	/** Notes what a person should know about an accepted value; hints with one code are shown as one. */
	hint?(sentence: Sentence): void;
	/** Counts a value in the hint that a function makes; the hint shows the first example. */
	countInHint?(sentenceOf: CountSentence, example: string): void;
}

/** A type of value: how a form asks for it, and how what was given becomes what the service takes. */
export interface FieldType {
	/** The form's control. */
	form: Pick<INodeProperties, 'type' | 'default'> &
		Partial<Pick<INodeProperties, 'typeOptions' | 'placeholder'>>;
	/** The allowed values, where they are few. */
	options?: INodePropertyOptions[];
	/** For a list of objects: what an entry is called and holds. */
	entry?: { name: string; label: string; fields: Field[] };
	/** How the reference names the format, for example `E.164`. */
	format: string;
	/**
	 * Checks a value and converts it to the service's form.
	 *
	 * @param value any value except `undefined`, `null` and, unless the field keeps it, an empty text
	 * @throws InputError saying what is wrong and what to do
	 */
	convert(value: unknown, context: ConversionContext): unknown;
}

/**
 * The reader of a text: the recipient of a message, who sees every gap and brace in it, or an app or the
 * account, which may fill in templates of their own.
 */
export type Audience = 'recipient' | 'app';

/** One field of the service, declared once: form, mapper column, check and reference follow from it. */
export interface Field {
	/** The key in the service's JSON, for example `message_holder`. */
	name: string;
	/** The label, in title case. */
	label: string;
	type: FieldType;
	/** One sentence for the form and the reference, without a final period, where the label isn't enough. */
	description?: string;
	required?: boolean;
	/** An empty text is a value of its own here, and is sent. */
	keepsEmpty?: boolean;
	/** The form's value before a person chooses; the type's own when left out. */
	initial?: string | number | boolean;
	/** An example that the form shows. */
	placeholder?: string;
	/** Left out, it is data: no one can mean braces in it. */
	audience?: Audience;
}

/** How the node works, as people choose it: declared like a field, but the service has no key for it. */
export interface Option<T = unknown> extends Field {
	/** `run`: one value for all items, never an expression; `item`: each item may have its own. */
	scope: 'item' | 'run';
	/** The value it has while it isn't in the form. A form starts with `initial`, if that differs. */
	unset: T;
	/** Whether it is a parameter itself; else it is a member of the Options collection. */
	isParameter?: boolean;
	/** Whether the service has a key of its name. */
	isSent?: boolean;
	/** The collection inside of Options that holds it; left out, it is in Options itself. */
	group?: OptionGroup;
}

/** A collection inside of Options. */
export interface OptionGroup {
	name: string;
	label: string;
}

/** Names are asked for with every item. */
const parameterNames = new Map<string, string>();

/** The name of a field's parameter: `message_holder` → `messageHolder`, `UUID` → `uuid`. */
export function parameterName({ name }: Pick<Field, 'name'>): string {
	let known = parameterNames.get(name);
	if (known === undefined) {
		known = /^[A-Z]+$/.test(name)
			? name.toLowerCase()
			: name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
		parameterNames.set(name, known);
	}
	return known;
}

/** Whether a value counts as not given: undefined, null, or an empty text that the field does not keep. */
export function isAbsent(value: unknown, field?: Pick<Field, 'keepsEmpty'>): boolean {
	return value === undefined || value === null || (value === '' && !field?.keepsEmpty);
}

/**
 * Checks and converts one field; an absent value becomes undefined.
 *
 * @throws InputError that begins with the field's label
 */
export function convertField(field: Field, value: unknown, context: ConversionContext): unknown {
	if (isAbsent(value, field)) {
		if (field.required) throw new InputError(wrongValue.required(), [field.label]);
		return undefined;
	}
	try {
		return field.type.convert(value, context);
	} catch (error) {
		throw placed(error, field.label);
	}
}

/**
 * Reads an option.
 *
 * @param values what the form has in place of the option, by parameter name
 * @throws InputError if the value is wrong, or if it is empty and could be mistaken for `unset`
 */
export function readOption<T>(
	option: Option<T>,
	values: Record<string, unknown>,
	context: ConversionContext,
): T {
	const { name, label, scope, unset, group } = option;
	if (!Object.hasOwn(values, name)) return unset;
	const { [name]: value } = values;
	if (!isAbsent(value, option)) {
		const convert = () => convertField(option, value, context) as T;
		return group ? within(group.label, convert) : convert();
	}
	if (scope === 'run') {
		throw new InputError(wrongValue.emptyOption(), [label]);
	}
	if (unset === undefined) return unset;
	throw new InputError(wrongValue.emptyForItem(), [label]);
}

/**
 * Checks and converts several fields to the service's object, without the absent ones.
 *
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

/**
 * An object that a person wrote, if all of its keys are those of fields or read elsewhere.
 *
 * @throws InputError naming the first unknown key
 */
export function knownKeys(
	object: Record<string, unknown>,
	fields: readonly Field[],
	...others: string[]
): Record<string, unknown> {
	const known = [...fields.map(({ name }) => name), ...others];
	const unknown = Object.keys(object).find((key) => !known.includes(key));
	if (unknown !== undefined) {
		throw new InputError(wrongValue.unknownKey(known.join(', ')), [unknown]);
	}
	return object;
}
