import type { WhichItem } from '../../n8n/expressions';
import { isSign, tokensOf, type Token } from './tokens';

/** Where an expression reads a field: in its own item, or in one of another node. */
export interface FieldSource {
	/** The node; undefined for the node's own input. */
	node?: string;
	which: WhichItem;
}

/** A field that an expression reads by a plain path. */
export interface FieldRead {
	source: FieldSource;
	/** How the source is written, for example `$json` or `$('Node').item.json`. */
	written: string;
	/** The keys on the way to the field, those of lists too. */
	path: string[];
}

/** Signs of texts that are joined and methods that are called: nothing among them decides anything. */
const joining = new Set(['.', '[', ']', '(', ')', ',', '+']);
/** Methods that answer to nothing, such as `isEmpty`. */
const deciding = /^(is|if|has|to_?bool)/i;

/**
 * Finds the fields that code cannot do without: a plain path, or several with texts and methods. Code
 * with a fallback, a condition or a function of its own is its author's decision, and gives none.
 */
export function fieldReadsOf(code: string): FieldRead[] {
	const tokens = tokensOf(code) ?? [];
	const reads: FieldRead[] = [];
	for (let at = 0; at < tokens.length;) {
		const read = readAt(tokens, at);
		if (read) {
			reads.push(read);
			at = read.end;
		} else if (!decidesNothing(tokens, at++)) return [];
	}
	return reads.filter(({ path }) => path.length > 0 && !path.some((key) => key in {}));
}

function decidesNothing(tokens: readonly Token[], at: number): boolean {
	const token = tokens[at] as Token;
	const before = tokens[at - 1];
	// A list is often made to leave out what is not there; brackets after a value read a part of it.
	if (isSign(token, '['))
		return before?.kind === 'name' || isSign(before, ']') || isSign(before, ')');
	if (token.kind === 'sign') return joining.has(token.text);
	if (token.kind === 'name') return isSign(before, '.') && !deciding.test(token.text);
	return token.kind !== 'template';
}

function readAt(tokens: readonly Token[], at: number): (FieldRead & { end: number }) | undefined {
	if (isSign(tokens[at - 1], '.')) return undefined;
	const found = sourceAt(tokens, at);
	if (!found) return undefined;
	const path: string[] = [];
	let { end } = found;
	for (let step = stepAt(tokens, end); step; step = stepAt(tokens, end)) {
		path.push(step.key);
		({ end } = step);
	}
	const written = tokens.slice(at, found.end).map((one) => ('text' in one ? one.text : ''));
	return { source: found.source, written: written.join(''), path, end };
}

/** `$json`, `$input.item.json` or `$("Node").first().json`. */
function sourceAt(
	tokens: readonly Token[],
	at: number,
): { source: FieldSource; end: number } | undefined {
	const [name, open, node] = tokens.slice(at, at + 3);
	if (name?.kind !== 'name') return undefined;
	if (name.text === '$json') return { source: { which: 'item' }, end: at + 1 };
	if (name.text === '$input') return itemAt(tokens, at + 1, undefined);
	if (name.text === '$' && isSign(open, '(') && node?.kind === 'string') {
		return isSign(tokens[at + 3], ')') ? itemAt(tokens, at + 4, keyIn(node)) : undefined;
	}
	return undefined;
}

/** `.item.json`, `.first().json` or `.last().json`. */
function itemAt(
	tokens: readonly Token[],
	at: number,
	node: string | undefined,
): { source: FieldSource; end: number } | undefined {
	const [point, which, open, close] = tokens.slice(at, at + 4);
	if (!isSign(point, '.') || which?.kind !== 'name') return undefined;
	const { text } = which;
	const isCalled = isSign(open, '(') && isSign(close, ')');
	const end = at + (isCalled ? 4 : 2);
	const isKnown = isCalled ? text === 'first' || text === 'last' : text === 'item';
	if (!isKnown || !isJson(tokens, end)) return undefined;
	return { source: { node, which: text as WhichItem }, end: end + 2 };
}

function isJson(tokens: readonly Token[], at: number): boolean {
	const [point, name] = tokens.slice(at, at + 2);
	return isSign(point, '.') && name?.kind === 'name' && name.text === 'json';
}

/** A step to a key: `.key`, which is no method, `["key"]` or `[0]`. */
function stepAt(tokens: readonly Token[], at: number): { key: string; end: number } | undefined {
	const [sign, key, end] = tokens.slice(at, at + 3);
	if (isSign(sign, '.') && key?.kind === 'name' && !isSign(end, '(')) {
		return { key: key.text, end: at + 2 };
	}
	const isKey = key?.kind === 'number' || (key?.kind === 'string' && !key.text.includes('\\'));
	if (!isSign(sign, '[') || !isKey || !isSign(end, ']')) return undefined;
	return { key: keyIn(key), end: at + 3 };
}

function keyIn(token: Token): string {
	const text = 'text' in token ? token.text : '';
	return token.kind === 'string' ? text.slice(1, -1) : text;
}

/** How code steps to a key. */
export function writtenPath(written: string, path: readonly string[]): string {
	const steps = path.map((key) => {
		if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
		return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
	});
	return written + steps.join('');
}

/** A value at the end of a path; undefined where a step leads nowhere. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
	let at = data;
	for (const key of path) {
		if (at === undefined || at === null || !(key in Object(at))) return undefined;
		at = (at as Record<string, unknown>)[key];
	}
	return at;
}
