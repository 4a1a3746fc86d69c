import type { Failure } from '../service/failure';
import type { Operation } from './operation';
import type { NodeParameters } from './parameters';
import {
	bracesForApp,
	bracesThatAreMeant,
	namedBraces,
	typedBraces,
	type TypedBraces,
	typedTexts,
	type TypedText,
} from './typedTexts';
import { audienceOf, fieldOf } from '../fields/control';
import { nearestName, plainForm } from '../fields/words';
import { expressionParts } from '../n8n/expressions';
import { isExpression, isPlainObject } from './expressions/plainPath';
import { fieldReadsOf, valueAt, writtenPath, type FieldRead } from './expressions/readFields';
import { formatList } from './hints';

/**
 * Looks for what nobody can have meant in the texts of the form: an expression in Fixed mode, and a
 * text with a field that no item has. What may be meant is a hint.
 *
 * @returns why nothing may be sent; undefined where nothing is wrong
 */
export function formMistake(operation: Operation, parameters: NodeParameters): Failure | undefined {
	const texts = typedTexts(parameters.controls, parameters.rawParameters);
	const braces = typedBraces(texts);
	const mistake = braces.find(({ isMistake }) => isMistake);
	if (mistake) return { kind: 'input', ...inFixedMode(mistake, operation) };
	for (const one of braces) parameters.hints.list(bracesForApp, namedBraces(one));
	const missing = fieldsInTexts(texts).filter(({ read }) => !isInAnyItem(read, parameters));
	const gap = missing.find(({ mustBeThere }) => mustBeThere);
	if (gap) return { kind: 'input', ...missingField(gap, parameters) };
	for (const one of missing) {
		const { message, advice } = missingField(one, parameters);
		parameters.hints.add(`${message}. ${advice}`);
	}
	return undefined;
}

function inFixedMode(
	{ where, braces }: TypedBraces,
	{ message }: Operation,
): { message: string; advice: string } {
	const isMessage = message?.field.label === where[0];
	const orPlaceholder = isMessage ? ', or write %{name} for a field of the input item' : '';
	return {
		message: `${where.join(', ')} has ${braces} in Fixed mode, where n8n doesn't fill it in`,
		advice: `Switch the field to Expression${orPlaceholder}. To send braces as they are, write ${bracesThatAreMeant} for them in an expression.`,
	};
}

/** A field that the expression of a text reads, and that leaves a gap in the text where it is empty. */
interface FieldInText {
	read: FieldRead;
	/** The labels that lead to the text. */
	where: string[];
	/** Whether a gap must not be: a recipient reads the text, or it is required. */
	mustBeThere: boolean;
	/** Whether a recipient reads the text. */
	isForRecipient: boolean;
}

/** So many items are looked at for the names that there are. */
const mostLookedAt = 100;

/**
 * The fields that the texts of a form read by plain paths. A field alone, without text around it, is
 * left out where its absence means that nothing is given; so is JSON.
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

/** Stands for a field of an item that n8n cannot tell. */
const unknownField = Symbol('unknown field');

/** Makes what reads a field for an item; what is the same for all items is read once. */
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

/** Whether any item has the field; also where that cannot be known. */
function isInAnyItem(field: FieldRead, parameters: NodeParameters): boolean {
	const read = fieldReader(field, parameters);
	return parameters.items.some((_, index) => read(index) !== undefined);
}

/** Says that no item has a field, the nearest name that there is, and the way out. */
function missingField(
	{ read, where }: FieldInText,
	parameters: NodeParameters,
): { message: string; advice: string } {
	const { source, path, written } = read;
	const code = writtenPath(written, path);
	const whose = source.node === undefined ? '' : ` of “${source.node}”`;
	const { near, names } = nearestField(read, parameters);
	return {
		message: `${where.join(', ')} reads {{ ${code} }}, but no item${whose} has this field`,
		advice: near
			? `Did you mean {{ ${writtenPath(written, near)} }}? If it may be missing, write {{ ${code} ?? '' }}.`
			: `There are: ${formatList(names) || 'none'}. If it may be missing, write {{ ${code} ?? '' }}.`,
	};
}

/** The path that was probably meant, and the names that stand where the path ends. */
function nearestField(
	{ source, path }: FieldRead,
	parameters: NodeParameters,
): { near?: string[]; names: string[] } {
	const count = Math.min(parameters.items.length, mostLookedAt);
	const all = Array.from({ length: count }, (_, index) => parameters.dataOf(source, index));
	const depths = path.map((_, at) => at).reverse();
	const depth = depths.find((at) => objectsAt(all, path.slice(0, at)).length > 0) ?? 0;
	const before = path.slice(0, depth);
	const [wrong = '', ...rest] = path.slice(depth);
	const objects = objectsAt(all, before);
	const names = namesIn(objects);
	const near = nearestName(wrong, names);
	if (near !== undefined) return { near: [...before, near, ...rest], names };
	const last = plainForm(path.at(-1) ?? '');
	for (const outer of names) {
		const inner = namesIn(objectsAt(objects, [outer])).find((name) => plainForm(name) === last);
		if (inner !== undefined) return { near: [...before, outer, inner], names };
	}
	const top = namesIn(objectsAt(all, [])).find((name) => plainForm(name) === last);
	return { near: top === undefined ? undefined : [top], names };
}

function objectsAt(all: readonly unknown[], path: readonly string[]): object[] {
	return all.map((data) => valueAt(data, path)).filter(isPlainObject);
}

/** The names of all that has a value. */
function namesIn(objects: readonly object[]): string[] {
	const found = objects.flatMap((one) =>
		Object.entries(one).flatMap(([name, value]) => (value === undefined ? [] : name)),
	);
	return [...new Set(found)];
}

/** Whether a value leaves a gap in a text. */
export function isGap(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}
