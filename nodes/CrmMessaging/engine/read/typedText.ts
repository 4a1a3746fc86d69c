import type { INodeProperties } from 'n8n-workflow';
import { audienceOf, optionOf } from '../../fields/control';
import { parseJson } from '../../fields/types/json';
import { expressionParts } from '../../n8n/expressions';
import { isExpression } from './expressions/plainPath';
import type { FormPlace } from './formPlace';
import type { KnownFields } from './meantField';

/** A text that a person typed into a form. */
export interface TypedText {
	control: INodeProperties;
	where: readonly string[];
	/** As the workflow holds it. A JSON field may have any value. */
	raw: unknown;
}

/** Everything typed into a parameter, at any depth. */
export function typedInto(raw: unknown, place: FormPlace): TypedText[] {
	const { control, where } = place;
	if (control?.noDataExpression && control.type !== 'resourceMapper') return [];
	if (control && (typeof raw === 'string' || control.type === 'json')) {
		return [{ control, where, raw }];
	}
	if (typeof raw !== 'object' || raw === null) return [];
	return Object.entries(raw).flatMap(([key, part]) => typedInto(part, place.at(key)));
}

/** Text that n8n doesn't evaluate: in Fixed mode all of it, else what is around the braces. */
export function typedTextsIn(raw: unknown): string[] {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).flatMap(typedTextsIn);
	if (typeof raw !== 'string') return [];
	if (!isExpression(raw)) return [raw];
	const parts = expressionParts(raw) ?? [];
	return parts.flatMap((part) => ('text' in part ? part.text : []));
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
	/** The first braces. */
	braces: string;
	/** Whether they're surely a mistake; otherwise an app may fill them in. */
	isMistake: boolean;
}

/** Finds `{{ … }}` in a field in Fixed mode. */
export function typedBraces(
	{ control, raw }: TypedText,
	fields: Pick<KnownFields, 'named'>,
): TypedBraces | undefined {
	const found = fixedTextsIn(raw, control.type === 'json').flatMap(bracesIn);
	const audience = audienceOf(control);
	const isForApp = audience === 'app' || audience === 'guest';
	const isMistake = (braces: string) =>
		!isForApp ||
		braces.includes('$') ||
		fields.named(braces.replace(/[{}]/g, '')) !== undefined;
	const braces = found.find(isMistake) ?? found[0];
	return braces === undefined ? undefined : { braces, isMistake: isMistake(braces) };
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

/** A tag of another tool, and the field that it names as an expression reads it. */
export interface ForeignTag {
	tag: string;
	code: string;
}

/** Marks around a name in other tools. */
const aroundNames: ReadonlyArray<readonly [open: string, close: string]> = [
	['*|', '|*'],
	['<', '>'],
	['{', '}'],
	['[', ']'],
	['%(', ')'],
];
/** Marks that are the same on both sides, so the name touches them. */
const besideNames = ['%', '#', '@@', '__', '||'];
const longestTag = 80;
/** Most texts have none of those marks. */
const mayHoldTag = /[*<{[%#@|$]|__/;

/** Finds the first tag of another tool that names a field of the items. */
export function foreignTag(
	typed: TypedText,
	fields: Pick<KnownFields, 'named'>,
): ForeignTag | undefined {
	for (const text of textsForTags(typed)) {
		if (!mayHoldTag.test(text)) continue;
		const found = barePath(text) ?? tagIn(text, fields);
		if (found) return found;
	}
	return undefined;
}

/** An app fills in tags of its own, and the service's other keys are unknown. */
function textsForTags({ control, raw }: TypedText): string[] {
	if (control.type === 'json') {
		return isExpression(raw) || optionOf(control) ? [] : fixedTextsIn(raw, true);
	}
	return audienceOf(control) === 'app' ? [] : typedTextsIn(raw);
}

/** `$json.name` outside braces, which no one means to send. */
function barePath(text: string): ForeignTag | undefined {
	const start = text.search(/\$(?:json|input|node)(?:\.|\?\.|\[)/);
	if (start < 0 || text.includes('{{')) return undefined;
	let end = start;
	for (let isInside = false; end < text.length && end - start < longestTag; end++) {
		const character = text[end] as string;
		if (character === '[') isInside = true;
		else if (character === ']') isInside = false;
		else if (!isInside && /[\s,;!:{}]/.test(character)) break;
	}
	const code = text.slice(start, end).replace(/[.?]$/, '');
	return { tag: code, code };
}

/** `$name`, or `{{name` without its end. */
const unclosed = /(?:(?<![\p{L}\p{N}])\$|\{\{ ?)([\p{L}_]\w*)/gu;

function tagIn(text: string, fields: Pick<KnownFields, 'named'>): ForeignTag | undefined {
	for (const [open, close] of aroundNames) {
		for (const [inner, tag] of between(text, open, close)) {
			const code = codeFor(nameIn(inner), fields);
			if (code !== undefined) return { tag, code };
		}
	}
	for (const mark of besideNames) {
		for (const [inner, tag] of between(text, mark, mark)) {
			if (!/^[\p{L}_][\p{L}\p{N}_ .-]*$/u.test(inner) || inner.trim() !== inner) continue;
			const code = codeFor(inner, fields);
			if (code !== undefined) return { tag, code };
		}
	}
	for (const { 0: tag, 1: name = '' } of text.matchAll(unclosed)) {
		const code = codeFor(name, fields);
		if (code !== undefined) return { tag, code };
	}
	return undefined;
}

/** The name between marks, which may be doubled, or followed by a filter. Empty for other text. */
function nameIn(inner: string): string {
	const [name] = /[\p{L}_][\p{L}\p{N}_ .:-]*/u.exec(inner) ?? [];
	if (name === undefined) return '';
	const start = inner.indexOf(name);
	const before = inner.slice(0, start);
	const after = inner.slice(start + name.length);
	const isAlone = /^[\s{[<$#=@%]*$/.test(before) && /^(?:[\s}\]>#=@%]*$|\|)/.test(after);
	return isAlone ? name.trim() : '';
}

/** The short texts between two marks, with the marks. `%{name}` is the service's own. */
function between(text: string, open: string, close: string): Array<[inner: string, tag: string]> {
	const found: Array<[string, string]> = [];
	for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 1)) {
		const start = at + open.length;
		const end = text.indexOf(close, start);
		if (end < 0) break;
		const isOwn = open === '{' && text[at - 1] === '%';
		if (end - start > longestTag || isOwn) continue;
		found.push([text.slice(start, end), text.slice(at, end + close.length)]);
	}
	return found;
}

/** Compares a name, and the name after the object it is of: `contact.first_name`. */
function codeFor(name: string, fields: Pick<KnownFields, 'named'>): string | undefined {
	return fields.named(name) ?? fields.named(name.split(/[.:]/).at(-1) ?? '');
}
