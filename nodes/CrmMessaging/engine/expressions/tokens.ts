/**
 * A token of code; a property is the name after a point. A template holds the code of its
 * placeholders.
 */
export type Token =
	| { kind: 'name' | 'property' | 'number' | 'string' | 'regex' | 'sign'; text: string }
	| { kind: 'template'; codes: Token[][] };

const space = /[ \t\r\n]+/y;
/** The patterns of tokens, in the order to try them. */
const patterns = [
	['name', /[A-Za-z_$][\w$]*/y],
	['number', /(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w$.])/y],
	[
		'string',
		/"(?:[^"\\\r\n\u2028\u2029]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux\d\r\n\u2028\u2029]))*"|'(?:[^'\\\r\n\u2028\u2029]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux\d\r\n\u2028\u2029]))*'/y,
	],
	[
		'regex',
		/\/(?![*/])(?:[^\\/[\r\n]|\\[^\r\n]|\[(?:[^\\\]\r\n]|\\[^\r\n])*\])+\/[dgimsuvy]*(?![\w$])/y,
	],
	[
		'sign',
		/=>|\.\.\.|\?\.(?![\d\s])|===?|!==?|\*\*|<<|>>>?|<=|>=|&&|\|\||\?\?|\+(?!\+)|-(?!-)|\/(?![/*])|\.(?!\s)|[()[\]{},?:!~*%<>&|^]/y,
	],
] as const;
const templateText =
	/(?:[^`\\$\r\n]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux\d\r\n\u2028\u2029])|\$(?!\{))*/y;
const templateEnd = /`/y;
const placeholderStart = /\$\{/y;

/** Signs that end a value. */
const closing = new Set([')', ']', '}']);
/** Words before a value. */
const operators = new Set(['typeof', 'in', 'instanceof', 'new']);

/** Whether a token is this sign. */
export function isSign(token: Token | undefined, text: string): boolean {
	return token?.kind === 'sign' && token.text === text;
}

/** A token's text; empty for a template. */
export function textOf(token: Token): string {
	return 'text' in token ? token.text : '';
}

/** Whether a token is the point before a property. */
export function isPoint(token: Token | undefined): boolean {
	return isSign(token, '.') || isSign(token, '?.');
}

/**
 * Splits code into tokens.
 *
 * @returns undefined for code with other parts, such as a comment, an assignment or a statement
 */
export function tokensOf(code: string): Token[] | undefined {
	const reader = new Reader(code);
	const tokens = reader.readTokens();
	return reader.next === undefined ? tokens : undefined;
}

class Reader {
	private at = 0;

	constructor(private readonly code: string) {}

	get next(): string | undefined {
		return this.code[this.at];
	}

	/** Reads up to the end or an unmatched closing brace; undefined if it can't be read. */
	readTokens(): Token[] | undefined {
		const tokens: Token[] = [];
		let depth = 0;
		for (;;) {
			this.take(space);
			if (this.next === undefined || (depth === 0 && this.next === '}')) return tokens;
			const token = this.next === '`' ? this.template() : this.token(tokens.at(-1));
			if (!token) return undefined;
			if (isSign(token, '{')) depth++;
			if (isSign(token, '}')) depth--;
			tokens.push(token);
		}
	}

	private token(before: Token | undefined): Token | undefined {
		for (const [kind, pattern] of patterns) {
			// A slash after a value divides.
			if (kind === 'regex' && !valueBeginsAfter(before)) continue;
			const text = this.take(pattern);
			const isProperty = kind === 'name' && isPoint(before);
			if (text !== undefined) return { kind: isProperty ? 'property' : kind, text };
		}
		return undefined;
	}

	private template(): Token | undefined {
		const codes: Token[][] = [];
		this.at++;
		for (;;) {
			this.take(templateText);
			if (this.take(templateEnd) !== undefined) return { kind: 'template', codes };
			const code = this.take(placeholderStart) === undefined ? undefined : this.readTokens();
			if (!code || this.next !== '}') return undefined;
			codes.push(code);
			this.at++;
		}
	}

	private take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const [found] = pattern.exec(this.code) ?? [];
		if (found !== undefined) this.at += found.length;
		return found;
	}
}

/** Whether a value must begin after a token. */
export function valueBeginsAfter(before: Token | undefined): boolean {
	if (!before) return true;
	if (before.kind === 'name') return operators.has(before.text);
	return before.kind === 'sign' && !closing.has(before.text);
}
