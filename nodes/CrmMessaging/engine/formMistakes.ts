import { runHint, fieldAdvice, wrongSetting } from '../catalogue/runs';
import type { Sentence } from '../catalogue/sentence';
import { type Failure, failureOfSentence } from '../service/failure';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';
import { audienceOf } from '../fields/control';
import { nearestName, plainForm } from '../fields/words';
import {
	isExpression,
	isPlainObject,
	valueAt,
	writtenPath,
	type FieldRead,
} from './expressions/plainPath';
import { formatList } from './hints';
import type { FieldInText, TypedText } from './typedTexts';
import { quote } from '../fields/inputError';
import { parseJson } from '../fields/types/json';

/**
 * Looks for obvious mistakes in the form's texts: an expression in Fixed mode, and a field that no
 * item has. Possible mistakes are hints.
 *
 * @returns why nothing may be sent; undefined if nothing is wrong
 */
export function formMistake(operation: Operation, parameters: NodeParameters): Failure | undefined {
	const braces = typedBraces(parameters.texts);
	const mistake = braces.find(({ isMistake }) => isMistake);
	if (mistake) {
		const { where, braces: typed } = mistake;
		const isMessage = operation.message?.field.label === where[0];
		const orPlaceholder = isMessage ? ', or write %{name} for a field of the input item' : '';
		const sentence = wrongSetting.bracesInFixedText(where.join(', '), typed, orPlaceholder);
		return failureOfSentence('input', sentence);
	}
	for (const { where, braces: typed } of braces) {
		parameters.hints.list(runHint.bracesForApp, `${typed} in ${where.join(', ')}`);
	}
	const missing = parameters.fieldsInTexts.filter(({ read }) => {
		const valueOf = fieldReader(read, parameters);
		return parameters.items.every((_, index) => valueOf(index) === undefined);
	});
	const gap = missing.find(({ mustBeThere }) => mustBeThere);
	if (gap) return failureOfSentence('input', missingField(gap, parameters));
	for (const field of missing) parameters.hints.add(missingField(field, parameters));
	return undefined;
}

const unknownField = Symbol('unknown field');

/** Returns a reader of a field by item. It reads shared data only once. */
export function fieldReader(
	{ source, path }: FieldRead,
	parameters: NodeParameters,
): (index: number) => unknown {
	const read = (index: number): unknown => {
		const data = parameters.dataOf(source, index);
		return data === undefined ? unknownField : valueAt(data, path);
	};
	if (source.which === 'item') return read;
	const value = read(0);
	return () => value;
}

function missingField({ read, where }: FieldInText, parameters: NodeParameters): Sentence {
	const { source, path, written } = read;
	const code = writtenPath(written, path);
	const label = where.join(', ');
	const whose = source.node === undefined ? '' : ` of “${source.node}”`;
	const { near, names } = nearestField(read, parameters);
	const way = near
		? fieldAdvice.meant(writtenPath(written, near))
		: fieldAdvice.fields(formatList(names));
	return wrongSetting.missingField(label, code, whose, way);
}

/** Items to search for names. */
const itemsForNames = 100;

/** The path that was probably meant, and the names that exist at its end. */
function nearestField(
	{ source, path }: FieldRead,
	parameters: NodeParameters,
): { near?: string[]; names: string[] } {
	const items = parameters.items.slice(0, itemsForNames);
	const data = items.map((_, index) => parameters.dataOf(source, index));
	let depth = path.length - 1;
	while (depth > 0 && !objectsAt(data, path.slice(0, depth)).length) depth--;
	const before = path.slice(0, depth);
	const names = namesAt(data, before);
	const near = nearestName(path[depth] ?? '', names);
	// If it's the name as written, its value is a list or a text, and has no such names.
	if (near !== undefined && near !== path[depth])
		return { near: [...before, near, ...path.slice(depth + 1)], names };
	// The name may be one level deeper, or at the top.
	const last = plainForm(path.at(-1) ?? '');
	for (const outer of [...names.map((name) => [...before, name]), []]) {
		const inner = namesAt(data, outer).find((name) => plainForm(name) === last);
		if (inner !== undefined) return { near: [...outer, inner], names };
	}
	return { names };
}

function objectsAt(data: readonly unknown[], path: readonly string[]): object[] {
	return data.map((one) => valueAt(one, path)).filter(isPlainObject);
}

function namesAt(data: readonly unknown[], path: readonly string[]): string[] {
	const found = objectsAt(data, path).flatMap((one) =>
		Object.entries(one).flatMap(([name, value]) => (value === undefined ? [] : name)),
	);
	return [...new Set(found)];
}

/** Whether a value leaves a gap in a text. */
export function isGap(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
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
interface TypedBraces {
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
