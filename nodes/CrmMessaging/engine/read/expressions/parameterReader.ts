import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	expressionParts,
	isExpression,
	printed,
	type ItemReader,
	type linkedItems,
} from '../../../n8n/expressions';
import { follow, linkedPathOf, unclear } from './linkedPath';

type ReadForItem = (item: number) => unknown;

/** A parameter's common value, or a function that reads it per item. */
export type ParameterReader = { value: unknown } | ReadForItem;

/** Code between the braces of an expression; `isPath` if its value is data as it came. */
export interface ExpressionCode {
	code: string;
	isPath: boolean;
}

/** Judges an expression by what comes out of it. */
export interface ValueCheck {
	/**
	 * Sees the value of a part for an item, before n8n would print it.
	 *
	 * @param part index among the expression's codes
	 * @throws if no one can have meant it
	 */
	see(part: number, item: number, value: unknown): void;
	/** The error for code that n8n can't evaluate. */
	broken(error: unknown, part: number, item: number): unknown;
}

/** What readers share. */
export interface Reading {
	context: IExecuteFunctions;
	linked: ReturnType<typeof linkedItems>;
	checks: {
		/**
		 * @param keys the parameter's path
		 * @param isSole whether its value isn't printed within a text
		 */
		of(keys: readonly string[], codes: readonly ExpressionCode[], isSole: boolean): ValueCheck;
	};
}

/**
 * Returns a reader for a raw parameter. Without an expression, all items share its value. Lists and
 * objects are read part by part.
 *
 * @param keys the parameter's path
 */
export function readerOf(reading: Reading, raw: unknown, keys: readonly string[]): ParameterReader {
	const address = keys.reduce((outer, key) => outer + stepTo(key), '').slice(1);
	const { context } = reading;
	if (!hasExpression(raw)) return { value: commonValue(context, raw, address) };
	if (isExpression(raw)) return expressionReader(reading, raw, keys, address);
	const common: Record<string, unknown> = {};
	const perItem: Array<{ key: string; read: ReadForItem }> = [];
	for (const [key, part] of Object.entries(raw as object)) {
		if (key === '__proto__') return (item) => context.getNodeParameter(address, item);
		const reader = readerOf(reading, part, [...keys, key]);
		const isOwn = typeof reader === 'function';
		common[key] = isOwn ? undefined : reader.value;
		if (isOwn) perItem.push({ key, read: reader });
	}
	const list = Array.isArray(raw) ? Object.values(common) : undefined;
	return (item) => {
		const value = (list?.slice() ?? { ...common }) as Record<string, unknown>;
		for (const { key, read } of perItem) value[key] = read(item);
		return value;
	};
}

/** A parameter's value for the first item, which n8n reads unless it is plain: that takes it long. */
export function commonValue(context: IExecuteFunctions, raw: unknown, address: string): unknown {
	const isPlain = typeof raw !== 'object' && !isExpression(raw);
	return isPlain ? raw : context.getNodeParameter(address, 0);
}

function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}

/** A key in an address, as `getNodeParameter` expects it. */
function stepTo(key: string): string {
	return /^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`;
}

/** Returns a reader for an expression, which reads each code between braces by itself. */
function expressionReader(
	reading: Reading,
	raw: string,
	keys: readonly string[],
	address: string,
): ParameterReader {
	const { context } = reading;
	const byN8n: ReadForItem = (item) => context.getNodeParameter(address, item);
	const parts = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	if (parts.every((part) => 'text' in part)) return { value: byN8n(0) };
	const isSole = parts.length === 1;
	const pieces = parts.map((part) => {
		if ('text' in part) return part.text;
		const alone = (item: number): unknown =>
			context.evaluateExpression(`{{${part.code}}}`, item);
		return codeReader(reading, part.code, isSole ? byN8n : alone);
	});
	const codes = pieces.filter((piece) => typeof piece !== 'string');
	const check = reading.checks.of(keys, codes, isSole);
	const valueOf = (part: number, item: number): unknown => {
		const { code } = codes[part] as CodeReader;
		let value: unknown;
		try {
			value = codes[part]?.valueFor(item);
		} catch (error) {
			if (isFunction(context, code, item)) check.see(part, item, isFunction);
			const whole = isSole ? error : errorOf(byN8n, item);
			// n8n's legacy engine prints a function within a text.
			if (whole === undefined) return unclear;
			throw check.broken(whole, part, item);
		}
		check.see(part, item, value);
		return value;
	};
	const read = isSole ? (item: number) => valueOf(0, item) : textReader(pieces, valueOf, byN8n);
	const isInside = keys.length > 1;
	let last: { item: number; value: unknown } | undefined;
	return (item) => {
		// An operation may read an item several times.
		if (last?.item === item && typeof last.value !== 'object') return last.value;
		const value = read(item);
		// n8n also does this with dates inside a parameter that is read whole.
		last = { item, value: isInside && DateTime.isDateTime(value) ? value.toString() : value };
		return last.value;
	};
}

/** Code, and the reader of its value. */
interface CodeReader extends ExpressionCode {
	valueFor: ReadForItem;
}

/**
 * Returns a reader of code between braces. A path is followed, and all other code is read by n8n.
 *
 * @param byN8n evaluates it in n8n's own way
 */
function codeReader({ linked }: Reading, code: string, byN8n: ReadForItem): CodeReader {
	const path = linkedPathOf(code);
	if (!path) return { code, isPath: false, valueFor: byN8n };
	let itemFor: ItemReader | undefined;
	const followed = (item: number): unknown => {
		try {
			itemFor ??= linked(path.from);
			return follow(itemFor(item), path.keys);
		} catch {
			// People see n8n's own error.
			return unclear;
		}
	};
	/** Whether n8n's own value of the first item was the same; undefined before it's known. */
	let isSame: boolean | undefined;
	const valueFor = (item: number): unknown => {
		const value = isSame === false ? unclear : followed(item);
		if (value === unclear) return byN8n(item);
		if (isSame) return value;
		// An error from n8n is also a difference.
		isSame = false;
		const actual = byN8n(item);
		isSame = Object.is(actual, value);
		return actual;
	};
	return { code, isPath: true, valueFor };
}

/** Returns a reader that joins the parts of a text as n8n would print them. */
function textReader(
	pieces: ReadonlyArray<string | CodeReader>,
	valueOf: (part: number, item: number) => unknown,
	byN8n: ReadForItem,
): ReadForItem {
	let isProved = false;
	let differs = false;
	return (item) => {
		let text: string | undefined = '';
		let part = 0;
		for (const piece of pieces) {
			let shown: string | undefined;
			if (typeof piece === 'string') shown = piece;
			else {
				const value = valueOf(part++, item);
				// n8n's legacy engine also returns null for errors, which change the whole text.
				const isCertain = value !== null || piece.isPath;
				shown = isCertain ? printed(value) : undefined;
			}
			text = text === undefined || shown === undefined ? undefined : text + shown;
		}
		if (text === undefined || differs) return byN8n(item);
		if (isProved) return text;
		const whole = byN8n(item);
		isProved = true;
		// Such as a text in which one part changes what another reads.
		differs = whole !== text;
		return whole;
	};
}

/** Whether code is a function, for which each engine of n8n has another error. */
function isFunction(context: IExecuteFunctions, code: string, item: number): boolean {
	try {
		return context.evaluateExpression(`{{ typeof (${code}) }}`, item) === 'function';
	} catch {
		return false;
	}
}

/** n8n's own error, which names the parameter. */
function errorOf(read: ReadForItem, item: number): unknown {
	try {
		read(item);
		return undefined;
	} catch (error) {
		return error;
	}
}
