import type { INodeProperties, INodePropertyOptions, IDataObject } from 'n8n-workflow';
import type { Sentence } from '../catalogue/sentence';
import { choiceAdvice, valueHint, wrongValue } from '../catalogue/values';
import { cached } from './cached';
import { InputError, quote, within } from './inputError';
import {
	isNoAnswer,
	isNoValue,
	withoutInvisibleEnds,
	withoutMarks,
	tagsIn,
	bracesIn,
	noTextIn,
} from './textRules';
import { isBlank } from './values';
import { nearestName } from './words';

/** Builds a hint from things of a kind: their list, their number and the first. */
export type ListSentence = (values: { list: string; count: string; example: string }) => Sentence;

/** Workflow data that a conversion may need. */
export interface ConversionContext {
	/** IANA name of the workflow's time zone, for dates without an offset. */
	timezone: string;
	/** Reads an option that a field type depends on, such as Default Country Code. */
	option?<T>(option: Option<T>): T;
	/** All input items, since a letter may mean something else beside others. */
	readonly inputs?: ReadonlyArray<{ json: unknown }>;
	/** Adds a thing to a hint about all of its kind. */
	listInHint?(sentenceOf: ListSentence, thing: string): void;
	/** Judges tags in a text. @throws InputError for one that was typed */
	refuseTyped?(tags: readonly string[]): void;
}

/** A type of value: its form control, and its conversion to the service's format. */
export interface FieldType {
	form: Pick<INodeProperties, 'type' | 'default'> & Partial<Pick<INodeProperties, 'typeOptions'>>;
	options?: INodePropertyOptions[];
	/** For a list of objects: an entry's name, label and fields. */
	entry?: { name: string; label: string; fields: Field[] };
	/** Whether a list is a value. Otherwise, a list of one is its only entry. */
	isList?: boolean;
	/** The format's name in the reference, for example `E.164`. */
	format: string;
	/** How to write a value: in its errors, placeholder and reference. */
	example?: string;
	/** @param value never undefined or null; empty only if the field keeps it. @throws InputError */
	convert(value: unknown, context: ConversionContext): unknown;
}

/**
 * How the values of a field are judged (docs/contributing/architecture.md, Judging texts):
 * - `text`: people read it.
 * - `identifier`: a gap would name someone or something else.
 * - `record`: something is wrong if no item has a value; in a `status`, if one has none.
 * - `unjudged`: a filter, or JSON for an app, which may have its own gaps and braces.
 */
export type Judgement = 'text' | 'identifier' | 'record' | 'status' | 'unjudged';

/** A field of the service, declared once for form, mapper column, check and reference. */
export interface Field {
	/** The key in the service's JSON, for example `message_holder`. */
	name: string;
	label: string;
	type: FieldType;
	/** One sentence for form and reference, without a final period, if the label isn't enough. */
	description?: string;
	required?: boolean;
	/** Whether it stops if it's wrong, even if other optional values are then left out. */
	neverLeftOut?: boolean;
	/** Whether an empty text is a value and is sent. */
	keepsEmpty?: boolean;
	/** Whether `n/a` is left out. Without it, that is an error in an identifier. Own fields may have “none”. */
	noValue?: 'leaveOut' | 'leaveOutUnlessAnswer';
	/** The form's default; omitted, the type's. */
	initial?: string | number | boolean;
	placeholder?: string;
	/** Omitted, it may be empty, and a text is sent as it is. */
	judged?: Judgement;
}

/** Fields of JSON input: errors name them by key. */
export function keyed(fields: readonly Field[]): Field[] {
	return fields.map((field) => ({ ...field, label: field.name }));
}

/** A setting of the node, declared like a field although the service has no key for it. */
export interface Option<T = unknown> extends Field {
	/** Whether each item may have its own value. Otherwise one is for all, never an expression. */
	perItem?: boolean;
	/** The value while it isn't in the form. A form starts with `initial` if that differs. */
	unset: T;
	/** Whether it is a parameter; otherwise it is in the Options collection. */
	isParameter?: boolean;
}

/** Fields by their keys in the service's JSON. */
export function fieldsOf(fields: Record<string, Omit<Field, 'name'>>): Field[] {
	return Object.entries(fields).map(([name, field]) => ({ name, ...field }));
}

/** A field's parameter name: `message_holder` → `messageHolder`, `UUID` → `uuid`. */
export function parameterName({ name }: Pick<Field, 'name'>): string {
	return camelCase(name);
}

const camelCase = cached((name) => {
	if (/^[A-Z]+$/.test(name)) return name.toLowerCase();
	return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
});

/** Checks and converts a value; a missing one is undefined. @throws InputError with its label */
export function convertField(field: Field, given: unknown, context: ConversionContext): unknown {
	return within(field.label, () => {
		const sole = field.type.isList ? given : soleOf(given);
		// Within a list or an object, n8n has printed luxon's.
		if (sole === 'Invalid DateTime' || (typeof sole === 'object' && noTextIn(sole) === 'date'))
			throw new InputError(wrongValue.invalidDate());
		const value = typeof sole === 'string' ? readText(field, sole, context) : sole;
		const isMissing = field.keepsEmpty ? (value ?? null) === null : isBlank(value);
		const converted = isMissing ? undefined : field.type.convert(value, context);
		if (field.judged !== 'unjudged') {
			const texts = [value].flat().filter((one): one is string => typeof one === 'string');
			context.refuseTyped?.(texts.flatMap(isJudged(field) ? tagsIn : bracesIn));
		}
		// A date such as 00-00-0000 is none either.
		if (converted !== undefined || !field.required) return converted;
		throw new InputError(wrongValue.required());
	});
}

/** A list's only entry, or undefined for an empty list; any other value unchanged. @throws InputError */
function soleOf(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	if (value.length > 1) throw new InputError(wrongValue.severalValues());
	return (value as unknown[])[0];
}

/** Undefined if it means the lack of a value. @throws InputError if no one can have meant it */
function readText(field: Field, given: string, context: ConversionContext): string | undefined {
	const { noValue, judged } = field;
	const isIdentifier = judged === 'identifier';
	const text = judged === 'text' ? withoutInvisibleEnds(given) : withoutMarks(given);
	const isMissing = noValue === 'leaveOutUnlessAnswer' ? isNoAnswer : isNoValue;
	if (noValue && isMissing(text)) {
		context.listInHint?.(valueHint.noValues, `${quote(text)} in ${field.label}`);
		return undefined;
	}
	if ((isJudged(field) && noTextIn(text)) || (isIdentifier && isNoValue(text))) {
		throw new InputError(wrongValue.noValue({ value: quote(text) }));
	}
	return text;
}

/** Whether it's a text for people or an identifier. */
function isJudged({ judged }: Field): boolean {
	return judged === 'text' || judged === 'identifier';
}

/** @throws InputError if the value is wrong, or is empty and could be mistaken for `unset` */
export function readOption<T>(
	option: Option<T>,
	values: Record<string, unknown>,
	context: ConversionContext,
): T {
	const { name, label, perItem, unset } = option;
	if (!Object.hasOwn(values, name)) return unset;
	const read = convertField(option, values[name], context) as T | undefined;
	if (read !== undefined) return read;
	if (perItem && unset === undefined) return unset;
	throw new InputError(perItem ? wrongValue.required() : wrongValue.emptyOption(), [label]);
}

/** Converts several fields, without missing ones. @throws InputError for the first wrong one */
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

export function ownValue(values: object): (field: Field) => unknown {
	return ({ name }) =>
		Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
}

/** An object whose keys are all known. @throws InputError naming the first unknown key */
export function knownKeys(
	object: Record<string, unknown>,
	fields: readonly Field[],
	...others: string[]
): Record<string, unknown> {
	const known = [...fields.map(({ name }) => name), ...others];
	const unknown = Object.keys(object).find((key) => !known.includes(key));
	if (unknown === undefined) return object;
	const near = nearestName(unknown, known);
	const way =
		near === undefined
			? choiceAdvice.use({ allowed: known.join(', ') })
			: choiceAdvice.meant({ meant: near });
	throw new InputError(wrongValue.unknownKey({ advice: way }), [unknown]);
}
