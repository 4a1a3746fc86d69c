import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { groupsOf, audienceOf } from '../fields/control';
import { quote } from '../fields/inputError';
import { parseJson } from '../fields/types/json';
import { isExpression } from './expressions/plainPath';

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

/** Names of n8n's data, such as `$json` or `$('Node')`. */
const dataName = /\$[a-z_(]/i;

/**
 * Finds each `{{ … }}` in a text, as n8n would in an expression. An unclosed one counts if it
 * contains n8n's data.
 */
export function bracesIn(text: string): string[] {
	const found: string[] = [];
	for (let open = text.indexOf('{{'); open >= 0;) {
		const close = text.indexOf('}}', open + 2);
		if (close < 0) {
			const rest = text.slice(open);
			return dataName.test(rest) ? [...found, rest] : found;
		}
		found.push(text.slice(open, close + 2));
		open = text.indexOf('{{', close + 2);
	}
	return found;
}

/** Braces in Fixed mode, which n8n doesn't evaluate. */
export interface TypedBraces {
	/** The labels that lead to the field. */
	where: string[];
	/** The first braces, for a sentence. */
	braces: string;
	/** Whether they're surely a mistake; otherwise an app may fill them in. */
	isMistake: boolean;
}

/** Finds `{{ … }}` in form fields in Fixed mode. */
export function typedBraces(texts: readonly TypedText[]): TypedBraces[] {
	return texts.flatMap(({ control, raw, where }) => {
		const found = fixedTextsIn(raw, control.type === 'json').flatMap(bracesIn);
		const isForApp = audienceOf(control) === 'app';
		const mistake = isForApp ? found.find((braces) => braces.includes('$')) : found[0];
		const first = mistake ?? found[0];
		if (first === undefined) return [];
		return [{ where, braces: quote(first), isMistake: mistake !== undefined }];
	});
}

/** The fixed texts of a parameter. For JSON, each text in it, since JSON itself has braces. */
function fixedTextsIn(raw: unknown, isJson: boolean): string[] {
	if (typeof raw !== 'string') return typeof raw === 'object' && raw ? textsInside(raw) : [];
	if (isExpression(raw)) return [];
	if (!isJson) return [raw];
	try {
		return textsInside([parseJson(raw)]);
	} catch {
		return [raw];
	}
}

function textsInside(value: object): string[] {
	const parts = Object.entries(value).flatMap(([key, part]) =>
		Array.isArray(value) ? [part as unknown] : [key, part as unknown],
	);
	return parts.flatMap((part) => fixedTextsIn(part, false));
}
