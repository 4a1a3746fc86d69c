import type {
	FieldType as ColumnType,
	INodeProperties,
	INodePropertyOptions,
	IDataObject,
} from 'n8n-workflow';
import { InputError } from './inputError';

/** Makes a hint of how many values it is about, and an example. */
export type CountSentence = (count: number, example: string) => string;

/** What a conversion may need to know of the workflow. */
export interface ConversionContext {
	/** IANA name of the workflow's time zone, for dates without an offset. */
	timezone: string;
	/** Calling code such as `+34`, for phone numbers without one. */
	countryCode?: string;
	/**
	 * Notes what a person should know although the value is taken.
	 *
	 * @param kind hints of one kind are one hint, although each names another value
	 */
	hint?(message: string, kind?: string): void;
	/**
	 * Adds to a hint that counts values of a kind.
	 *
	 * @param sentenceOf makes the hint; the same function makes the same hint
	 * @param example what happened to this value; the first one is shown
	 */
	countInHint?(sentenceOf: CountSentence, example: string): void;
}

/** A type of value: how a form asks for it, and how what was given becomes what the service takes. */
export interface FieldType {
	/** The form's control. */
	form: Pick<INodeProperties, 'type' | 'default'> &
		Partial<Pick<INodeProperties, 'typeOptions' | 'placeholder'>>;
	/** The type of a resource mapper's column. */
	column: ColumnType;
	/** The allowed values, where they are few. */
	options?: INodePropertyOptions[];
	/** For a list of objects: what an entry is called and holds. */
	entry?: { name: string; label: string; fields: Field[] };
	/** How the reference names the format, for example `E.164`. */
	format: string;
	/**
	 * Checks a value and converts it to the service's form.
	 *
	 * @param value anything but `undefined`, `null` and, unless the field keeps it, an empty text
	 * @throws InputError saying what is wrong and what to do
	 */
	convert(value: unknown, context: ConversionContext): unknown;
}

/**
 * Who reads a text: the recipient of a message, who sees every gap and brace in it, or an app or the
 * account, which may fill in templates of their own.
 */
export type Audience = 'recipient' | 'app';

/** One field of the service, declared once: form, mapper column, check and reference follow from it. */
export interface Field {
	/** The key in the service's JSON, for example `message_holder`. */
	name: string;
	/** What people read, in title case. */
	label: string;
	type: FieldType;
	/** One sentence for the form and the reference, without a final period. */
	description: string;
	required?: boolean;
	/** An empty text is a value of its own here, and is sent. */
	keepsEmpty?: boolean;
	/** What the form shows before a person chooses; the type's own when left out. */
	initial?: string | number | boolean;
	/** Where the form shows an example. */
	placeholder?: string;
	/** Left out, it is data: no one can mean braces in it. */
	audience?: Audience;
}

/** The name of a field's parameter: `message_holder` → `messageHolder`, `UUID` → `uuid`. */
export function parameterName({ name }: Pick<Field, 'name'>): string {
	let known = parameterNames.get(name);
	if (known === undefined) parameterNames.set(name, (known = camelCase(name)));
	return known;
}

/** Names are asked for with every item. */
const parameterNames = new Map<string, string>();

function camelCase(name: string): string {
	if (/^[A-Z]+$/.test(name)) return name.toLowerCase();
	return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

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

/**
 * Makes sure that an object, whose keys a person wrote, has only keys that the service knows.
 *
 * @param others keys that are read elsewhere
 * @throws InputError naming the first key that is unknown
 */
export function knownKeys(
	given: Record<string, unknown>,
	fields: readonly Field[],
	...others: string[]
): Record<string, unknown> {
	const known = [...fields.map(({ name }) => name), ...others];
	const unknown = Object.keys(given).find((key) => !known.includes(key));
	if (unknown !== undefined) {
		throw new InputError(`is not a key the service knows here; it knows ${known.join(', ')}`, [
			unknown,
		]);
	}
	return given;
}
