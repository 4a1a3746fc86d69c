import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** A piece of an expression's text: code between braces, or the text around it. */
export type ExpressionPart = { code: string } | { text: string };

/**
 * Takes an expression apart as n8n does before it evaluates it: code reaches from two opening braces
 * to the next two closing ones, and two backslashes before it are one.
 *
 * Beyond the public types: they leave the syntax open. Known differences between versions are left to
 * n8n; any other shows in the first item, which is read both ways.
 *
 * @param raw a parameter as the workflow holds it, which begins with `=`
 * @returns undefined if only n8n can take it apart
 */
export function expressionParts(raw: string): ExpressionPart[] | undefined {
	// n8n refuses any text that names it.
	if (/\.\s*constructor/.test(raw)) return undefined;
	const parts: ExpressionPart[] = [];
	let position = 1;
	for (;;) {
		const open = raw.indexOf('{{', position);
		if (open < 0) break;
		const close = raw.indexOf('}}', open + 2);
		// A backslash before braces escapes them in some places, and in others not.
		if (close < 0 || raw[open - 1] === '\\' || raw[close - 1] === '\\') return undefined;
		if (open > position)
			parts.push({ text: raw.slice(position, open).replaceAll('\\\\', '\\') });
		parts.push({ code: raw.slice(open + 2, close) });
		position = close + 2;
	}
	if (position < raw.length) parts.push({ text: raw.slice(position) });
	return parts;
}

/** A plain value as n8n prints it in a text. */
export function printed(value: string | number | boolean | null | undefined): string {
	return value || value === 0 || value === false ? String(value) : '';
}

/** An item of another node: the one an item came from, or the same for all. */
export type WhichItem = 'item' | 'first' | 'last';

/**
 * The data of another node's item, as `$('Node').item.json` in an expression.
 *
 * Beyond the public types: they leave `$` in the data of expressions open.
 *
 * @returns undefined if a version lacks it, or n8n doesn't know the item
 */
export function dataOfNodeItem(
	context: IExecuteFunctions,
	node: string,
	which: WhichItem,
	index: number,
): object | undefined {
	try {
		const { $ } = context.getWorkflowDataProxy(index) as unknown as DataOfExpressions;
		const found = $(node);
		return (which === 'item' ? found.item : found[which]()).json;
	} catch {
		return undefined;
	}
}

interface DataOfExpressions {
	$: (node: string) => Record<'first' | 'last', () => INodeExecutionData> & {
		item: INodeExecutionData;
	};
}

/** Code to evaluate: for its value, or for what n8n prints of it within a text. */
export interface Asked {
	code: string;
	as: 'value' | 'text';
}

/** The result for one item: an answer for each piece of code. */
export type Answers = readonly unknown[];

/** Items whose expressions are evaluated together. */
export interface ItemRange {
	/** The index of the first one among all items. */
	start: number;
	/** A list in JSON: for each item the parts that the code reads, or null. */
	text: string;
	/** The data of items that are null in the text, at their places. */
	whole: readonly unknown[];
}

/** Milliseconds after which a call returns its results so far, for three items at least. */
const longestCall = 30;
/** Milliseconds that n8n takes to bring a date out of its engine. */
const costOfDate = 0.1;
/** Characters that a call may return; n8n's engine has 128 MB. */
const longestAnswer = 4_000_000;

/** The items' key in the node's context while the engine reads them. */
const key = 'itemsToEvaluate';

/**
 * Evaluates code for many items in one call of n8n's expression engine, since the call itself costs
 * a hundred times as much as the code. The code must read only its item.
 *
 * Beyond the public types: that an expression finds the node's context under its name, and that
 * `$json` and `$itemIndex` may be parameters of a function in it. In a version without that it fails,
 * and each item is read by itself. n8n keeps the translation of every text that it evaluates, so the
 * text holds nothing that changes from call to call.
 *
 * @returns answers for the first items, as many as there was time for; undefined if it failed
 */
export function evaluateBatch(
	context: IExecuteFunctions,
	asked: readonly Asked[],
	range: ItemRange,
): Answers[] | undefined {
	const memory = context.getContext('node');
	try {
		// Each piece of code has its own list: n8n's engine wraps data in objects that know what was read
		// of them, and code can see that.
		memory[key] = { ...range, whole: asked.map(() => range.whole) };
		const given = `$node["${escaped(context.getNode().name)}"].context.${key}`;
		const text = `{{ (${program(asked)})(${given}) }}`;
		const answers: unknown = context.evaluateExpression(text, range.start);
		return Array.isArray(answers) ? (answers as Answers[]) : undefined;
	} catch {
		return undefined;
	} finally {
		delete memory[key];
	}
}

/** A name within quotes, for a text in which braces and backslashes have a meaning. */
function escaped(name: string): string {
	return name.replace(
		/[^\w ]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/**
 * The program that the engine runs. A text, number, boolean, null, undefined or date is answered as it
 * is; a list of plain values within a list; anything else as an empty list, so that n8n reads it.
 *
 * For code that fails with a TypeError, n8n returns undefined, and prints nothing within a text.
 */
function program(asked: readonly Asked[]): string {
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
	const __print = (__one) => {
		if (typeof __one === "function") return [];
		const __shown = [__one || __one === 0 || __one === false ? __one : ""].join("");
		__left -= __shown.length;
		return __shown;
	};
	const __reader = (__read, __fallback, __give) => (__json, __index) => {
		let __one = __fallback;
		try { __one = __read(__json, __index); } catch (__error) { if (!__error || __error.name !== "TypeError") return []; }
		try { return __give(__one); } catch (__error) { return []; }
	};
	const __value = (__read) => __reader(__read, undefined, __answer);
	const __text = (__read) => __reader(__read, "", __print);
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
