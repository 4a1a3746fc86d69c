import { callingCodeIn, type CallingCode } from './callingCodes';
import type { ConversionContext } from './field';
import { InputError, quote } from './inputError';
import { toText } from './types/text';

/** Whether a number has to be one that an SMS reaches. */
type PhoneKind = 'any' | 'mobile';

/** A phone number as a person gave it. */
export interface PhoneNumber {
	/** In E.164; undefined if only its country is missing. */
	number?: string;
	/** As it was written, without what tables and copying put around it. */
	written: string;
	/** Whether the default country code was needed. */
	isCompleted: boolean;
}

/** A number while it is read. */
interface Reading {
	written: string;
	kind: PhoneKind;
}

const e164 = /^\+[1-9]\d{6,14}$/;

/** Copied from a phone or a web page, these come along unseen. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xfee0;
/** A spreadsheet's sign for text, or what a CSV file has around it. */
const leadingQuotes = /^(?:tel:|[="'`\u2018\u2019\u00b4\s])+/i;
const trailingQuotes = /["'`\u2018\u2019\u00b4]$/;

/** What is written between the digits of a phone number. */
const separators = /[\s()./\u2010-\u2015\u2212-]/g;
const zeroInBrackets = /\(\s*0\s*\)/;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const abroad = /^(?:\+00|\+|00)/;
const calendarDay =
	/^(?:\d{1,2}[.-](?:0?[1-9]|1[0-2])[.-](?:19|20)\d\d|(?:19|20)\d\d[.-](?:0[1-9]|1[0-2])[.-]\d\d)$/;

/** Digits from which on a number without its + is probably one with its country’s code. */
const withCode = 11;
/** Digits after the code that people’s numbers have; a few islands’ have fewer. */
const shortest = 6;

/**
 * Reads a phone number that is written as people, tables and other programs write one.
 *
 * @param context whose country code a number without one gets
 * @returns undefined if it is no phone number
 * @throws InputError if it is more than that, is no number of its country, or could be several
 */
export function readPhoneNumber(
	value: unknown,
	kind: PhoneKind,
	context: Pick<ConversionContext, 'countryCode'>,
): PhoneNumber | undefined {
	const written = typeof value === 'string' && e164.test(value) ? value : unreformatted(value);
	const reading = { written, kind };
	const digits = digitsOf(written);
	if (!isAlone(written, digits) || calendarDay.test(written)) return undefined;
	if (abroad.test(digits)) {
		const number = international(digits, reading);
		return number === undefined ? undefined : { number, written, isCompleted: false };
	}
	if (digits.length < 4 || digits.length > 15) return undefined;
	const code = context.countryCode?.slice(1) ?? '';
	const country = callingCodeIn(code);
	if (!country) return { written, isCompleted: false };
	const number = completed(digits, country, code.slice(country.code.length), reading);
	return { number, written, isCompleted: true };
}

/**
 * The text of a value, without what tables and copying put around a phone number.
 *
 * @throws InputError if a spreadsheet has changed it
 */
export function unreformatted(value: unknown): string {
	const text = toText(value);
	const seen = /^[ -~]*$/.test(text)
		? text
		: text
				.replace(invisible, '')
				.replace(fullWidth, (one) =>
					String.fromCharCode(one.charCodeAt(0) - fullWidthOffset),
				);
	const bare = seen.replace(leadingQuotes, '').trimEnd().replace(trailingQuotes, '');
	if (isReformatted(bare) || (typeof value === 'number' && !Number.isInteger(value))) {
		throw new InputError(
			`${quote(value)} was turned into a calculated number, so digits may be lost. Format its column as text, and enter the phone number again`,
		);
	}
	return bare;
}

/** Whether a text is a decimal, a power of ten or a negative number: what tables make of phone numbers. */
function isReformatted(text: string): boolean {
	return (
		/^[^.a-z]*\d\.(?:\d\d?|0+)$/i.test(text) ||
		/^[^,a-z]*\d,(?:\d\d?|0+)$/i.test(text) ||
		/^[+-]?\d+(?:[.,]\d+)?\s?e\s?\+?\d+$/i.test(text) ||
		/^[-\u2212]\s?\d/.test(text)
	);
}

/**
 * Whether a text is nothing but digits.
 *
 * @throws InputError if a number is in it, and more
 */
function isAlone(written: string, digits: string): boolean {
	if (/^\+?\d+$/.test(digits) && !lineBreak.test(written) && hasOneSlash(written)) return true;
	if (digits.replace(/\D/g, '').length <= shortest) return false;
	throw new InputError(
		`${quote(written)} has more in it than one phone number. Give a single number without words or an extension, such as +34600123456`,
	);
}

/** Whether a slash stands behind an area, as in 0170/1234567, and not between two numbers. */
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

/** Reads a number that begins with `+` or 00. */
function international(digits: string, reading: Reading): string | undefined {
	const whole = digits.replace(abroad, '');
	if (!/^[1-9]/.test(whole)) return undefined;
	const country = callingCodeIn(whole);
	if (!country) {
		throw new InputError(
			`${quote(reading.written)} begins with no country’s code. Write + and the country code first, such as +34600123456`,
		);
	}
	// As in +44 (0)20…: it is dialled only within the country.
	const dropsZero = zeroInBrackets.test(reading.written) && !country.keepsZero;
	const dialled = dropsZero
		? digitsOf(reading.written.replace(zeroInBrackets, '')).replace(abroad, '')
		: whole;
	return checked(country, country.withoutTrunk(dialled.slice(country.code.length)), reading);
}

/**
 * Completes a number without `+` or 00, which may be dialled within the country, or lack its `+` only.
 *
 * @param area what the default code has after the country’s, such as `684` in `+1684`
 */
function completed(digits: string, country: CallingCode, area: string, reading: Reading): string {
	// A 1 in front may be the code +1 as well.
	const dialled = digits.startsWith('1') ? digits : country.withoutTrunk(digits);
	const local = country.any.fit(area + dialled) ? area + dialled : dialled;
	if (dialled !== digits || digits.startsWith('0')) return checked(country, local, reading);

	const named = callingCodeIn(digits);
	const rest = named ? named.withoutTrunk(digits.slice(named.code.length)) : '';
	if (named === country) {
		const hasCode = hasOwnCode(digits, country, local, rest, reading);
		if (hasCode === undefined) throw unclear(country, rest, reading);
		return checked(country, hasCode ? rest : local, reading);
	}
	if (country.isMobile(local)) return checked(country, local, reading);
	if (named && isAbroad(digits, named, rest, country.mobile?.fit(local))) {
		throw unclear(named, rest, reading);
	}
	if (country.needsZero) {
		throw new InputError(
			`${quote(reading.written)} may have lost its leading 0. Write + and the country code first, such as +${country.code}0${digits}`,
		);
	}
	return checked(country, local, reading);
}

/** Whether digits that begin with their country’s code have it in front; undefined if either may be. */
function hasOwnCode(
	digits: string,
	country: CallingCode,
	local: string,
	rest: string,
	reading: Reading,
): boolean | undefined {
	if (country.isMobile(rest)) return true;
	if (country.isMobile(local)) return false;
	if (country.mobile?.fit(rest) || !lengthsOf(country, reading).fit(local)) return true;
	if (!country.any.fit(rest)) return false;
	return (reading.kind === 'any' && digits.length >= withCode) || undefined;
}

/** Whether digits are a number of the other country that they begin with the code of. */
function isAbroad(
	digits: string,
	{ mobile, mobileStart }: CallingCode,
	rest: string,
	isAsLong = false,
): boolean {
	if (!mobile?.fit(rest) || rest.length < shortest) return false;
	return mobileStart.test(rest) || (!isAsLong && digits.length >= withCode);
}

function unclear({ code }: CallingCode, rest: string, { written }: Reading): InputError {
	return new InputError(
		`${quote(written)} may be +${code}${rest} without its +. Write + and the country code first`,
	);
}

function lengthsOf({ any, mobile }: CallingCode, { kind }: Reading): CallingCode['any'] {
	return kind === 'mobile' ? (mobile ?? any) : any;
}

/**
 * Puts the code before a number.
 *
 * @throws InputError if no number of the country is like it
 */
function checked(country: CallingCode, national: string, reading: Reading): string {
	const { code } = country;
	if (national.startsWith('0') && !country.mayBeginWithZero) {
		throw new InputError(
			`${quote(reading.written)} has a leading 0 that numbers of +${code} don’t have. Write + and its own country code first`,
		);
	}
	const lengths = lengthsOf(country, reading);
	if (!lengths.fit(national)) {
		const wrong = national.length > lengths.longest ? 'long' : 'short';
		const what = reading.kind === 'mobile' ? 'mobile number' : 'phone number';
		throw new InputError(
			`${quote(reading.written)} is too ${wrong} for a ${what} of +${code}, which has ${lengths.toString()} digits after that code. Correct the number`,
		);
	}
	return `+${code}${national}`;
}
