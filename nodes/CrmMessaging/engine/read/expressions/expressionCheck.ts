import type { AnyNode } from 'acorn';
import type { INodeExecutionData } from 'n8n-workflow';
import { expressionAdvice, wrongText } from '../../../catalogue/texts';
import type { Sentence } from '../../../catalogue/sentence';
import { audienceOf } from '../../../fields/control';
import { InputError } from '../../../fields/inputError';
import { isBlank, wordsOfGaps } from '../../../fields/values';
import { explanationOf } from '../../../n8n/errors';
import { printedObject } from '../../../n8n/expressions';
import { failureOfSentence, ServiceError, type Failure } from '../../../service/failure';
import { wordsOfError } from '../../../service/serviceText';
import type { FormPlace } from '../formPlace';
import type { CodeOfCheck, ValueCheck } from './parameterReader';
import { isKnownName } from './pureNames';
import { nodesIn, treeOf } from './syntax';

/** The values that one part of an expression had. */
export class PartTally {
	/** Items that were read, without repetitions. */
	seen = 0;
	undefinedItems = 0;
	/** Items for which a recipient would see a gap. */
	readonly emptyItems: number[] = [];
	/** Items for which a recipient would read `true` or `false`. */
	readonly booleanItems: number[] = [];
	/** Whether it has a filter as other tools have them; n8n calculates with the name. */
	readonly hasFilter: boolean;
	/** Words that only a missing value or a failed calculation puts into its text. */
	readonly words: readonly string[];
	private last = -1;

	constructor(
		readonly code: string,
		/** Whether its value is data as it came. */
		readonly isData: boolean,
		mayHaveNull: boolean,
	) {
		const words = mayHaveNull || !joins.test(code) ? certainWords : [...wordsOfGaps];
		this.words = isData ? [] : words.filter((word) => !isTyped(word, code));
		// The name after the bar may be a function's parameter.
		this.hasFilter = !isData && !code.includes('=>') && nodesIn(treeOf(code)).some(isFilter);
	}

	/** Counts an item once. */
	isNew(item: number): boolean {
		if (item === this.last) return false;
		this.last = item;
		this.seen++;
		return true;
	}

	/** Whether its author decided what stands for a missing value. */
	get hasFallback(): boolean {
		const { code } = this;
		return fallback.test(code) || (code.includes('$if') && emptyText.test(code));
	}

	get isUndefinedEverywhere(): boolean {
		return this.seen > 0 && this.undefinedItems === this.seen;
	}
}

const fallback = /(?:\?\?|\|\||[?:])\s*(?:''|""|``)/;
/** An argument of `$if` or `$ifEmpty`. */
const emptyText = /''|""|``/;

/** `| upper`: a single bar before a name that is neither n8n's nor the language's. */
function isFilter(node: AnyNode): boolean {
	if (node.type !== 'BinaryExpression' || node.operator !== '|') return false;
	const { right } = node;
	const [name] = nodesIn(right).flatMap((one) =>
		one.type === 'Identifier' && one.start === right.start ? one.name : [],
	);
	return name !== undefined && !name.startsWith('$') && !isKnownName(name);
}

/** An app may want the third. */
const certainWords = ['undefined', 'NaN'];
/** Code that makes a text of values. */
const joins = /[+`]|String\(|concat\(|stringify\(/;

/** Sees the values of one expression in a form. */
export class ExpressionCheck implements ValueCheck {
	readonly parts: readonly PartTally[];
	readonly isForRecipient: boolean;
	private readonly isForApp: boolean;
	private readonly isForGuest: boolean;

	constructor(
		readonly place: FormPlace,
		codes: readonly CodeOfCheck[],
		private readonly isSole: boolean,
		private readonly items: readonly INodeExecutionData[],
	) {
		const audience = place.control && audienceOf(place.control);
		this.isForGuest = audience === 'guest';
		this.isForRecipient = audience === 'recipient' || this.isForGuest;
		this.isForApp = audience === 'app';
		this.parts = codes.map(
			({ code, isPath }) => new PartTally(code.trim(), isPath, this.isForApp),
		);
	}

	see(part: number, item: number, given: unknown): void {
		const tally = this.parts[part] as PartTally;
		// An operation may read an item several times.
		if (!tally.isNew(item)) return;
		const isPrinted = typeof given === 'object' && given !== null && !this.isSole;
		const value = isPrinted ? printedObject(given) : given;
		if (value === undefined) tally.undefinedItems++;
		if (this.isForRecipient && isBlank(value)) tally.emptyItems.push(item);
		// A field of a hotel may be a boolean.
		if (
			typeof value === 'boolean' &&
			this.isForRecipient &&
			!(this.isForGuest && this.isSole)
		) {
			tally.booleanItems.push(item);
		}
		if (tally.hasFilter) this.refuse(tally, `“${String(value)}”`, 'filter');
		if (typeof value === 'function') this.refuse(tally, 'a function', 'function');
		if (typeof value === 'string') this.judgeText(tally, item, value);
		else if (typeof value === 'number' && !Number.isFinite(value) && this.isText) {
			this.refuse(tally, String(value), 'calculation');
		}
	}

	broken(error: unknown, part: number, item: number): unknown {
		const reason = wordsOfError(error);
		const tally = this.parts[part] as PartTally;
		tally.isNew(item);
		const failure = this.failureOf(wrongText.brokenExpression({ code: tally.code, reason }));
		return new ServiceError({ ...failure, explanation: explanationOf(error) });
	}

	/** A failure of this field. */
	failureOf(sentence: Sentence): Failure {
		return failureOfSentence('input', new InputError(sentence, [...this.place.where]).sentence);
	}

	/** Other types judge a value that isn't printed. */
	private get isText(): boolean {
		return this.isForRecipient || !this.isSole;
	}

	private judgeText(tally: PartTally, item: number, text: string): void {
		if (tally.isData && !this.isForRecipient) return;
		if (text.includes('[object ')) this.refuse(tally, 'an object', 'object');
		if (text.includes('Invalid Date')) this.refuse(tally, 'an invalid date', 'date');
		if (!tally.isData && (text.includes('$json') || text.includes('${'))) {
			const isOwn = holdsWord(this.items[item]?.json, '$');
			if (!isOwn) this.refuse(tally, 'a text with code', 'quoted');
		}
		if (text.length < 10 && wordsOfGaps.has(text) && !(this.isForApp && text === 'null')) {
			this.refuse(tally, `“${text}”`, 'gap');
		}
		// An iterator would create garbage for every item.
		for (let index = 0; index < tally.words.length; index++) {
			const word = tally.words[index] as string;
			if (!text.includes(word) || !wordPatterns[word]?.test(text)) continue;
			if (!holdsWord(this.items[item]?.json, word)) {
				this.refuse(tally, `a text with “${word}”`, 'gap');
			}
		}
	}

	private refuse(
		{ code }: PartTally,
		value: string,
		way: 'object' | 'calculation' | 'gap' | 'date' | 'function' | 'filter' | 'quoted',
	): never {
		const sentence = wrongText.meaninglessValue({ code, value, advice: expressionAdvice[way] });
		throw new ServiceError(this.failureOf(sentence));
	}
}

/** The words by themselves. No other word holds “undefined”, as “Ana” + undefined does. */
const wordPatterns: Readonly<Record<string, RegExp>> = {
	undefined: /undefined/,
	NaN: /(?<![\p{L}\p{N}_])NaN(?![\p{L}\p{N}_])/u,
	null: /(?<![\p{L}\p{N}_])null(?![\p{L}\p{N}_])/u,
};

/** Whether code holds a word in a text, and not only as a name. */
function isTyped(word: string, code: string): boolean {
	const written = code.split(wordPatterns[word] as RegExp).length - 1;
	return written > 0 && written > nameCount(code, word);
}

function nameCount(code: string, word: string): number {
	return nodesIn(treeOf(code)).filter((node) =>
		node.type === 'Literal'
			? node.raw === word
			: node.type === 'Identifier' && node.name === word,
	).length;
}

/** Whether a word is in an item's own data, which the code may have passed on. */
function holdsWord(value: unknown, word: string, depth = 0): boolean {
	if (typeof value === 'string') return value.includes(word);
	if (typeof value !== 'object' || value === null || depth > 10) return false;
	return Object.values(value).some((inner) => holdsWord(inner, word, depth + 1));
}
