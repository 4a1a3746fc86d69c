import { valueHint, phoneProblem, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import {
	callingCodeIn,
	isMobile,
	lengthsFor,
	withoutTrunk,
	type CallingCode,
} from '../callingCodes';
import { withoutMarks } from '../sourceText';
import { text, toText } from './text';

const form: FieldType['form'] = {
	type: 'string',
	default: '',
	placeholder: 'e.g. +34600123456',
};

/** A phone number for SMS in E.164: `+`, the country code, and as many digits as mobiles have. */
export const phone: FieldType = {
	...text,
	form,
	format: 'E.164, for example +34600123456',
	convert(value, context) {
		const { number, written } = readPhone(value, 'mobile', context);
		if (number !== undefined) return number;
		throw new InputError(wrongValue.phoneWithoutCode(quote(written)));
	},
};

/** A contact's phone number: E.164 if its country is known, else unchanged. */
export const contactPhone: FieldType = {
	...text,
	form,
	format: 'phone number with country code, for example +34600123456',
	convert(value, context) {
		const { number, written } = readPhone(value, 'any', context);
		if (number !== undefined) return number;
		context.hint?.(valueHint.phoneUnchanged(quote(written)));
		return written;
	},
};

/** A number next to its calling code. `withCallingCode` checks both together. */
export const localPhone: FieldType = {
	...text,
	convert(value, { timezone }) {
		return readPhone(value, 'any', { timezone }).written;
	},
};

/**
 * A number without its calling code, checked as the number of that code.
 *
 * @param code as `callingCode` returns it
 * @throws InputError if they don't make a phone number, or the number has another code
 */
export function withCallingCode(number: unknown, code: string, { timezone }: ConversionContext) {
	const option = <T>() => code as T;
	const whole = readPhone(number, 'any', { timezone, option }).number ?? '';
	if (whole.startsWith(code)) return whole.slice(code.length);
	throw new InputError(wrongValue.otherCallingCode(quote(number), code));
}

/** A country's calling code; a missing plus sign is added. */
export const callingCode: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. +34' },
	format: 'plus sign and digits, for example +34',
	convert(value) {
		const digits = toText(value)
			.replace(/[\s()-]/g, '')
			.replace(/^(?:\+|00)/, '');
		const country = /^[1-9]\d{0,3}$/.test(digits) ? callingCodeIn(digits) : undefined;
		// One-digit codes may include the area that identifies the country: 1684.
		if (!country || (country.code !== digits && country.code.length > 1)) {
			throw wrongFormat(value, 'the country code of a phone number', '+34');
		}
		return `+${digits}`;
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

const e164 = /^\+[1-9]\d{6,14}$/;

const fullWidth = /[\uff01-\uff5e]/g;
/** Quotes from a file, or a label such as `p:` of lead forms. */
const before =
	/^(?:(?:tel|telephone|phone|ph|p|t|mobile|mob|m|cell|handy|móvil|movil)\.?:|[="'`\u2018\u2019\u00b4\s])+/i;
const trailingQuotes = /["'`\u2018\u2019\u00b4]$/;

/** Invisible, and never part of a number. */
const joiners = /[\u200c\u200d]/g;
const separators = /[\s()./\u2010-\u2015\u2212-]/g;
const zeroInBrackets = /\(\s*0\s*\)/;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const abroad = /^(?:\+00|\+|00)/;
const calendarDay =
	/^(?:\d{1,2}[.-](?:0?[1-9]|1[0-2])[.-](?:19|20)\d\d|(?:19|20)\d\d[.-](?:0[1-9]|1[0-2])[.-]\d\d)$/;

/** A number with this many digits or more probably has its country’s code, even without +. */
const withCode = 11;
/** Digits of a personal number after the code; a few islands have fewer. */
const shortest = 6;

interface Reading {
	/** Without characters added by tables and copying. */
	written: string;
	/** Whether it must be able to receive SMS. */
	kind: 'any' | 'mobile';
}

/**
 * @returns the number in E.164; only the text if its country is missing
 * @throws InputError for no number, several numbers, an invalid number or an ambiguous one
 */
function readPhone(
	value: unknown,
	kind: Reading['kind'],
	context: ConversionContext,
): { number?: string; written: string } {
	if (typeof value === 'string' && e164.test(value)) {
		return { number: international(value, { written: value, kind }), written: value };
	}
	const written = unreformatted(value);
	const reading = { written, kind };
	const digits = digitsOf(written);
	if (!isAlone(written, digits) || calendarDay.test(written))
		throw needsCode(value, phoneProblem.format);
	if (abroad.test(digits)) return { number: international(digits, reading), written };
	if (digits.length < 4 || digits.length > 15) throw needsCode(value, phoneProblem.format);
	const code = context.option?.(defaultCountryCode)?.slice(1) ?? '';
	const country = callingCodeIn(code);
	if (!country) return { written };
	const number = completed(digits, country, code.slice(country.code.length), reading);
	context.countInHint?.(valueHint.phonesCompleted, `${quote(written)} to ${number}`);
	return { number, written };
}

function needsCode(value: unknown, problem: string, example = '+34600123456'): InputError {
	return new InputError(wrongValue.phoneNeedsCode(quote(value), problem, example));
}

/** A text without characters added by tables and copying; refused if a spreadsheet changed it. */
function unreformatted(value: unknown): string {
	const text = withoutMarks(toText(value).replace(joiners, ''));
	const seen = text.replace(fullWidth, (sign) => sign.normalize('NFKC'));
	const bare = seen.replace(before, '').trimEnd().replace(trailingQuotes, '');
	if (isReformatted(bare) || (typeof value === 'number' && !Number.isInteger(value))) {
		throw new InputError(wrongValue.calculatedNumber(quote(value)));
	}
	return bare;
}

/** Whether a text is a decimal, a power of ten or negative, as spreadsheets damage numbers. */
function isReformatted(text: string): boolean {
	return (
		/^[^.a-z]*\d\.(?:\d\d?|0+)$/i.test(text) ||
		/^[^,a-z]*\d,(?:\d\d?|0+)$/i.test(text) ||
		/^[+-]?\d+(?:[.,]\d+)?\s?e\s?\+?\d+$/i.test(text) ||
		/^[-\u2212]\s?\d/.test(text)
	);
}

function isAlone(written: string, digits: string): boolean {
	if (/^\+?\d+$/.test(digits) && !lineBreak.test(written) && hasOneSlash(written)) return true;
	if (digits.replace(/\D/g, '').length <= shortest) return false;
	if (/[Oo]/.test(digits) && /^\+?[\dOo]+$/.test(digits))
		throw new InputError(wrongValue.letterO(quote(written)));
	throw new InputError(wrongValue.phoneWithMore(quote(written)));
}

/** Whether a slash follows an area code, as in 0170/1234567, rather than separating two numbers. */
function hasOneSlash(written: string): boolean {
	const slash = written.indexOf('/');
	if (slash < 0) return true;
	const area = digitsOf(written.slice(0, slash));
	const rest = digitsOf(written.slice(slash + 1));
	const longestArea = abroad.test(area) ? 10 : 6;
	return area.length <= longestArea && rest.length >= 5 && !written.includes('/', slash + 1);
}

function digitsOf(text: string): string {
	return text.replace(separators, '');
}

function international(digits: string, reading: Reading): string {
	const whole = digits.replace(abroad, '');
	const country = callingCodeIn(whole);
	if (!country) throw needsCode(reading.written, phoneProblem.unknownCode);
	// As in +44 (0)20…: the 0 is dialed only within the country.
	const dropsZero = zeroInBrackets.test(reading.written) && !country.keepsZero;
	const dialled = dropsZero
		? digitsOf(reading.written.replace(zeroInBrackets, '')).replace(abroad, '')
		: whole;
	return checked(country, withoutTrunk(dialled.slice(country.code.length), country), reading);
}

/**
 * Completes a number without `+` or 00. The area ends the default code, as `684` does in `+1684`.
 */
function completed(digits: string, country: CallingCode, area: string, reading: Reading): string {
	// A leading 1 may also be the code +1.
	const dialled = digits.startsWith('1') ? digits : withoutTrunk(digits, country);
	const local = country.any.pattern.test(area + dialled) ? area + dialled : dialled;
	const named = dialled === digits ? callingCodeIn(digits) : undefined;
	const rest = named ? withoutTrunk(digits.slice(named.code.length), named) : '';
	if (named === country) {
		const national = withoutOwnCode(digits, country, local, rest, reading);
		if (national === undefined) throw unclear(country, rest, reading);
		return checked(country, national, reading);
	}
	if (isMobile(local, country)) return checked(country, local, reading);
	if (named && isAbroad(digits, named, rest, country.mobile?.pattern.test(local))) {
		throw unclear(named, rest, reading);
	}
	if (country.needsZero && !digits.startsWith('0')) {
		const whole = `+${country.code}0${digits}`;
		throw needsCode(reading.written, phoneProblem.noZero, whole);
	}
	return checked(country, local, reading);
}

/** Digits without their country’s code; all of them if they have none; undefined if unclear. */
function withoutOwnCode(
	digits: string,
	country: CallingCode,
	local: string,
	rest: string,
	{ kind }: Reading,
): string | undefined {
	if (isMobile(rest, country)) return rest;
	if (isMobile(local, country)) return local;
	const isAsLong = lengthsFor(kind, country).pattern.test(local);
	if (country.mobile?.pattern.test(rest) || !isAsLong) return rest;
	if (!country.any.pattern.test(rest)) return local;
	return kind === 'any' && digits.length >= withCode ? rest : undefined;
}

function isAbroad(
	digits: string,
	{ mobile, mobileStart }: CallingCode,
	rest: string,
	isAsLong = false,
): boolean {
	if (!mobile?.pattern.test(rest) || rest.length < shortest) return false;
	return mobileStart.test(rest) || (!isAsLong && digits.length >= withCode);
}

function unclear({ code }: CallingCode, rest: string, { written }: Reading): InputError {
	const whole = `+${code}${rest}`;
	return needsCode(written, phoneProblem.noPlus(whole), whole);
}

function checked(country: CallingCode, national: string, reading: Reading): string {
	const { code } = country;
	if (national.startsWith('0') && !country.mayBeginWithZero) {
		throw needsCode(reading.written, phoneProblem.zero(`+${code}`));
	}
	const kind = isShortMobile(national, country) ? 'mobile' : reading.kind;
	const lengths = lengthsFor(kind, country);
	if (!lengths.pattern.test(national)) {
		const what = kind === 'mobile' ? 'mobile number' : 'phone number';
		const { length } = national;
		throw new InputError(
			wrongValue.phoneLength(quote(reading.written), length, `+${code}`, what, lengths.text),
		);
	}
	return `+${code}${national}`;
}

/** Whether digits are the beginning of a mobile number, although a few numbers are as short. */
function isShortMobile(national: string, { mobile, mobileStart }: CallingCode): boolean {
	if (!mobile || national.length > shortest) return false;
	return mobileStart.test(national) && !mobile.pattern.test(national);
}
