import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionParts, printed, type ExpressionPart } from '../../../n8n/expressions';
import { CodeReader } from './codeReader';
import type { ExpressionBatches } from './expressionBatches';
import { isExpression, unclear } from './plainPath';

type ReadForItem = (index: number, json: object) => unknown;

/** A parameter's common value, or a function that reads it per item. */
export type ParameterReader = { value: unknown } | ReadForItem;

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

/** Makes the checks of a parameter's expressions. */
export interface Checks {
	/** Those of a part of the parameter. */
	at(key: string): Checks;
	/** @param codes the code between the braces of an expression; the whole text if only n8n can split it */
	of(codes: readonly CodeOfCheck[], isSole: boolean): ValueCheck;
}

/** Code as a check sees it: `isPath` if its value is data as it came. */
export type CodeOfCheck = Pick<CodeReader, 'code' | 'isPath'>;

/**
 * Returns a reader for a raw parameter. Without an expression, all items share its value. Lists and
 * objects are read part by part.
 *
 * @param address the parameter's path, as `getNodeParameter` expects it
 * @param checks omitted, values and errors are n8n's own
 */
export function readerOf(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: unknown,
	address: string,
	checks?: Checks,
): ParameterReader {
	if (!hasExpression(raw)) return { value: commonValue(context, raw, address) };
	if (isExpression(raw)) return expressionReader(context, batches, raw, address, checks);
	const common: Record<string, unknown> = {};
	const perItem: Array<{ key: string; read: ReadForItem }> = [];
	for (const [key, part] of Object.entries(raw as object)) {
		if (key === '__proto__') return (index) => context.getNodeParameter(address, index);
		const reader = readerOf(context, batches, part, address + stepTo(key), checks?.at(key));
		const isOwn = typeof reader === 'function';
		common[key] = isOwn ? undefined : reader.value;
		if (isOwn) perItem.push({ key, read: reader });
	}
	const list = Array.isArray(raw) ? Object.values(common) : undefined;
	return (index, json) => {
		const value = (list?.slice() ?? { ...common }) as Record<string, unknown>;
		for (const { key, read } of perItem) value[key] = read(index, json);
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

/** The address of a key, after its parent's. */
function stepTo(key: string): string {
	return /^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`;
}

/** Returns a reader for an expression, which reads each code between braces by itself. */
function expressionReader(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: string,
	address: string,
	checks: Checks | undefined,
): ParameterReader {
	const byN8n = (index: number): unknown => context.getNodeParameter(address, index);
	const parts = expressionParts(raw);
	if (parts?.every((part) => 'text' in part)) return { value: byN8n(0) };
	const read = parts
		? partsReader(context, batches, parts, byN8n, checks)
		: wholeReader(raw.slice(1), byN8n, checks);
	const isInside = /[.[]/.test(address);
	return (index, json) => {
		const value = read(index, json);
		// n8n also does this with dates inside a parameter that is read whole.
		return isInside && DateTime.isDateTime(value) ? value.toString() : value;
	};
}

function wholeReader(
	code: string,
	byN8n: (item: number) => unknown,
	checks: Checks | undefined,
): ReadForItem {
	const check = checks?.of([{ code, isPath: false }], false);
	return check ? checkedReader(byN8n, check) : byN8n;
}

/**
 * Returns a reader that shows a check each value of a sole expression.
 *
 * @param beforeBroken called before an exception becomes an error of the check
 */
function checkedReader(
	read: ReadForItem,
	check: ValueCheck,
	beforeBroken?: (item: number) => void,
): ReadForItem {
	return (item, json) => {
		let value: unknown;
		try {
			value = read(item, json);
		} catch (error) {
			beforeBroken?.(item);
			throw check.broken(error, 0, item);
		}
		check.see(0, item, value);
		return value;
	};
}

function partsReader(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	parts: readonly ExpressionPart[],
	byN8n: (item: number) => unknown,
	checks: Checks | undefined,
): ReadForItem {
	const isSole = parts.length === 1;
	const pieces = parts.map((part) => {
		if ('text' in part) return part.text;
		const own = (item: number): unknown => context.evaluateExpression(`{{${part.code}}}`, item);
		return new CodeReader(batches, part.code, !isSole, isSole ? byN8n : own);
	});
	const codes = pieces.filter((piece) => typeof piece !== 'string');
	const check = checks?.of(codes, isSole);
	const [sole] = codes;
	if (!isSole || !sole) {
		const text = new TextReader(context, pieces, byN8n, check);
		return (item, json) => text.valueFor(item, json);
	}
	const read: ReadForItem = (item, json) => sole.valueFor(item, json);
	if (!check) return read;
	return checkedReader(read, check, (item) => seeFunction(context, check, sole.code, 0, item));
}

/** Shows a check a function, for which each engine of n8n has another error. */
function seeFunction(
	context: IExecuteFunctions,
	check: ValueCheck,
	code: string,
	part: number,
	item: number,
): void {
	let type: unknown;
	try {
		type = context.evaluateExpression(`{{ typeof (${code}) }}`, item);
	} catch {
		// The check hears of the error that it is about.
	}
	if (type === 'function') check.see(part, item, seeFunction);
}

/** Reads a text part by part and joins the parts, as n8n would print them. */
class TextReader {
	/** Whether n8n's own text was compared, or can't be. */
	private isProved: boolean;
	private differs = false;
	/** The last item that n8n read as a whole, with its text. */
	private last: { item: number; text: unknown } | undefined;

	/** @param pieces text, and readers of the code between */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly pieces: ReadonlyArray<string | CodeReader>,
		private readonly byN8n: (item: number) => unknown,
		private readonly check: ValueCheck | undefined,
	) {
		const codes = pieces.filter((piece) => typeof piece !== 'string');
		// Another evaluation of impure code could return something else.
		this.isProved = !codes.every(({ isPure }) => isPure);
	}

	valueFor(item: number, json: object): unknown {
		const text = this.textFor(item, json);
		if (text === undefined || this.differs) return this.wholeByN8n(item);
		if (this.isProved) return text;
		const whole = this.wholeByN8n(item);
		this.differs = whole !== text;
		this.isProved = true;
		return whole;
	}

	/** An operation may request an item several times, but n8n needs to read it only once. */
	private wholeByN8n(item: number): unknown {
		if (this.last?.item !== item) this.last = { item, text: this.byN8n(item) };
		return this.last.text;
	}

	/** The joined text; undefined if only n8n can print a part. */
	private textFor(item: number, json: object): string | undefined {
		let text: string | undefined = '';
		let lost: number | undefined;
		for (let at = 0, part = 0; at < this.pieces.length; at++) {
			const piece = this.pieces[at] as string | CodeReader;
			let shown: string | undefined;
			if (typeof piece === 'string') shown = piece;
			else {
				const value = this.partFor(piece, part, item, json);
				if (value === null && piece.wasReadByN8n(item)) lost ??= part;
				if (lost !== part) this.check?.see(part, item, value);
				shown = printed(value);
				part++;
			}
			text = text === undefined || shown === undefined ? undefined : text + shown;
		}
		if (lost === undefined) return text;
		// n8n's legacy engine returns null for some values that its whole text shows, as an error.
		const whole = this.wholeByN8n(item);
		this.check?.see(lost, item, text === undefined || whole === text ? null : whole);
		return undefined;
	}

	private partFor(piece: CodeReader, part: number, item: number, json: object): unknown {
		try {
			return piece.valueFor(item, json);
		} catch (error) {
			if (!this.check) return unclear;
			seeFunction(this.context, this.check, piece.code, part, item);
			throw this.check.broken(this.errorByN8n(item) ?? error, part, item);
		}
	}

	/** n8n's own error, which names the parameter. */
	private errorByN8n(item: number): unknown {
		try {
			this.byN8n(item);
			return undefined;
		} catch (error) {
			return error;
		}
	}
}
