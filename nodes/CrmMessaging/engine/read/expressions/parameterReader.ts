import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	expressionParts,
	type ExpressionPart,
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
	broken(error: unknown, part: number): unknown;
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
	const readers = Object.entries(raw as object).map(
		([key, part]) => [key, readerOf(reading, part, [...keys, key])] as const,
	);
	return (item) => {
		const values = readers.map(([key, read]) => {
			return [key, typeof read === 'function' ? read(item) : read.value] as const;
		});
		return Array.isArray(raw) ? values.map(([, value]) => value) : Object.fromEntries(values);
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

/**
 * Returns a reader for an expression, which reads each code between braces by itself. Paths are
 * followed, unless n8n's own reading of the first item differs.
 */
function expressionReader(
	{ context, linked, checks }: Reading,
	raw: string,
	keys: readonly string[],
	address: string,
): ParameterReader {
	const byN8n: ReadForItem = (item) => context.getNodeParameter(address, item);
	const pieces = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	if (pieces.every((piece) => 'text' in piece)) return { value: byN8n(0) };
	const isSole = pieces.length === 1;
	const codes = pieces.flatMap((piece) =>
		'code' in piece ? codeReader(linked, piece.code) : [],
	);
	const check = checks.of(keys, codes, isSole);
	let follows = true;
	let isCompared = false;

	/** The first time, n8n's own value. */
	const compared = (own: unknown, item: number): unknown => {
		if (isCompared) return own;
		isCompared = true;
		// An error from n8n is also a difference.
		follows = false;
		const actual = byN8n(item);
		follows = Object.is(actual, own);
		return actual;
	};
	const valueOf = (piece: CodeReader, item: number): unknown => {
		const value = follows ? piece.follow(item) : unclear;
		if (value !== unclear) return isSole ? compared(value, item) : value;
		return isSole ? byN8n(item) : context.evaluateExpression(`{{${piece.code}}}`, item);
	};
	const checkedValue = (piece: CodeReader, part: number, item: number): unknown => {
		let value: unknown;
		try {
			value = valueOf(piece, item);
		} catch (error) {
			const whole = isSole ? error : errorOf(byN8n, item);
			if (whole !== undefined) throw check.broken(whole, part);
			// n8n can print a function in a text, but not return it.
			value = () => unclear;
		}
		check.see(part, item, value);
		return value;
	};
	const read = (item: number): unknown => {
		const values = codes.map((code, part) => checkedValue(code, part, item));
		if (isSole) return values[0];
		const text = printedText(pieces, codes, values);
		return follows && text !== unclear ? compared(text, item) : byN8n(item);
	};
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

/** Code, and the reader of its value if it's a path; `unclear` if only n8n can tell. */
interface CodeReader extends ExpressionCode {
	follow: ReadForItem;
}

function codeReader(linked: Reading['linked'], code: string): CodeReader {
	const path = linkedPathOf(code);
	if (!path) return { code, isPath: false, follow: () => unclear };
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
	return { code, isPath: true, follow: followed };
}

/** The parts of a text as n8n would print them together; `unclear` if only n8n can tell. */
function printedText(
	pieces: readonly ExpressionPart[],
	codes: readonly CodeReader[],
	values: readonly unknown[],
): unknown {
	// n8n's legacy engine also returns null for errors, which change the whole text.
	if (codes.some(({ isPath }, part) => !isPath && values[part] === null)) return unclear;
	const shown = values.map(printed);
	if (shown.includes(undefined)) return unclear;
	return pieces.map((piece) => ('text' in piece ? piece.text : shown.shift())).join('');
}

/** n8n's own error, which names the parameter; undefined if it has none. */
function errorOf(read: ReadForItem, item: number): unknown {
	try {
		read(item);
		return undefined;
	} catch (error) {
		return error;
	}
}
