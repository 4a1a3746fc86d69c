import type { INodeExecutionData } from 'n8n-workflow';
import { expressionAdvice, wrongText } from '../../../catalogue/texts';
import type { Sentence } from '../../../catalogue/sentence';
import { InputError, quote } from '../../../fields/inputError';
import { gapsIn, isFailed, lacksValue, noTextIn, type NoText } from '../../../fields/textRules';
import { isBlank } from '../../../fields/values';
import { explanationOf } from '../../../n8n/errors';
import { printedObject } from '../../../n8n/expressions';
import { failureOfSentence, ServiceError, type Failure } from '../../../service/failure';
import { wordsOfError } from '../../../service/answer';
import { formatList } from '../../hints';
import { fieldMeantBy, namesAt } from '../meantField';
import type { Place } from '../place';
import type { ExpressionCode, ValueCheck } from './parameterReader';

/** The values that one part of an expression had. */
export class PartTally {
	/** Items that were read, without repetitions. */
	seen = 0;
	undefinedItems = 0;
	missingItems = 0;
	/** Items for which people would see a gap. */
	readonly emptyItems: number[] = [];
	/** Whether its author decided what stands for a missing value. */
	readonly hasFallback: boolean;
	private last = -1;

	constructor(
		readonly code: string,
		/** Whether its value is data as it came. */
		readonly isPath: boolean,
	) {
		this.hasFallback = fallback.test(code) || (code.includes('$if') && emptyText.test(code));
	}

	/** Counts an item once. */
	isNew(item: number): boolean {
		if (item === this.last) return false;
		this.last = item;
		this.seen++;
		return true;
	}

	/** How it's missing for every item, if it is. */
	get missingEverywhere(): 'undefined' | 'null' | undefined {
		if (this.seen === 0 || this.missingItems < this.seen) return undefined;
		return this.undefinedItems === this.seen ? 'undefined' : 'null';
	}
}

const fallback = /(?:\?\?|\|\||[?:])\s*(["'`])\s?\1/;
/** An argument of `$if` or `$ifEmpty`. */
const emptyText = /(["'`])\s?\1/;

/** How errors name a value, unless they show it. */
const resultOf: Readonly<Partial<Record<NoText | 'calculation', string>>> = {
	date: 'an invalid date',
	function: 'a function',
	object: 'an object',
};

/** Sees the values of one expression in a form. */
export class ExpressionCheck implements ValueCheck {
	readonly parts: readonly PartTally[];
	/** Whether people read it. */
	readonly isText: boolean;

	constructor(
		readonly place: Place,
		codes: readonly ExpressionCode[],
		private readonly isSole: boolean,
		private readonly items: readonly INodeExecutionData[],
	) {
		this.parts = codes.map(({ code, isPath }) => new PartTally(code.trim(), isPath));
		this.isText = place.judged === 'text' || place.judged === 'hotelText';
	}

	see(part: number, item: number, given: unknown): void {
		const tally = this.parts[part] as PartTally;
		// An operation may read an item several times.
		if (!tally.isNew(item) || this.place.judged === 'unjudged') return;
		const isPrinted = typeof given === 'object' && given !== null && !this.isSole;
		const value = isPrinted && !isFailed(given) ? printedObject(given) : given;
		if (value === undefined) tally.undefinedItems++;
		if (value === undefined || value === null) tally.missingItems++;
		if (isBlank(value)) tally.emptyItems.push(item);
		if (this.lacksValue(tally, value)) {
			if (typeof value === 'number') this.refuse(tally, value, 'calculation');
			if (isFailed(value)) this.refuse(tally, value, 'date');
			throw this.errorOf(wrongText.emptyExpression(this.wayFor(tally.code)));
		}
		const problem = this.problemOf(tally, item, value);
		if (problem) this.refuse(tally, value, problem);
	}

	broken(error: unknown, part: number, item: number): unknown {
		const reason = wordsOfError(error);
		const tally = this.parts[part] as PartTally;
		tally.isNew(item);
		const failure = this.failureOf(wrongText.brokenExpression({ code: tally.code, reason }));
		return new ServiceError({ ...failure, explanation: explanationOf(error) });
	}

	/** Why nothing may be sent, when all items are read: a part that none has a value for. */
	mistake(): Failure | undefined {
		const { judged } = this.place;
		if (judged === 'unjudged') return undefined;
		const isWhole = judged === undefined || (judged === 'identifier' && this.isSole);
		for (const { code, isPath, missingEverywhere: value, hasFallback } of this.parts) {
			// Null is in the data on purpose.
			if (!value || hasFallback || (value === 'null' && (isPath || isWhole))) continue;
			if (isWhole && !fieldMeantBy(code, this.items)?.isSlip) continue;
			return this.failureOf(wrongText.undefinedExpression({ value, ...this.wayFor(code) }));
		}
		return undefined;
	}

	/** Rule 1: whether an item's value is missing where it may not be. */
	private lacksValue({ isPath, hasFallback }: PartTally, value: unknown): boolean {
		const { judged } = this.place;
		if (isFailed(value)) return this.isText || judged === 'identifier' || !this.isSole;
		if (hasFallback) return false;
		if (this.isText) return !isPath && lacksValue(value);
		if (judged === 'identifier') return !this.isSole && isBlank(value);
		return judged === 'status' && isBlank(value);
	}

	/** Rule 2: what isn't text in an item's value. */
	private problemOf(
		{ isPath, code }: PartTally,
		item: number,
		value: unknown,
	): NoText | undefined {
		const { judged, control } = this.place;
		if (typeof value === 'function') return 'function';
		const problem = noTextIn(value);
		// A field's type judges the whole of an identifier, and a hotel's data.
		const isWhole = this.isSole && (judged === 'identifier' || typeof value === 'boolean');
		const isJudged =
			judged === 'text' || (!isWhole && (this.isText || judged === 'identifier'));
		if (problem && isJudged) return problem;
		if (isPath || typeof value !== 'string') return undefined;
		if (problem === 'object' || problem === 'date') return problem;
		const data = this.items[item]?.json;
		const words = gapsIn(value).filter(
			(word) => !holdsWord(data, word) && !isQuoted(word, code),
		);
		// JSON may hold null.
		return words.some((word) => word !== 'null' || control?.type !== 'json')
			? 'gap'
			: undefined;
	}

	/** What to correct in code without a value, and a fallback that fits it. */
	private wayFor(code: string): { code: string; advice: string; fallback: string } {
		const fallback = /&&|\|\|/.test(code) ? '|| ""' : '?? ""';
		return { code, advice: this.wayToField(code), fallback };
	}

	private wayToField(code: string): string {
		const meant = fieldMeantBy(code, this.items);
		if (meant) return expressionAdvice.meant({ code: meant.code });
		if (!/\$(?:json|input)/.test(code)) return expressionAdvice.otherNode;
		const names = namesAt(
			this.items.map(({ json }) => json),
			[],
		);
		if (names.length === 0) return expressionAdvice.noFields;
		const isKnown = names.some((name) => code.includes(name));
		if (isKnown && code.includes('(')) return expressionAdvice.functions;
		return expressionAdvice.fields({ names: formatList(names) });
	}

	private refuse({ code }: PartTally, given: unknown, problem: NoText | 'calculation'): never {
		const value = resultOf[problem] ?? quote(given);
		const advice = expressionAdvice[problem];
		throw this.errorOf(wrongText.meaninglessValue({ code, value, advice }));
	}

	private errorOf(sentence: Sentence): ServiceError {
		return new ServiceError(this.failureOf(sentence));
	}

	private failureOf(sentence: Sentence): Failure {
		return failureOfSentence('input', new InputError(sentence, this.place.where).sentence);
	}
}

/** Whether code has a word as text, and not only as a name. */
function isQuoted(word: string, code: string): boolean {
	const texts = code.replace(/\$\{[^{}]*\}/g, '').match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? [];
	return texts.some((text) => text.includes(word));
}

/** Whether a word is in an item's own data, which the code may have passed on. */
function holdsWord(value: unknown, word: string, depth = 0): boolean {
	if (typeof value === 'string') return value.toLowerCase().includes(word.toLowerCase());
	if (typeof value !== 'object' || value === null || depth > 10) return false;
	return Object.values(value).some((inner) => holdsWord(inner, word, depth + 1));
}
