import { words } from '../../fields/words';
import { expressionParts } from '../../n8n/expressions';
import { guardedNames, isExpression, keyIn, stepsAt, type PlainPath } from './plainPath';
import { isSign, textOf, tokensOf, valueBeginsAfter, type Token } from './tokens';

/** Data, values and functions that depend on only the item and what they are given. */
const pureNames: ReadonlySet<string> = new Set(
	words(`
		$itemIndex, $runIndex, $mode, typeof, undefined, null, true, false, NaN, Infinity, Array,
		Boolean, DateTime, Duration, Interval, Intl, JSON, Math, Number, Object, Set, String,
		parseInt, parseFloat, isNaN, isFinite, encodeURIComponent, decodeURIComponent, encodeURI,
		decodeURI
	`),
);

/** Names that are pure only if this follows them; a space follows each token. */
const conditions: ReadonlyArray<{ names: readonly string[]; following: RegExp }> = [
	{ names: ['$if', '$ifEmpty', '$min', '$max'], following: /^\( / },
	// Data that is the same for all items, and of which only a property may be read.
	{ names: ['$workflow', '$execution', '$vars', '$prevNode'], following: /^\. \S+ (?!\()/ },
	// The one item of another node that is the same for all items.
	{ names: ['$'], following: /^\( (?:"[^"]*"|'[^']*') \) \. (?:first|last) \( \) / },
	// A date of nothing is the present; so is one that is called as a function.
	{ names: ['new'], following: /^(?:Set|Intl) |^Date \( (?!\))/ },
	{ names: ['Date'], following: /^\. / },
];

/** Properties that lead out of the data, or that n8n keeps for the execution. */
const forbiddenProperties: ReadonlySet<string> = new Set([
	...guardedNames,
	...words('call, apply, bind, customData'),
]);

/** Methods that change what they are called on, or given. */
export const changingMethods: ReadonlySet<string> = new Set(
	words(`
		push, pop, shift, unshift, splice, sort, reverse, fill, copyWithin, add, delete, clear,
		assign, freeze, seal, preventExtensions
	`),
);

/** Methods that read the clock or chance, or change something. */
const impureMethods: ReadonlySet<string> = new Set([
	...changingMethods,
	...words(`
		now, today, local, utc, random, randomItem, diffNow, diffToNow, isInLast, fromObject,
		toRelative, toRelativeCalendar
	`),
]);

/** Methods by which a date changes itself; luxon's own give a new one. */
const impureSetter = /^set(?!Zone$|Locale$)[A-Z]/;

/** A parameter's name that hides nothing of n8n's or of ours. */
const ordinaryName = /^(?!__|global$|window$)[A-Za-z_]\w*$/;

const infixWords = new Set(['in', 'instanceof']);

/**
 * The paths that code reads, if it is pure: it reads only its own item and values that are the same for
 * all, so that it may be evaluated for many items in one call.
 *
 * @returns the paths to all that it reads of its item, none for the whole of it; undefined if
 * that isn't certain, and n8n has to evaluate it
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
 * A filter of tokens: names are known, properties allowed, and no bracket is closed that was not
 * opened, so code stays within the parentheses that are put around it. Whether it is grammatical
 * otherwise is left to JavaScript.
 */
class PurityChecker {
	private at = 0;
	/** How many brackets are open; JavaScript sees to it that like closes like. */
	private depth = 0;

	/**
	 * @param parameters the names of functions' parameters in the whole code
	 * @param reads gets what the code reads of its item
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

	/** Whether a value has to begin. */
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
		// The class after `new` is no name of its own.
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

	/** Whether the key between brackets that begin here may be read. */
	private isPureKey(): boolean {
		const { after } = this;
		if (after?.kind === 'string' && isSign(this.tokens[this.at + 2], ']')) {
			const key = keyIn(after);
			return key !== undefined && isPureProperty(key);
		}
		// n8n rewrites code with `?.` so that a computed key is lost.
		return after?.kind === 'number' || !this.tokens.some((token) => isSign(token, '?.'));
	}
}

function isAllowedProperty(name: string): boolean {
	return !name.startsWith('__') && !forbiddenProperties.has(name);
}

function isPureProperty(name: string): boolean {
	return isAllowedProperty(name) && !impureMethods.has(name) && !impureSetter.test(name);
}

/** The names of functions' parameters, wherever they are; an empty one if it is no list of names. */
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
 * n8n knows its own methods by looking at code without its first text in quotes. If that hides a
 * method, the method does not exist for n8n; among other code it would.
 */
function n8nOverlooksMethods(code: string): boolean {
	const [, , hidden = ''] = /("|')(.*?)("|')/.exec(code) ?? [];
	return /\$if|\.\s*\w+\s*(?:\?\.\s*)?\(/.test(hidden);
}

/** An assignment, and no comparison or arrow function. */
const assignment = /(?<![=!<>])=(?![=>])|[+*/%&|^-]=|<<=|>>=|\+\+|--|\bdelete\b/;

/**
 * Whether an expression among raw parameters may change its item, as `$json.tags.sort()` does in the
 * legacy engine of n8n; another expression then gives something else before and after it.
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
