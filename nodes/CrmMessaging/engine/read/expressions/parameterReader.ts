import { DateTime } from 'luxon';
import { isExpression } from 'n8n-workflow';
import type { Execution } from '../../../n8n/execution';
import {
	expressionParts,
	type ExpressionPart,
	printed,
	type LinkedReader,
} from '../../../n8n/expressions';
import type { ExpressionCode, PartCheck } from './partCheck';
import { follow, linkedPathOf, unclear } from './paths';

type ReadForItem = (item: number) => unknown;

/** A parameter's common value, or a function that reads it per item. */
export type ParameterReader = { value: unknown } | ReadForItem;

/** What readers share. */
export interface Reading {
	execution: Pick<Execution, 'read' | 'evaluate' | 'linkedItems'>;
	checks: {
		/** @param keys the parameter's path */
		of(keys: readonly string[], part: ExpressionCode): Pick<PartCheck, 'see' | 'broken'>;
	};
}

/** Returns a reader for a raw parameter at a path. Lists and objects are read part by part. */
export function readerOf(reading: Reading, raw: unknown, keys: readonly string[]): ParameterReader {
	if (isExpression(raw)) return expressionReader(reading, raw, keys);
	if (!hasExpression(raw)) return { value: reading.execution.read(addressOf(keys), 0) };
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

function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}

/** An address as `getNodeParameter` expects it. */
function addressOf(keys: readonly string[]): string {
	const steps = keys.map((key) =>
		/^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`,
	);
	return steps.join('').slice(1);
}

/** Code between braces: its check, and how its path is followed, if it is one. */
interface Code {
	text: string;
	check: Pick<PartCheck, 'see' | 'broken'>;
	follow?: ReadForItem;
}

/** Paths are followed, unless n8n's own reading of the first item differs. */
function expressionReader(
	{ execution, checks }: Reading,
	raw: string,
	keys: readonly string[],
): ParameterReader {
	const address = addressOf(keys);
	const byN8n: ReadForItem = (item) => execution.read(address, item);
	const pieces = expressionParts(raw) ?? [{ code: raw.slice(1) }];
	const isSole = pieces.length === 1;
	const codes = pieces.flatMap((piece): Code[] => {
		if (!('code' in piece)) return [];
		const followed = pathReader(execution, piece.code);
		const part = { code: piece.code.trim(), isPath: followed !== undefined, isSole };
		return [{ text: piece.code, check: checks.of(keys, part), follow: followed }];
	});
	if (codes.length === 0) return { value: byN8n(0) };
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
	const valueOf = (code: Code, item: number): unknown => {
		const value = follows && code.follow ? code.follow(item) : unclear;
		if (value !== unclear) return isSole ? compared(value, item) : value;
		return isSole ? byN8n(item) : execution.evaluate(`{{${code.text}}}`, item);
	};
	const checkedValue = (code: Code, item: number): unknown => {
		let value: unknown;
		try {
			value = valueOf(code, item);
		} catch (error) {
			const whole = isSole ? error : errorOf(byN8n, item);
			if (whole !== undefined) throw code.check.broken(whole);
			// n8n can print a function in a text, but not return it.
			value = () => unclear;
		}
		code.check.see(item, value);
		return value;
	};
	const read = (item: number): unknown => {
		const values = codes.map((code) => checkedValue(code, item));
		if (isSole) return values[0];
		const text = printedText(pieces, codes, values);
		return follows && text !== undefined ? compared(text, item) : byN8n(item);
	};
	// n8n also does this with dates inside a parameter that is read whole.
	const plainDate = (value: unknown): unknown =>
		keys.length > 1 && DateTime.isDateTime(value) ? value.toString() : value;
	let lastItem: number | undefined;
	let last: unknown;
	return (item) => {
		// An operation may read an item several times.
		if (lastItem !== item || typeof last === 'object') {
			last = plainDate(read(item));
			lastItem = item;
		}
		return last;
	};
}

/** Follows a path for each item; undefined for other code. */
function pathReader(
	{ linkedItems }: Pick<Execution, 'linkedItems'>,
	code: string,
): ReadForItem | undefined {
	const path = linkedPathOf(code);
	if (!path) return undefined;
	let itemFor: LinkedReader | undefined;
	return (item) => {
		try {
			itemFor ??= linkedItems(path.from);
			return follow(itemFor(item), path.keys);
		} catch {
			// People see n8n's own error.
			return unclear;
		}
	};
}

/** The parts of a text as n8n would print them together; undefined if only n8n can tell. */
function printedText(
	pieces: readonly ExpressionPart[],
	codes: readonly Code[],
	values: readonly unknown[],
): string | undefined {
	// n8n's legacy engine also returns null for errors, which change the whole text.
	if (codes.some((code, at) => !code.follow && values[at] === null)) return undefined;
	const shown = values.map(printed);
	if (shown.includes(undefined)) return undefined;
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
