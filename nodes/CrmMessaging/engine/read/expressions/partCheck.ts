import type { INodeProperties, INodeExecutionData } from 'n8n-workflow';
import type { Sentence } from '../../../catalogue/sentence';
import { expressionAdvice, wrongText } from '../../../catalogue/values';
import { type Control, membersOf } from '../../../fields/control';
import type { Judgement } from '../../../fields/field';
import { InputError, quote } from '../../../fields/inputError';
import { gapsIn, noTextIn, type NoText } from '../../../fields/textRules';
import { isExact, notExact } from '../../../fields/types/number';
import { isBlank, unwrapped } from '../../../fields/values';
import { explanationOf } from '../../../n8n/errors';
import type { Execution } from '../../../n8n/execution';
import { isArgument, printedObject } from '../../../n8n/expressions';
import { wordsOfError } from '../../../service/answer';
import { failureOfSentence, type Failure, ServiceError } from '../../../service/failure';
import { formatList } from '../../hints';
import { namesAt, pathMeantBy } from './paths';

/** A part of an expression: code between braces, or all of it. */
export interface ExpressionCode {
	code: string;
	/** Whether its value is data as it came. */
	isPath: boolean;
	/** Whether its value isn't printed within a text. */
	isSole: boolean;
}

/** What decides how an empty value is shown: an empty text behind `??`, `||`, in a ternary or `$if`. */
const fallback = /(?:\?\?|\|\||[?:])\s*(["'`])\s?\1/;
const emptyArgument = /,\s*(["'`])\s?\1/;

/** How errors name a value, unless they show it. */
const resultOf: Readonly<Partial<Record<NoText, string>>> = {
	date: 'an invalid date',
	function: 'a function',
	object: 'an object',
};

/** Judges a part of an expression by its values (docs/contributing/architecture.md, Judging texts). */
export class PartCheck {
	/** Items for which people would see a gap. */
	readonly emptyItems = new Set<number>();
	private readonly seen = new Set<'undefined' | 'null' | 'value'>();
	private readonly hasFallback: boolean;
	private readonly items: readonly INodeExecutionData[];
	private readonly isOfAgent: boolean;
	/** Whether it's an agent's argument, whose lack is its field's to judge. */
	private readonly isArgument: boolean;

	constructor(
		readonly place: Place,
		readonly part: ExpressionCode,
		execution: Pick<Execution, 'items' | 'isTool'>,
	) {
		const { code, isSole } = part;
		this.items = execution.items;
		this.isOfAgent = execution.isTool && isArgument(code);
		this.isArgument = this.isOfAgent && isSole;
		this.hasFallback =
			fallback.test(code) || (code.includes('$if') && emptyArgument.test(code));
	}

	/** Whether people read it. */
	get isText(): boolean {
		return this.place.judged === 'text' || this.place.judged === 'hotelText';
	}

	/** Whether it's one part of an identifier. Without it, that would name something else. */
	private get isOfIdentifier(): boolean {
		return this.place.judged === 'identifier' && !this.part.isSole;
	}

	/** Sees a value before n8n would print it. @throws ServiceError if no one can have meant it */
	see(item: number, given: unknown): void {
		const { code, isSole } = this.part;
		// A list of one is printed as its entry.
		const entry = isSole ? given : unwrapped(given);
		const isPrinted = typeof entry === 'object' && entry !== null && !isSole;
		const value = isPrinted ? printedObject(entry) : entry;
		this.seen.add(value === undefined || value === null ? `${value}` : 'value');
		if (isBlank(value) && !this.hasFallback && !this.isArgument) this.emptyItems.add(item);
		if (this.place.judged === 'unjudged') return;
		if (this.lacksValue(value))
			throw this.error(wrongText.emptyExpression({ code, advice: this.correction() }));
		const problem = this.noText(value) ?? this.gap(value, item);
		if (problem) {
			const shown = resultOf[problem] ?? quote(value);
			const advice = expressionAdvice[this.isOfAgent ? 'argument' : problem];
			throw this.error(wrongText.meaninglessValue({ code, value: shown, advice }));
		}
		// Within a text, no field's type sees the number.
		if (!isSole && typeof value === 'number' && !isExact(value))
			throw this.error(notExact(value).problem);
	}

	private error(sentence: Sentence, more?: Partial<Failure>): ServiceError {
		return new ServiceError({ ...failureAt(this.place.where, sentence), ...more });
	}

	/** The error for code that n8n can't evaluate. */
	broken(error: unknown): ServiceError {
		const reason = wordsOfError(error);
		const sentence = wrongText.brokenExpression({ code: quote(this.part.code), reason });
		return this.error(sentence, { explanation: explanationOf(error) });
	}

	/** Rule 1, when all items are read: why nothing may be sent, if none has a value. */
	mistake(): Failure | undefined {
		const { seen } = this;
		const { judged, where } = this.place;
		const { code, isPath, isSole } = this.part;
		const isMissing = seen.size > 0 && !seen.has('value');
		const isAllowed = judged === 'unjudged' || this.hasFallback || this.isArgument;
		if (isAllowed || !isMissing) return undefined;
		const isOptional = judged === undefined || (judged === 'identifier' && isSole);
		const value = seen.has('null') ? 'null' : 'undefined';
		// Null is in the data on purpose.
		if (value === 'null' && (isPath || isOptional)) return undefined;
		if (isOptional && pathMeantBy(code, this.items) === undefined) return undefined;
		const advice = this.correction();
		return failureAt(where, wrongText.undefinedExpression({ code, value, advice }));
	}

	/** Rule 1: whether an item's value is missing where it may not be. */
	private lacksValue(value: unknown): boolean {
		if (this.hasFallback || this.isArgument || !isBlank(value)) return false;
		if (this.isText) return !this.part.isPath && typeof value !== 'string';
		return this.place.judged === 'status' || this.isOfIdentifier;
	}

	/** Rule 2. A field's type reads numbers, dates, and words such as `N/A`, if they are its whole value. */
	private noText(value: unknown): NoText | undefined {
		const { judged } = this.place;
		const { isPath, isSole } = this.part;
		const isBoolean = typeof value === 'boolean';
		const problem = isBoolean && this.isOfIdentifier ? 'mark' : noTextIn(value);
		if (problem === 'gap' || problem === 'mark') {
			const isData = judged === 'hotelText' && isSole && isBoolean;
			if (this.isText ? isData : !this.isOfIdentifier) return undefined;
			// No fallback replaces a word of the data.
			return isPath ? 'mark' : problem;
		}
		const isConverted =
			isSole &&
			!this.isText &&
			(isPath || typeof value === 'number' || typeof value === 'object');
		return isConverted ? undefined : problem;
	}

	/** Rule 2: whether code put a word for a missing value into a text. JSON may hold null. */
	private gap(value: unknown, item: number): NoText | undefined {
		if (this.part.isPath) return undefined;
		const isJson = this.place.control?.type === 'json' && typeof value === 'string';
		// In a list, a field's type reads a whole text.
		const texts = textsIn(value).filter((text) => text === value || noTextIn(text) !== 'gap');
		const words = texts.flatMap(gapsIn).filter((word) => word !== 'null' || !isJson);
		// The code may have passed on a word of the data.
		const data = words.length > 0 ? textsIn(this.items[item]?.json).flatMap(gapsIn) : [];
		return words.every((word) => data.includes(word)) ? undefined : 'gap';
	}

	/** How to correct code without a value, and a fallback that fits it. */
	private correction(): string {
		if (this.isOfAgent) return expressionAdvice.argument;
		const { code } = this.part;
		const data = this.items.map(({ json }) => json);
		const names = namesAt(data, []);
		const meant = pathMeantBy(code, this.items);
		const isOfItem = names.length > 0 && /\$(?:json|input)/.test(code);
		const inItem = isOfItem && expressionAdvice.fields({ names: formatList(names) });
		const nearest = meant !== undefined && expressionAdvice.meant({ code: meant });
		const advice = nearest || inItem || expressionAdvice.otherNode;
		const operator = /&&|\|\|/.test(code) ? '||' : '??';
		// In other code, n8n may not get as far as a fallback.
		const added = this.isText && this.part.isPath ? '?? "guest"' : `${operator} ""`;
		const isWhole = this.part.isSole && this.place.control?.required;
		const fallback =
			isWhole || this.place.judged === 'identifier' ? '' : `, or add ${added} to it`;
		return `${advice} ${expressionAdvice.missing({ fallback })}`;
	}
}

/** The texts in a value. */
function textsIn(value: unknown, depth = 0): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > 10) return [];
	return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Where a value is in a form. */
export interface Place {
	/** The control that holds it; undefined for a value that no one enters. */
	control?: INodeProperties;
	/** The labels that lead to it, outermost first, with the numbers of entries. */
	where: string[];
	judged?: Judgement;
}

/** Finds the control of a parameter's part by its path. */
export function placeOf(controls: readonly INodeProperties[], keys: readonly string[]): Place {
	const place: Place = { where: [] };
	let members: readonly Control[] = controls;
	let outer: Control | undefined;
	for (const key of keys) {
		const control = members.find(({ name }) => name === key);
		const { where } = place;
		if (control) {
			// The label of Options and of Additional Fields names no field.
			const isShown = control.type !== 'collection' || outer?.type === 'collection';
			if (isShown) where.push(control.displayName);
			members = membersOf(control);
			outer = control;
			place.judged = control.judged;
		} else if (outer?.type === 'resourceMapper' && key !== 'value') {
			const column = outer.columns?.find(({ name }) => name === key);
			where.splice(-1, 1, column?.label ?? key);
			place.judged = column?.judged;
		} else if (/^\d+$/.test(key) && outer?.type === 'fixedCollection') {
			where.push(`${where.pop() ?? ''} ${Number(key) + 1}`);
		}
		// The name of a chosen campaign isn't sent.
		const isAside = outer?.type === 'resourceLocator' && key !== 'value' && !control;
		place.control = isAside ? undefined : outer;
	}
	return place;
}

/** A mistake in a form, at the labels that lead to it. */
export function failureAt(where: string[], sentence: Sentence): Failure {
	return failureOfSentence('input', new InputError(sentence, where).sentence);
}
