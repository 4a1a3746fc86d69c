import type { WhichItem } from '../../n8n/expressions';
import { stepsAt } from './plainPath';
import { isSign, textOf, tokensOf, valueBeginsAfter, type Token } from './tokens';

/** The item in which an expression reads a field: its own, or one of another node. */
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

/** The data of an item that is not `$json`; a space separates tokens. */
const otherData =
	/^(?:\$input|\$ \( (?:"([^"]*)"|'([^']*)') \)) \. (?:(item)|(first|last) \( \)) \. json(?![\w$])/;

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
	// A list is often made to leave out what is not there; brackets after a value read a part of it.
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

/** How code steps to a key. */
export function writtenPath(written: string, path: readonly string[]): string {
	const steps = path.map((key) => {
		if (/^[A-Za-z_]\w*$/.test(key)) return `.${key}`;
		return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
	});
	return written + steps.join('');
}

/** A value at the end of a path; undefined if a step leads nowhere. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
	let value = data;
	for (const key of path) {
		if (value === undefined || value === null || !(key in Object(value))) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
