import type { WhichItem } from '../../n8n/expressions';
import { stepsAt } from './plainPath';
import { isSign, textOf, tokensOf, valueBeginsAfter, type Token } from './tokens';

/** The source of a field: the expression's own item, or an item of another node. */
export interface FieldSource {
	/** The node; undefined for the node's own input. */
	node?: string;
	which: WhichItem;
}

/** A field that an expression reads by a plain path. */
export interface FieldRead {
	source: FieldSource;
	/** The source as written, for example `$json` or `$('Node').item.json`. */
	written: string;
	/** The keys to the field, including list indexes. */
	path: string[];
}

/** Item data other than `$json`; a space separates tokens. */
const otherData =
	/^(?:\$input|\$ \( (?:"([^"]*)"|'([^']*)') \)) \. (?:(item)|(first|last) \( \)) \. json(?![\w$])/;

/** Signs that join texts and call methods, but make no decision. */
const joining = new Set(['.', '[', ']', '(', ')', ',', '+']);
/** Methods that handle a missing value, such as `isEmpty`. */
const deciding = /^(is|if|has|to_?bool)/i;

/**
 * Finds the fields that code requires: a plain path, or several joined with texts and methods. Code
 * with a fallback, condition or function is its author's decision and yields none.
 */
export function fieldReadsOf(code: string): FieldRead[] {
	const tokens = tokensOf(code) ?? [];
	if (tokens.some((token) => isSign(token, '?.'))) return [];
	const reads: FieldRead[] = [];
	for (let index = 0; index < tokens.length; index++) {
		const found = sourceAt(tokens, index);
		if (found) {
			const { path, end } = stepsAt(tokens, found.end);
			const written = tokens.slice(index, found.end).map(textOf).join('');
			if (path.length > 0) reads.push({ source: found.source, written, path });
			index = end - 1;
		} else if (!decidesNothing(tokens[index] as Token, tokens[index - 1])) return [];
	}
	return reads;
}

function decidesNothing(token: Token, before: Token | undefined): boolean {
	// A list literal is often meant to skip missing values. Brackets after a value only read a part
	// of it.
	if (isSign(token, '[')) return !valueBeginsAfter(before);
	if (token.kind === 'sign') return joining.has(token.text);
	if (token.kind === 'property') return !deciding.test(token.text);
	return token.kind !== 'name' && token.kind !== 'template';
}

/** `$json`, `$input.item.json` or `$("Node").first().json`. */
function sourceAt(
	tokens: readonly Token[],
	at: number,
): { source: FieldSource; end: number } | undefined {
	const token = tokens[at];
	if (token?.kind !== 'name') return undefined;
	if (token.text === '$json') return { source: { which: 'item' }, end: at + 1 };
	const written = tokens.slice(at, at + 10).map(textOf);
	const [found, double, single, own, common] = otherData.exec(written.join(' ')) ?? [];
	if (found === undefined) return undefined;
	const node = double ?? single;
	const length = (node === undefined ? 5 : 8) + (own ? 0 : 2);
	return { source: { node, which: (own ?? common) as WhichItem }, end: at + length };
}

/** A path as written in code. */
export function writtenPath(written: string, path: readonly string[]): string {
	const steps = path.map((key) => {
		if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
		return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
	});
	return written + steps.join('');
}

/** The value at the end of a path, or undefined. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
	let value = data;
	for (const key of path) {
		if (value === undefined || value === null || !(key in Object(value))) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
