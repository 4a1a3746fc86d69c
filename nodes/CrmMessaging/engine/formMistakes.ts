import { runHint } from '../catalogue/hints';
import { type Sentence } from '../catalogue/sentence';
import { fieldAdvice, wrongSetting } from '../catalogue/runs';
import { type Failure, failureOfSentence } from '../service/failure';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';
import { typedBraces, typedTexts, type TypedText } from './typedTexts';
import { audienceOf, fieldOf } from '../fields/control';
import { nearestName, plainForm } from '../fields/words';
import { expressionParts } from '../n8n/expressions';
import { isExpression, isPlainObject } from './expressions/plainPath';
import { fieldReadsOf, valueAt, writtenPath, type FieldRead } from './expressions/readFields';
import { formatList } from './hints';

/**
 * Looks for obvious mistakes in the form's texts: an expression in Fixed mode, and a field that no
 * item has. Possible mistakes are hints.
 *
 * @returns why nothing may be sent; undefined if nothing is wrong
 */
export function formMistake(operation: Operation, parameters: NodeParameters): Failure | undefined {
	const texts = typedTexts(parameters.controls, parameters.rawParameters);
	const braces = typedBraces(texts);
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
	const missing = fieldsInTexts(texts).filter(({ read }) => {
		const valueOf = fieldReader(read, parameters);
		return parameters.items.every((_, index) => valueOf(index) === undefined);
	});
	const gap = missing.find(({ mustBeThere }) => mustBeThere);
	if (gap) return failureOfSentence('input', missingField(gap, parameters));
	for (const field of missing) parameters.hints.add(missingField(field, parameters));
	return undefined;
}

/** A field in a text's expression that leaves a gap if it is empty. */
interface FieldInText {
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
