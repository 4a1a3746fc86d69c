import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { audienceOf, fieldOf, groupsOf } from '../fields/control';
import { expressionParts } from '../n8n/expressions';
import { fieldReadsOf, isExpression, type FieldRead } from './expressions/plainPath';

/** A form field's value, as the workflow holds it. */
export interface TypedText {
	control: INodeProperties;
	/** A text, or any value of a JSON field. */
	raw: unknown;
	/** The labels that lead to it, outermost first. */
	where: string[];
}

/**
 * Everything typed into a form, at any depth: texts and expressions, but no choices or switches. It
 * is derived from the form's declaration, so no field is missed.
 *
 * @param raw the parameters as the workflow holds them
 */
export function typedTexts(
	controls: readonly INodeProperties[],
	raw: unknown,
	where: readonly string[] = [],
	isInCollection = false,
): TypedText[] {
	return controls.flatMap((control) => {
		const content = partOf(raw, control.name);
		return content === undefined ? [] : typedInto(control, content, where, isInCollection);
	});
}

function typedInto(
	control: INodeProperties,
	raw: unknown,
	outer: readonly string[],
	isInCollection: boolean,
): TypedText[] {
	const where = [...outer, control.displayName];
	switch (control.type) {
		case 'collection':
			return typedTexts(
				control.options as INodeProperties[],
				raw,
				isInCollection ? where : outer,
				true,
			);
		case 'fixedCollection':
			return groupsOf(control).flatMap(({ name, values }) =>
				[partOf(raw, name) ?? []]
					.flat()
					.flatMap((entry, at) =>
						typedTexts(values, entry, [...outer, `${control.displayName} ${at + 1}`]),
					),
			);
		case 'resourceLocator':
			return [{ control, raw: partOf(raw, 'value') ?? raw, where }];
		case 'resourceMapper':
			return Object.entries(partOf(raw, 'value') ?? {}).map(([key, column]): TypedText => {
				const columns = (partOf(raw, 'schema') ?? []) as ResourceMapperField[];
				const label = columns.find(({ id }) => id === key)?.displayName ?? key;
				return { control, raw: column as unknown, where: [...where, label] };
			});
		case 'boolean':
		case 'notice':
			return [];
		default:
			// n8n stores no expression for these.
			return control.noDataExpression ? [] : [{ control, raw, where }];
	}
}

function partOf(raw: unknown, key: string): unknown {
	if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined;
	return (raw as Record<string, unknown>)[key];
}

/** A field in a text's expression that leaves a gap if it is empty. */
export interface FieldInText {
	read: FieldRead;
	/** The labels that lead to the text. */
	where: string[];
	/** Whether a gap is an error: a recipient reads the text, or it is required. */
	mustBeThere: boolean;
	isForRecipient: boolean;
}

/**
 * The fields that a form's texts read by plain paths. A lone field without surrounding text is
 * skipped if an empty value simply means none, and so is JSON.
 */
export function fieldsInTexts(texts: readonly TypedText[]): FieldInText[] {
	return texts.flatMap(({ control, raw, where }) => {
		if (!isExpression(raw) || control.type === 'json') return [];
		const parts = expressionParts(raw) ?? [];
		const isForRecipient = audienceOf(control) === 'recipient';
		const mayBeAlone = isForRecipient && !fieldOf(control)?.keepsEmpty;
		if (parts.length === 1 && !mayBeAlone) return [];
		const reads = parts.flatMap((part) => ('code' in part ? fieldReadsOf(part.code) : []));
		const mustBeThere = isForRecipient || control.required === true;
		return reads.map((read) => ({ read, where, mustBeThere, isForRecipient }));
	});
}
