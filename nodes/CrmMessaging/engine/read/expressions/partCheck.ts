import type { INodeProperties, INodeExecutionData } from 'n8n-workflow';
import type { Sentence } from '../../../catalogue/sentence';
import { expressionAdvice, wrongText } from '../../../catalogue/values';
import { type Control, membersOf } from '../../../fields/control';
import type { Judgement } from '../../../fields/field';
import { InputError, quote } from '../../../fields/inputError';
import { noTextIn, wordsByCode, type NoText } from '../../../fields/textRules';
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
	/** Whether people read it. */
	readonly isText: boolean;
	private readonly seen = new Set<'undefined' | 'null' | 'value'>();
	private readonly judged: Judgement | undefined;
	private readonly items: readonly INodeExecutionData[];
	private readonly isOfAgent: boolean;
	private readonly isRequired: boolean;
	private readonly mayBeEmpty: boolean;

	constructor(
		readonly place: Place,
		readonly part: ExpressionCode,
		execution: Pick<Execution, 'items' | 'isTool'>,
	) {
		const { code, isSole } = part;
		const { judged } = place;
		// Without a part, an identifier would name something else. A whole one is its field's to judge.
		this.judged = judged === 'identifier' && isSole ? undefined : judged;
		this.isText = judged === 'text';
		this.isRequired = isSole && place.control?.required === true;
		this.items = execution.items;
		this.isOfAgent = execution.isTool && isArgument(code);
		const hasFallback =
			fallback.test(code) || (code.includes('$if') && emptyArgument.test(code));
		// The lack of an agent's argument is its field's to judge.
		this.mayBeEmpty = judged === 'unjudged' || hasFallback || (this.isOfAgent && isSole);
	}

	/** Sees a value before n8n would print it. @throws ServiceError if no one can have meant it */
	see(item: number, given: unknown): void {
		const { code, isSole } = this.part;
		// A list of one is printed as its entry.
		const entry = isSole ? given : unwrapped(given);
		const isPrinted = typeof entry === 'object' && entry !== null && !isSole;
		const value = isPrinted ? printedObject(entry) : entry;
		this.seen.add(value === undefined || value === null ? `${value}` : 'value');
		if (isBlank(value) && !this.mayBeEmpty) {
			this.emptyItems.add(item);
			if (this.needs(value)) {
				const advice = this.correction();
				throw this.error(wrongText.emptyExpression({ code, advice }));
			}
		}
		if (this.judged === 'unjudged') return;
		const problem = this.noTextByCode(value, item) ?? this.noTextInPart(value);
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
		const { code, isPath } = this.part;
		const isMissing = seen.size > 0 && !seen.has('value');
		if (this.mayBeEmpty || !isMissing) return undefined;
		const isOptional = this.judged === undefined;
		const value = seen.has('null') ? 'null' : 'undefined';
		// Null is in the data on purpose.
		if (value === 'null' && (isPath || isOptional)) return undefined;
		if (isOptional && pathMeantBy(code, this.items) === undefined) return undefined;
		const advice = this.correction();
		return failureAt(this.place.where, wrongText.undefinedExpression({ code, value, advice }));
	}

	/** Rule 1: whether an item may not lack this value. */
	private needs(value: unknown): boolean {
		if (this.isRequired) return true;
		if (this.isText) return !this.part.isPath && typeof value !== 'string';
		return this.judged === 'status' || this.judged === 'identifier';
	}

	/** Rule 2 for code: what it put into a text, unless the item's data holds the word. JSON may hold null. */
	private noTextByCode(value: unknown, item: number): NoText | undefined {
		if (this.part.isPath) return undefined;
		const isJson = this.place.control?.type === 'json' && typeof value === 'string';
		// In a list, a field's type reads such a text.
		const texts = textsIn(value).filter((text) => text === value || !noTextIn(text));
		const words = texts.flatMap(wordsByCode).filter((word) => word !== 'null' || !isJson);
		const data = words.length > 0 ? textsIn(this.items[item]?.json).flatMap(wordsByCode) : [];
		const word = words.find((one) => !data.includes(one));
		const problem = noTextIn(word);
		return problem === 'mark' ? 'gap' : problem;
	}

	/** Rule 2 for a part of a text. Most texts may hold any word, and a field's type judges a whole value. */
	private noTextInPart(value: unknown): NoText | undefined {
		if (this.part.isSole) return undefined;
		const isOfIdentifier = this.judged === 'identifier';
		if (isOfIdentifier && typeof value === 'boolean') return 'mark';
		const problem = noTextIn(value);
		return problem === 'mark' && !this.isText && !isOfIdentifier ? undefined : problem;
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
		const fallback =
			this.isRequired || this.place.judged === 'identifier' ? '' : `, or add ${added} to it`;
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
