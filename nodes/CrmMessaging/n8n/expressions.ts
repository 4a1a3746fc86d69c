import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';

/** Part of an expression: code between braces, or the text around it. */
export type ExpressionPart = { code: string } | { text: string };

/**
 * Splits an expression as n8n does before evaluation. Code is between two opening braces and the next
 * two closing ones. Beyond the public types: this syntax. If a version's differs, the first item
 * shows it, which is read both ways.
 *
 * @param raw a parameter as the workflow holds it, which begins with `=`
 * @returns undefined if only n8n can split it
 */
export function expressionParts(raw: string): ExpressionPart[] | undefined {
	// n8n refuses any text that contains it.
	if (/\.\s*constructor/.test(raw)) return undefined;
	const parts: ExpressionPart[] = [];
	let position = 1;
	for (;;) {
		const open = raw.indexOf('{{', position);
		if (open < 0) break;
		const close = raw.indexOf('}}', open + 2);
		// A backslash before braces escapes them only in some positions.
		if (close < 0 || raw[open - 1] === '\\' || raw[close - 1] === '\\') return undefined;
		if (open > position)
			parts.push({ text: raw.slice(position, open).replaceAll('\\\\', '\\') });
		parts.push({ code: raw.slice(open + 2, close) });
		position = close + 2;
	}
	if (position < raw.length) parts.push({ text: raw.slice(position) });
	return parts;
}

/** A value as n8n prints it in a text; undefined for an object, which only n8n prints the same. */
export function printed(value: unknown): string | undefined {
	if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
	if (value === undefined || value === null || Number.isNaN(value)) return '';
	if (DateTime.isDateTime(value)) return value.toString();
	if (Array.isArray(value)) return value.every(isListable) ? value.join() : undefined;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** An object as JavaScript prints it in a text; n8n's engine may have changed it on its way. */
export function printedObject(value: object): string {
	try {
		return Array.of<unknown>(value).join('');
	} catch {
		return '[object Object]';
	}
}

function isListable(value: unknown): boolean {
	return value === null || (typeof value !== 'object' && printed(value) !== undefined);
}

/** Code to evaluate: for its value, or for a text. A text prints it, unless it's a gap or a number. */
export interface AskedItems {
	code: string;
	as: 'value' | 'text';
}

/** The answers for one item, one for each piece of code. */
export type Answers = readonly unknown[];

/** Items whose expressions are evaluated together. */
export interface ItemRange {
	/** Index of the first one. */
	start: number;
	/** A JSON list: for each item the parts that the code reads, or null. */
	text: string;
	/** The data of items that are null in the text, at their indexes. */
	whole: readonly unknown[];
}

/** Milliseconds until a call returns its results so far, for at least three items. */
const longestCall = 30;
/** Milliseconds to transfer a date out of n8n's engine. */
const costOfDate = 0.1;
/** Characters that a call may return; n8n's engine has 128 MB. */
const longestAnswer = 4_000_000;

/** The items' key in the node's context while the engine reads them. */
const itemsKey = 'itemsToEvaluate';

/**
 * Evaluates code that reads only its own item, for many items in one call to n8n's expression engine. A
 * call costs a hundred times as much as the code.
 *
 * Beyond the public types: an expression finds the node's context under its name, and its functions
 * may have parameters named `$json` and `$itemIndex`. If a version lacks either, each item is read
 * separately. The text is the same for all calls, since n8n keeps every text that it evaluates.
 *
 * @returns answers for as many items as time allowed, from the first; undefined if it failed
 */
export function evaluateBatch(
	context: IExecuteFunctions,
	asked: readonly AskedItems[],
	range: ItemRange,
): Answers[] | undefined {
	const memory = context.getContext('node');
	try {
		// A list for each piece of code: n8n's engine wraps data in objects that record reads. Code
		// can see that.
		memory[itemsKey] = { ...range, whole: asked.map(() => range.whole) };
		const given = `$node["${escapedName(context.getNode().name)}"].context.${itemsKey}`;
		const text = `{{ (${program(asked)})(${given}) }}`;
		const answers: unknown = context.evaluateExpression(text, range.start);
		return Array.isArray(answers) ? (answers as Answers[]) : undefined;
	} catch {
		return undefined;
	} finally {
		delete memory[itemsKey];
	}
}

/** A name within quotes, for a text in which braces and backslashes have a meaning. */
function escapedName(name: string): string {
	return name.replace(
		/[^\w ]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/**
 * The program for the engine. It answers plain values and dates as they are, and a list of plain values
 * within a list. Anything else becomes an empty list, so that n8n reads it. For code that fails with a
 * TypeError, n8n returns undefined, and prints nothing within a text.
 */
function program(asked: readonly AskedItems[]): string {
	const readers = asked.map(({ code, as }) => `__${as}(($json, $itemIndex) => (${code}\n))`);
	return `(__given) => {
	let __until = Date.now() + ${longestCall};
	let __left = ${longestAnswer};
	const __isPlain = (__one) => __one === null || ["string", "number", "boolean", "undefined"].includes(typeof __one);
	const __answer = (__one) => {
		if (typeof __one === "string") __left -= __one.length;
		if (__isPlain(__one)) return __one;
		if (Array.isArray(__one) && __one.every(__isPlain)) {
			__one.forEach((__inner) => { __left -= typeof __inner === "string" ? __inner.length : 1; });
			return [__one];
		}
		if (!(__one instanceof DateTime && __one.isValid)) return [];
		__until -= ${costOfDate};
		return __one;
	};
	const __data = (__one) => {
		if (typeof __one === "function") throw new Error();
		return __one;
	};
	const __print = (__one) => {
		if (typeof __one === "function") return [];
		if (__one === undefined || __one === null || typeof __one === "number") return __one;
		const __shown = [__one || __one === false ? __one : ""].join("");
		__left -= __shown.length;
		return __shown;
	};
	const __reader = (__read, __give) => (__json, __index) => {
		let __one;
		try { __one = __read(__json, __index); } catch (__error) { if (!__error || __error.name !== "TypeError") return []; }
		try { return __give(__one); } catch (__error) { return []; }
	};
	const __value = (__read) => __reader(__read, __answer);
	const __text = (__read) => __reader(__read, __print);
	const __readers = [${readers.join(', ')}];
	const __rows = [];
	const __start = __given.start;
	const __own = JSON.parse(__given.text);
	for (let __at = 0; __at < __own.length && __left > 0; __at++) {
		__rows.push(__readers.map((__read, __column) =>
			__read(__own[__at] === null ? __given.whole[__column][__at] : __own[__at], __start + __at)));
		if (__at > 1 && Date.now() > __until) break;
	}
	return __rows;
}`;
}
