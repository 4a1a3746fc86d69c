import { words } from '../../fields/words';
import { expressionParts } from '../../n8n/expressions';
import { guardedNames, isExpression, keyIn, stepsAt, type PlainPath } from './plainPath';
import { isSign, textOf, tokensOf, valueBeginsAfter, type Token } from './tokens';

/** Data, values and functions that depend only on the item and their arguments. */
const pureNames: ReadonlySet<string> = new Set(
	words(`
		$itemIndex, $runIndex, $mode, typeof, undefined, null, true, false, NaN, Infinity, Array,
		Boolean, DateTime, Duration, Interval, Intl, JSON, Math, Number, Object, Set, String,
		parseInt, parseFloat, isNaN, isFinite, encodeURIComponent, decodeURIComponent, encodeURI,
		decodeURI
	`),
);

const infixWords = new Set(['in', 'instanceof']);

/** Whether a name is the language's or n8n's own, and no field. */
export function isKnownName(name: string): boolean {
	return pureNames.has(name) || name === 'new' || infixWords.has(name);
}

/** Names that are pure only before this pattern; a space follows each token. */
const conditions: ReadonlyArray<{ names: readonly string[]; following: RegExp }> = [
	{ names: ['$if', '$ifEmpty', '$min', '$max'], following: /^\( / },
	// Data shared by all items, if the code reads only a property.
	{ names: ['$workflow', '$execution', '$vars', '$prevNode'], following: /^\. \S+ (?!\()/ },
	// An item of another node that is the same for all items.
	{ names: ['$'], following: /^\( (?:"[^"]*"|'[^']*') \) \. (?:first|last) \( \) / },
	// A date without arguments, of which a spread may have none, or called as a function is the current time.
	{ names: ['new'], following: /^(?:Set|Intl) |^Date \( (?!\)|\.\.\. )/ },
	{ names: ['Date'], following: /^\. / },
];

/** Properties that lead out of the data, or that n8n reserves. */
const forbiddenProperties: ReadonlySet<string> = new Set([
	...guardedNames,
	...words('call, apply, bind, customData'),
]);

/** Methods that change their object or an argument. */
export const changingMethods: ReadonlySet<string> = new Set(
	words(`
		push, pop, shift, unshift, splice, sort, reverse, fill, copyWithin, add, delete, clear,
		assign, freeze, seal, preventExtensions
	`),
);

/** Methods that read the clock or random numbers, or change something. */
const impureMethods: ReadonlySet<string> = new Set([
	...changingMethods,
	...words(`
		now, today, local, utc, random, randomItem, diffNow, diffToNow, isInLast, fromObject,
		toRelative, toRelativeCalendar
	`),
]);

/** Setters of Date; luxon's return a new date. */
const impureSetter = /^set(?!Zone$|Locale$)[A-Z]/;

/** A parameter name that shadows nothing of n8n's or ours. */
const ordinaryName = /^(?!__|global$|window$)[A-Za-z_]\w*$/;

/**
 * The paths pure code reads. Pure code depends only on its own item and on shared data. One call
 * can evaluate it for many items.
 *
 * @returns an empty path if it reads the whole item; undefined if it may be impure and n8n must
 * evaluate it
 */
export function readsOfItem(code: string): PlainPath[] | undefined {
	const tokens = tokensOf(code);
	if (!tokens || isSign(tokens[0], '{') || n8nOverlooksMethods(code)) return undefined;
	const parameters = parametersIn(tokens);
	if (!parameters.every((name) => ordinaryName.test(name))) return undefined;
	const reads: PlainPath[] = [];
	return new PurityChecker(tokens, new Set(parameters), reads).isPure() ? reads : undefined;
}

/**
 * Filters tokens: names must be known, and properties allowed. Brackets must be opened before they
 * close, so code can't leave its enclosing parentheses. JavaScript checks the rest of the grammar.
 */
class PurityChecker {
	private at = 0;
	/** Number of open brackets; JavaScript checks that they match. */
	private depth = 0;

	/**
	 * @param parameters the names of all functions' parameters in the code
	 * @param reads collects the paths that the code reads
	 */
	constructor(
		private readonly tokens: readonly Token[],
		private readonly parameters: ReadonlySet<string>,
		private readonly reads: PlainPath[],
	) {}

	isPure(): boolean {
		for (; this.at < this.tokens.length; this.at++) {
			if (!this.isPureToken(this.tokens[this.at] as Token)) return false;
		}
		return this.depth === 0 && !this.begins;
	}

	private get before(): Token | undefined {
		return this.tokens[this.at - 1];
	}

	private get after(): Token | undefined {
		return this.tokens[this.at + 1];
	}

	private get begins(): boolean {
		return valueBeginsAfter(this.before);
	}

	private isPureToken(token: Token): boolean {
		if (token.kind === 'sign') return this.isPureSign(token.text);
		if (token.kind === 'property') return isPureProperty(token.text);
		if (token.kind === 'name' && infixWords.has(token.text)) return !this.begins;
		if (!this.begins) return false;
		if (token.kind === 'name') return this.isPureName(token.text);
		if (token.kind !== 'template') return true;
		return token.codes.every((code) =>
			new PurityChecker(code, this.parameters, this.reads).isPure(),
		);
	}

	private isPureName(name: string): boolean {
		const isKey = isSign(this.before, '{') || isSign(this.before, ',');
		if (isKey && isSign(this.after, ':')) return true;
		if (name === '$json') return this.readPath();
		const condition = conditions.find(({ names }) => names.includes(name));
		if (!condition) return pureNames.has(name) || this.parameters.has(name);
		const following = this.tokens.slice(this.at + 1, this.at + 9);
		// `new` and its class are one name.
		if (name === 'new') this.at++;
		return condition.following.test(following.map((one) => `${textOf(one)} `).join(''));
	}

	private readPath(): boolean {
		const { path, end } = stepsAt(this.tokens, this.at + 1);
		this.reads.push(path);
		this.at = end - 1;
		return path.every(isAllowedProperty);
	}

	private isPureSign(sign: string): boolean {
		const { before, after, begins } = this;
		switch (sign) {
			case '(':
				this.depth++;
				return begins || before?.kind === 'name' || before?.kind === 'property';
			case '[':
				this.depth++;
				return begins || this.isPureKey();
			case '{':
				this.depth++;
				return begins && !isSign(before, '=>');
			case ')':
			case ']':
			case '}':
				return --this.depth >= 0;
			case '.':
			case '?.':
				return !begins && after?.kind === 'property';
			case ',':
				return !begins && this.depth > 0;
			default:
				return true;
		}
	}

	/** Whether the bracketed key that begins here may be read. */
	private isPureKey(): boolean {
		const { after } = this;
		if (after?.kind === 'string' && isSign(this.tokens[this.at + 2], ']')) {
			const key = keyIn(after);
			return key !== undefined && isPureProperty(key);
		}
		// n8n's rewriting of `?.` loses a computed key.
		return after?.kind === 'number' || !this.tokens.some((token) => isSign(token, '?.'));
	}
}

function isAllowedProperty(name: string): boolean {
	return !name.startsWith('__') && !forbiddenProperties.has(name);
}

function isPureProperty(name: string): boolean {
	return isAllowedProperty(name) && !impureMethods.has(name) && !impureSetter.test(name);
}

/** The names of functions' parameters; includes an empty one if a parameter isn't a plain name. */
function parametersIn(tokens: readonly Token[]): string[] {
	return tokens.flatMap((token, at) => {
		if (token.kind === 'template') return token.codes.flatMap(parametersIn);
		if (!isSign(tokens[at + 1], '=>')) return [];
		if (token.kind === 'name') return [token.text];
		let start = at;
		while (start > 0 && !isSign(tokens[start - 1], '(')) start--;
		return tokens
			.slice(start, at)
			.filter((one) => !isSign(one, ','))
			.map((one) => (one.kind === 'name' ? one.text : ''));
	});
}

/**
 * n8n detects its own methods in code without its first quoted text. A method hidden by that text
 * doesn't exist for n8n, but would within other code.
 */
function n8nOverlooksMethods(code: string): boolean {
	const [, , hidden = ''] = /("|')(.*?)("|')/.exec(code) ?? [];
	return /\$if|\.\s*\w+\s*(?:\?\.\s*)?\(/.test(hidden);
}

/** An assignment, but not a comparison or arrow function. */
const assignment = /(?<![=!<>])=(?![=>])|<<=|>>=|\+\+|--/;

/**
 * Whether an expression in raw parameters may change its item, as `$json.tags.sort()` does in n8n's
 * legacy engine. Other expressions then depend on the order of evaluation.
 */
export function mayChangeItems(raw: unknown): boolean {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).some(mayChangeItems);
	if (!isExpression(raw)) return false;
	const parts = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	return parts.some((part) => 'code' in part && isChanging(part.code));
}

function isChanging(code: string): boolean {
	if (readsOfItem(code)) return false;
	const found = code.match(/\w+/g) ?? [];
	return assignment.test(code) || found.some((word) => changingMethods.has(word));
}
