import {
	parseIncompletePhoneNumber,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { valueHint, valueProblem, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import {
	callingCodeOf,
	isInUse,
	mobileLengths,
	mostDigits,
	type NumberKind,
} from '../numberingPlan';
import { withoutMarks } from '../sourceText';
import { notExact } from './number';
import { text, toText } from './text';

const example = '+34600123456';

/** A country's calling code; a missing plus sign is added. */
export const callingCode: FieldType = {
	...text,
	example: '+34',
	format: 'plus sign and digits',
	convert(value) {
		const digits = toText(value)
			.replace(/[\s()-]/g, '')
			.replace(/^(?:\+|00)/, '');
		const code = /^[1-9]\d{0,3}$/.test(digits) ? callingCodeOf(digits) : undefined;
		// One-digit codes may include the area that identifies the country: 1684.
		if (code && (code === digits || code.length === 1)) return `+${digits}`;
		throw wrongFormat(value, 'the country code of a phone number', '+34');
	},
};

/** The option for phone numbers without a country code. Each item may have its own. */
export const defaultCountryCode: Option<string | undefined> = {
	name: 'defaultCountryCode',
	label: 'Default Country Code',
	type: callingCode,
	unset: undefined,
	description:
		'Country code for numbers without one, such as +34 (600 123 456 becomes +34600123456)',
};

/** A phone number for SMS in E.164: `+`, the country code, and as many digits as mobiles have. */
export const phone: FieldType = {
	...text,
	example,
	format: 'E.164',
	convert(value, context) {
		const number = e164Of(value, 'mobile', context);
		if (number !== undefined) return number;
		const written = unmarked(value);
		const whole = withPlus(written);
		if (whole) throw noNumber(written, valueProblem.noPlus({ number: whole }), whole);
		throw new InputError(wrongValue.phoneWithoutCode({ value: quote(written), example }));
	},
};

/** A contact's phone number: E.164 if its country is known, else unchanged. */
export const contactPhone: FieldType = {
	...text,
	example,
	format: 'phone number with country code',
	convert(value, context) {
		const number = e164Of(value, 'any', context);
		if (number !== undefined) return number;
		const written = unmarked(value);
		const whole = withPlus(written) ?? example;
		context.hint?.(valueHint.phoneUnchanged({ value: quote(written), example: whole }));
		return written;
	},
};

/** A number next to its calling code. `withCallingCode` checks both together. */
export const localPhone: FieldType = {
	...text,
	example: '600123456',
	convert: unmarked,
};

/**
 * A number without its calling code, checked as the number of that code.
 *
 * @param code as `callingCode` returns it
 * @throws InputError if they don't make a phone number, or the number has another code
 */
export function withCallingCode(number: unknown, code: string, { timezone }: ConversionContext) {
	const option = <T>() => code as T;
	const whole = e164Of(number, 'any', { timezone, option }) ?? '';
	if (whole.startsWith(code)) return whole.slice(code.length);
	throw new InputError(wrongValue.otherCallingCode({ value: quote(number), code }));
}

/** Invisible, and never part of a number: joiners, and the signs that make a digit an emoji. */
const invisible = /[\u200c\u200d\ufe00-\ufe0f\u20e3]/g;
/** As links and lead forms write it: `tel:`, `p:`. */
const phoneLabel = /^(?:tel\.?|p):\s*/i;
const atEnd = /(?<![;,"'\s])[;,"'\s]+$/;
const onlyNumber = /^\(?\+?[\p{Nd}\p{Pd}\p{Zs}().\u2212[\]/~]+$/u;
const calendarDay =
	/^(?:\d{1,2}([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d([./-])(?:0?[1-9]|1[0-2])\2\d\d?)$/;
const zeroInBrackets = /\(\s*0\s*\)/;
const abroad = /^(?:\+00|\+|00)/;
/** Prefixes that are still written, although Mexico dropped them in 2019. */
const formerlyMexican = /^(\+52|)(?:0[12]|04[45]|1)(?=\d{10}$)/;
/** A number with this many digits or more probably has its country’s code, even without +. */
const withCode = 11;

/** A text without characters added by tables and copying; refused if a spreadsheet changed it. */
function unmarked(value: unknown): string {
	const bare = withoutMarks(toText(value).normalize('NFKC').replace(invisible, '')).replace(
		phoneLabel,
		'',
	);
	const written = bare.replace(atEnd, '');
	if (isReformatted(written)) throw notExact(value);
	return written;
}

/** Whether a text is a decimal, a power of ten or negative, as spreadsheets damage numbers. */
function isReformatted(written: string): boolean {
	return (
		/^[^.\p{L}]*\d\.(?:\d\d?|0+)$/u.test(written) ||
		/^[^,\p{L}]*\d,(?:\d\d?|0+)$/u.test(written) ||
		/^\+?\d{8,}[.,]\d+$/.test(written) ||
		/^[+-]?\d+(?:[.,]\d+)?\s?e\s?\+?\d+$/i.test(written) ||
		/^[\p{Pd}\u2212]/u.test(written)
	);
}

/**
 * @returns the number in E.164; undefined if its country is missing
 * @throws InputError for no number, several numbers, an invalid number or an ambiguous one
 */
function e164Of(value: unknown, kind: NumberKind, context: ConversionContext): string | undefined {
	if (typeof value === 'string' && isInUse(value, kind)) return value;
	const written = unmarked(value);
	requireOneNumber(written);
	const dialed = parseIncompletePhoneNumber(written);
	if (abroad.test(dialed)) return checked(wholeNumber(written), written, kind, context);
	if (dialed.length < 4 || dialed.length > mostDigits) throw noNumber(written);
	const code = context.option?.(defaultCountryCode);
	if (code === undefined) return undefined;
	const number = checked(completed(dialed, code.slice(1), written, kind), written, kind, context);
	context.countInHint?.(valueHint.phonesCompleted, `${quote(written)} to ${number}`);
	return number;
}

function requireOneNumber(written: string): void {
	const digits = written.replace(/\P{Nd}/gu, '').length;
	const isOne = onlyNumber.test(written) && hasOneSlash(written) && digits > 0;
	if (isOne && !calendarDay.test(written)) return;
	if (isOne || digits <= 6) throw noNumber(written);
	throw new InputError(wrongValue.phoneWithMore({ value: quote(written), example }));
}

/** Whether a slash follows an area code, as in 0170/1234567, rather than separating two numbers. */
function hasOneSlash(written: string): boolean {
	const [area = '', rest, ...others] = written.split('/').map(parseIncompletePhoneNumber);
	if (rest === undefined) return true;
	return area.length <= (abroad.test(area) ? 10 : 6) && rest.length >= 5 && others.length === 0;
}

function noNumber(written: string, problem: string = valueProblem.format, whole = example) {
	const value = quote(written);
	return new InputError(wrongValue.phoneNeedsCode({ value, problem, example: whole }));
}

/** What libphonenumber makes of digits, with + or as they are dialed within a code. */
function parsed(dialed: string, code?: string): PhoneNumber | undefined {
	const isMexican = code === '52' || dialed.startsWith('+52');
	const digits = isMexican ? dialed.replace(formerlyMexican, '$1') : dialed;
	const within = code && { defaultCallingCode: code as never };
	return parsePhoneNumberFromString(digits, { extract: false, ...within }, metadata);
}

/** The number of digits that have their country's code, if it lacks only the plus sign. */
function withPlus(written: string): string | undefined {
	const dialed = parseIncompletePhoneNumber(written);
	const whole = dialed.length >= withCode ? parsed(`+${dialed}`) : undefined;
	return whole?.isValid() ? whole.number : undefined;
}

function wholeNumber(written: string): PhoneNumber {
	const digitsIn = (text: string) => parseIncompletePhoneNumber(text).replace(abroad, '+');
	const number = parsed(digitsIn(written));
	if (!number) throw noNumber(written, valueProblem.unknownCode);
	if (!zeroInBrackets.test(written)) return number;
	// In `+34 (0)600`, the 0 isn't dialed from abroad; in Italy it's part of the number.
	const short = parsed(digitsIn(written.replace(zeroInBrackets, '')));
	return !number.isValid() && short?.isValid() ? short : number;
}

/**
 * Completes a number without `+` or 00.
 *
 * @param code digits of the default code, perhaps with an area, such as `684` in `1684`
 * @throws InputError if it may be another number without its +
 */
function completed(dialed: string, code: string, written: string, kind: NumberKind): PhoneNumber {
	const plan = callingCodeOf(code) as string;
	const inArea = parsed(code.slice(plan.length) + dialed, plan);
	const local = inArea?.isValid() ? inArea : parsed(dialed, plan);
	if (!local) throw noNumber(written);
	const zero = local.isValid() ? undefined : parsed(`0${dialed}`, plan);
	if (zero?.isValid() && zero.nationalNumber.startsWith('0')) {
		throw noNumber(written, valueProblem.noZero, zero.number);
	}
	const whole = parsed(`+${dialed}`);
	if (!whole || whole.number === local.number || !isPossible(whole, 'any')) return local;
	const isLocal = isPossible(local, kind);
	if (whole.countryCallingCode === plan) {
		if (!isLocal || (isMobile(whole) && !isMobile(local))) return whole;
		if (isMobile(local) && !isMobile(whole)) return local;
	} else if (isLocal && !isMobile(whole)) {
		// A trunk prefix shows that it was written for the country.
		const isCut = dialed.length < withCode || local.nationalNumber.length < dialed.length;
		if (isMobile(local) || isCut || !isPossible(whole, 'mobile')) return local;
	}
	throw noNumber(written, valueProblem.noPlus({ number: whole.number }), whole.number);
}

function isMobile(number: PhoneNumber): boolean {
	return /MOBILE$/.test(number.getType() ?? '');
}

/** A number that isn't in use must be as long as a mobile number, or it's cut. */
function isPossible(number: PhoneNumber, kind: NumberKind): boolean {
	if (kind === 'any' && number.isValid()) return true;
	return mobileLengths(number.countryCallingCode).includes(number.nationalNumber.length);
}

function checked(
	number: PhoneNumber,
	written: string,
	kind: NumberKind,
	context: ConversionContext,
): string {
	const { countryCallingCode: code, nationalNumber } = number;
	if (!isPossible(number, kind)) {
		throw new InputError(
			wrongValue.phoneLength({
				value: quote(written),
				digits: nationalNumber.length,
				code: `+${code}`,
				lengths: mobileLengths(code).join(', '),
			}),
		);
	}
	if (!number.isValid()) context.countInHint?.(valueHint.phonesNotInUse, quote(number.number));
	return number.number;
}
