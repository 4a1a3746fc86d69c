/** A piece of code; a property is the name after a point. A template holds the code of its placeholders. */
export type Token =
	| { kind: 'name' | 'property' | 'number' | 'string' | 'regex' | 'sign'; text: string }
	| { kind: 'template'; codes: Token[][] };

const space = /[ \t\r\n]+/y;
/** How tokens are written, in the order in which they are tried. */
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

/** Signs that end a value. */
const closing = new Set([')', ']', '}']);
/** Words after which a value begins. */
const operators = new Set(['typeof', 'in', 'instanceof', 'new']);

/** Whether a token is there, and is a sign that is written so. */
export function isSign(token: Token | undefined, text: string): boolean {
	return token?.kind === 'sign' && token.text === text;
}

/** How a token is written; nothing for a template. */
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
 * @returns undefined for code with anything else in it, such as a comment, an assignment or a statement
 */
export function tokensOf(code: string): Token[] | undefined {
	const reader = new Reader(code);
	const tokens = reader.readUntilEnd();
	return reader.isAtEnd ? tokens : undefined;
}

class Reader {
	private at = 0;
	private hasFailed = false;

	constructor(private readonly code: string) {}

	get isAtEnd(): boolean {
		return !this.hasFailed && this.at === this.code.length;
	}

	/** Reads up to the end, or to what cannot be read: a closing brace that was not opened, too. */
	readUntilEnd(): Token[] {
		const tokens: Token[] = [];
		let depth = 0;
		for (;;) {
			this.take(space);
			if (depth === 0 && this.code[this.at] === '}') return tokens;
			const token = this.next(tokens.at(-1));
			if (!token) return tokens;
			if (token.kind === 'sign' && token.text === '{') depth++;
			if (token.kind === 'sign' && token.text === '}') depth--;
			tokens.push(token);
		}
	}

	private next(before: Token | undefined): Token | undefined {
		if (this.code[this.at] === '`') return this.template();
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
			if (this.code[this.at] === '`') {
				this.at++;
				return { kind: 'template', codes };
			}
			this.hasFailed ||= !this.code.startsWith('${', this.at);
			if (this.hasFailed) return undefined;
			this.at += 2;
			codes.push(this.readUntilEnd());
			this.hasFailed ||= this.code[this.at] !== '}';
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

/** Whether a value has to begin after a token; else a value has ended. */
export function valueBeginsAfter(before: Token | undefined): boolean {
	if (!before) return true;
	if (before.kind === 'name') return operators.has(before.text);
	return before.kind === 'sign' && !closing.has(before.text);
}
