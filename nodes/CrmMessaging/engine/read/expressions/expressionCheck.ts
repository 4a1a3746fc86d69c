import type { INodeExecutionData } from 'n8n-workflow';
import type { Sentence } from '../../../catalogue/sentence';
import { expressionAdvice, wrongText } from '../../../catalogue/texts';
import { InputError, quote } from '../../../fields/inputError';
import { gapsIn, isFailed, noTextIn, type NoText } from '../../../fields/textRules';
import { isBlank } from '../../../fields/values';
import { explanationOf } from '../../../n8n/errors';
import { printedObject } from '../../../n8n/expressions';
import { wordsOfError } from '../../../service/answer';
import { failureOfSentence, ServiceError, type Failure } from '../../../service/failure';
import { formatList } from '../../hints';
import { namesAt, pathMeantBy } from '../meantField';
import type { Place } from '../place';
import type { ExpressionCode, ValueCheck } from './parameterReader';

type Presence = 'undefined' | 'null' | 'blank' | 'filled';

/** What decides how an empty value is shown: an empty text behind `??`, `||`, in a ternary or `$if`. */
const fallback = /(?:\?\?|\|\||[?:])\s*(["'`])\s?\1/;
/** An argument of `$if` or `$ifEmpty`. */
const emptyArgument = /,\s*(["'`])\s?\1/;

/** One part of an expression, and whether each item has a value for it. */
class Part {
	readonly presences = new Map<number, Presence>();
	readonly hasFallback: boolean;

	constructor(
		readonly code: string,
		/** Whether its value is data as it came. */
		readonly isPath: boolean,
	) {
		this.hasFallback =
			fallback.test(code) || (code.includes('$if') && emptyArgument.test(code));
	}

	/** Items for which people would see a gap. */
	get emptyItems(): number[] {
		if (this.hasFallback) return [];
		return [...this.presences].flatMap(([item, is]) => (is === 'filled' ? [] : item));
	}

	/** How it's missing for every item, if it is. */
	get missingEverywhere(): 'undefined' | 'null' | undefined {
		const found = new Set(this.presences.values());
		if (this.hasFallback || found.size === 0) return undefined;
		if (found.has('blank') || found.has('filled')) return undefined;
		return found.has('null') ? 'null' : 'undefined';
	}
}

/** How errors name a value, unless they show it. */
const resultOf: Readonly<Partial<Record<NoText | 'calculation', string>>> = {
	date: 'an invalid date',
	function: 'a function',
	object: 'an object',
};

/** Sees the values of one expression in a form (docs/contributing/architecture.md, Judging texts). */
export class ExpressionCheck implements ValueCheck {
	readonly parts: readonly Part[];
	/** Whether people read it. */
	readonly isText: boolean;

	constructor(
		readonly place: Place,
		codes: readonly ExpressionCode[],
		private readonly isSole: boolean,
		private readonly items: readonly INodeExecutionData[],
	) {
		this.parts = codes.map(({ code, isPath }) => new Part(code.trim(), isPath));
		this.isText = place.judged === 'text' || place.judged === 'hotelText';
	}

	see(index: number, item: number, given: unknown): void {
		const part = this.parts[index] as Part;
		// An operation may read an item several times.
		if (part.presences.has(item)) return;
		const isPrinted = typeof given === 'object' && given !== null && !this.isSole;
		const value = isPrinted && !isFailed(given) ? printedObject(given) : given;
		part.presences.set(item, presenceOf(value));
		if (this.place.judged === 'unjudged') return;
		if (this.lacksValue(part, value)) {
			throw this.errorOf(wrongText.emptyExpression(this.wayFor(part.code)));
		}
		const problem = this.problemOf(part, item, value);
		if (!problem) return;
		throw this.errorOf(
			wrongText.meaninglessValue({
				code: part.code,
				value: resultOf[problem] ?? quote(value),
				advice: expressionAdvice[problem],
			}),
		);
	}

	broken(error: unknown, index: number): unknown {
		const { code } = this.parts[index] as Part;
		const reason = wordsOfError(error);
		const failure = this.failureOf(wrongText.brokenExpression({ code, reason }));
		return new ServiceError({ ...failure, explanation: explanationOf(error) });
	}

	/** Why nothing may be sent, when all items are read: a part that none has a value for. */
	mistake(): Failure | undefined {
		const { judged } = this.place;
		if (judged === 'unjudged') return undefined;
		const isOptional = judged === undefined || (judged === 'identifier' && this.isSole);
		for (const { code, isPath, missingEverywhere: value } of this.parts) {
			// Null is in the data on purpose.
			if (!value || (value === 'null' && (isPath || isOptional))) continue;
			if (isOptional && pathMeantBy(code, this.items) === undefined) continue;
			return this.failureOf(wrongText.undefinedExpression({ value, ...this.wayFor(code) }));
		}
		return undefined;
	}

	/** Rule 1: whether an item's value is missing where it may not be. */
	private lacksValue({ isPath, hasFallback }: Part, value: unknown): boolean {
		const { judged } = this.place;
		if (hasFallback) return false;
		if (this.isText) return !isPath && (value === undefined || value === null);
		return isBlank(value) && (judged === 'status' || (judged === 'identifier' && !this.isSole));
	}

	/** Rule 2: what isn't text in an item's value. */
	private problemOf(
		{ isPath }: Part,
		item: number,
		value: unknown,
	): NoText | 'calculation' | undefined {
		const { judged, control } = this.place;
		const isRead = this.isText || judged === 'identifier';
		if (isFailed(value)) {
			if (!isRead && this.isSole) return undefined;
			return typeof value === 'number' ? 'calculation' : 'date';
		}
		const problem = noTextIn(value);
		// A field's type judges the whole of an identifier, and a hotel's data.
		const isWhole = this.isSole && (judged === 'identifier' || typeof value === 'boolean');
		if (problem === 'function') return problem;
		if (problem && isRead && (judged === 'text' || !isWhole)) return problem;
		if (isPath || typeof value !== 'string') return undefined;
		if (problem === 'object' || problem === 'date') return problem;
		const words = gapsIn(value).filter((word) => !holdsWord(this.items[item]?.json, word));
		// JSON may hold null.
		const isGap = words.some((word) => word !== 'null' || control?.type !== 'json');
		return isGap ? 'gap' : undefined;
	}

	/** What to correct in code without a value, and a fallback that fits it. */
	private wayFor(code: string): { code: string; advice: string; fallback: string } {
		const names = namesAt(
			this.items.map(({ json }) => json),
			[],
		);
		const meant = pathMeantBy(code, this.items);
		const isOfItem = names.length > 0 && /\$(?:json|input)/.test(code);
		let advice: string = expressionAdvice.otherNode;
		if (meant !== undefined) advice = expressionAdvice.meant({ code: meant });
		else if (isOfItem) advice = expressionAdvice.fields({ names: formatList(names) });
		return { code, advice, fallback: /&&|\|\|/.test(code) ? '|| ""' : '?? ""' };
	}

	private errorOf(sentence: Sentence): ServiceError {
		return new ServiceError(this.failureOf(sentence));
	}

	private failureOf(sentence: Sentence): Failure {
		return failureOfSentence('input', new InputError(sentence, this.place.where).sentence);
	}
}

function presenceOf(value: unknown): Presence {
	if (value === undefined) return 'undefined';
	if (value === null) return 'null';
	return isBlank(value) ? 'blank' : 'filled';
}

/** Whether a word is in an item's own data, which the code may have passed on. */
function holdsWord(value: unknown, word: string, depth = 0): boolean {
	if (typeof value === 'string') return value.toLowerCase().includes(word.toLowerCase());
	if (typeof value !== 'object' || value === null || depth > 10) return false;
	return Object.values(value).some((inner) => holdsWord(inner, word, depth + 1));
}
