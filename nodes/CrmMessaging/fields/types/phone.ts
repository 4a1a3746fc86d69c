import { valueHint, valueProblem, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { numberingPlanOf, type NumberingPlan } from '../numberingPlan';
import { withoutMarks } from '../sourceText';
import { notExact } from './number';
import { text, toText } from './text';

const form = { type: 'string', default: '', placeholder: 'e.g. +34600123456' } as const;

/** A country's calling code; a missing plus sign is added. */
export const callingCode: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. +34' },
	format: 'plus sign and digits, for example +34',
	convert(value) {
		const digits = toText(value)
			.replace(/[\s()-]/g, '')
			.replace(/^(?:\+|00)/, '');
		const plan = /^[1-9]\d{0,3}$/.test(digits) ? numberingPlanOf(digits) : undefined;
		// One-digit codes may include the area that identifies the country: 1684.
		if (plan && (plan.code === digits || plan.code.length === 1)) return `+${digits}`;
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
	form,
	format: 'E.164, for example +34600123456',
	convert(value, context) {
		const number = e164Of(value, 'mobile', context);
		if (number !== undefined) return number;
		throw new InputError(wrongValue.phoneWithoutCode({ value: quote(unreformatted(value)) }));
	},
};

/** A contact's phone number: E.164 if its country is known, else unchanged. */
export const contactPhone: FieldType = {
	...text,
	form,
	format: 'phone number with country code, for example +34600123456',
	convert(value, context) {
		const number = e164Of(value, 'any', context);
		if (number !== undefined) return number;
		const written = unreformatted(value);
		context.hint?.(valueHint.phoneUnchanged({ value: quote(written) }));
		return written;
	},
};

/** A number next to its calling code. `withCallingCode` checks both together. */
export const localPhone: FieldType = {
	...text,
	convert(value, { timezone }) {
		e164Of(value, 'any', { timezone });
		return unreformatted(value);
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
	const whole = e164Of(number, 'any', { timezone, option }) ?? '';
	if (whole.startsWith(code)) return whole.slice(code.length);
	throw new InputError(wrongValue.otherCallingCode({ value: quote(number), code }));
}

/** E.164 with its +, the code and the fewest digits. */
const shortestE164 = 8;

const fullWidth = /[\uff01-\uff5e]/g;
/** Quotes from a file, or a label such as `p:` of lead forms. */
const before =
	/^(?:(?:tel|telephone|phone|ph|p|t|mobile|mob|m|cell|handy|móvil|movil)\.?:|[="'`\u2018\u2019\u00b4\s])+/i;
const trailingQuotes = /["'`\u2018\u2019\u00b4]$/;

/** Invisible, and never part of a number. */
const joiners = /[\u200c\u200d]/g;
const phoneSeparators = /[\s()./\u2010-\u2015\u2212-]/g;
const zeroInBrackets = /\(\s*0\s*\)/;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const abroad = /^(?:\+00|\+|00)/;
const calendarDay =
	/^(?:\d{1,2}[.-](?:0?[1-9]|1[0-2])[.-](?:19|20)\d\d|(?:19|20)\d\d[.-](?:0[1-9]|1[0-2])[.-]\d\d)$/;

/** A number with this many digits or more probably has its country’s code, even without +. */
const withCode = 11;
/** Digits of a personal number after the code; a few islands have fewer. */
const shortest = 6;

type NumberKind = keyof NumberingPlan['lengths'];

interface PhoneReading {
	/** Without characters added by tables and copying. */
	written: string;
	/** Whether it must be able to receive SMS. */
	kind: NumberKind;
	context: ConversionContext;
}

/**
 * @returns the number in E.164; undefined if its country is missing
 * @throws InputError for no number, several numbers, an invalid number or an ambiguous one
 */
function e164Of(value: unknown, kind: NumberKind, context: ConversionContext): string | undefined {
	if (isAssigned(value, kind)) return value;
	const written = unreformatted(value);
	const reading = { written, kind, context };
	const digits = digitsOf(written);
	requireOneNumber(written, digits);
	if (abroad.test(digits)) return international(digits, reading);
	if (digits.length < 4 || digits.length > 15) throw needsCode(written, valueProblem.format);
	const code = context.option?.(defaultCountryCode)?.slice(1) ?? '';
	const plan = numberingPlanOf(code);
	if (!plan) return undefined;
	const number = completed(digits, plan, code.slice(plan.code.length), reading);
	context.countInHint?.(valueHint.phonesCompleted, `${quote(written)} to ${number}`);
	return number;
}

/** Whether a value is a number in E.164 that a country assigns, as most are. */
function isAssigned(value: unknown, kind: NumberKind): value is string {
	if (typeof value !== 'string' || value.length < shortestE164) return false;
	return numberingPlanOf(value, 1)?.assigns(value, kind) === true;
}

function needsCode(value: unknown, problem: string, example = '+34600123456'): InputError {
	return new InputError(wrongValue.phoneNeedsCode({ value: quote(value), problem, example }));
}

/** A text without characters added by tables and copying; refused if a spreadsheet changed it. */
function unreformatted(value: unknown): string {
	const text = withoutMarks(toText(value).replace(joiners, ''));
	const seen = text.replace(fullWidth, (sign) => sign.normalize('NFKC'));
	const bare = seen.replace(before, '').trimEnd().replace(trailingQuotes, '');
	if (isReformatted(bare) || (typeof value === 'number' && !Number.isInteger(value))) {
		throw notExact(value);
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

function requireOneNumber(written: string, digits: string): void {
	const isOne = /^\+?\d+$/.test(digits) && !lineBreak.test(written) && hasOneSlash(written);
	if (isOne && !calendarDay.test(written)) return;
	if (isOne || digits.replace(/\D/g, '').length <= shortest) {
		throw needsCode(written, valueProblem.format);
	}
	const hasLetterO = /^\+?\d*[Oo][\dOo]*$/.test(digits);
	const sentenceOf = hasLetterO ? wrongValue.letterO : wrongValue.phoneWithMore;
	throw new InputError(sentenceOf({ value: quote(written) }));
}

/** Whether a slash follows an area code, as in 0170/1234567, rather than separating two numbers. */
function hasOneSlash(written: string): boolean {
	const [area = '', rest, ...others] = written.split('/').map(digitsOf);
	if (rest === undefined) return true;
	const longestArea = abroad.test(area) ? 10 : 6;
	return area.length <= longestArea && rest.length >= 5 && others.length === 0;
}

function digitsOf(text: string): string {
	return text.replace(phoneSeparators, '');
}

function international(digits: string, reading: PhoneReading): string {
	const whole = digits.replace(abroad, '');
	const plan = numberingPlanOf(whole);
	if (!plan) throw needsCode(reading.written, valueProblem.unknownCode);
	const national = plan.withoutTrunk(whole.slice(plan.code.length));
	if (!zeroInBrackets.test(reading.written)) return checked(plan, national, reading);
	const without = digitsOf(reading.written.replace(zeroInBrackets, '')).replace(abroad, '');
	const short = plan.withoutTrunk(without.slice(plan.code.length));
	// As in +44 (0)20…: the 0 is dialed only within the country.
	const isShort = plan.isInUse(short) && !plan.isInUse(national);
	return checked(plan, isShort ? short : national, reading);
}

/**
 * Completes a number without `+` or 00. The area ends the default code, as `684` does in `+1684`.
 */
function completed(
	digits: string,
	plan: NumberingPlan,
	area: string,
	reading: PhoneReading,
): string {
	// A leading 1 may also be the code +1.
	const dialed = digits.startsWith('1') ? digits : plan.withoutTrunk(digits);
	const withArea = area + dialed;
	const local = plan.lengths.any.includes(withArea.length) ? withArea : dialed;
	const named = dialed === digits ? numberingPlanOf(digits) : undefined;
	const rest = named?.withoutTrunk(digits.slice(named.code.length)) ?? '';
	if (named === plan) {
		return checked(plan, withoutOwnCode(digits, plan, local, rest, reading), reading);
	}
	if (plan.isMobile(local)) return checked(plan, local, reading);
	const isAsLong = plan.lengths.mobile.includes(local.length);
	if (named && isAbroad(digits, named, rest, isAsLong)) throw missingPlus(named, rest, reading);
	if (!plan.isInUse(local) && plan.isInUse(`0${local}`)) {
		throw needsCode(reading.written, valueProblem.noZero, `+${plan.code}0${local}`);
	}
	return checked(plan, local, reading);
}

/** Digits without their country’s code; all of them if they have none. */
function withoutOwnCode(
	digits: string,
	plan: NumberingPlan,
	local: string,
	rest: string,
	reading: PhoneReading,
): string {
	if (plan.isMobile(rest)) return rest;
	if (plan.isMobile(local)) return local;
	const isAsLong = plan.lengths[reading.kind].includes(local.length);
	if (plan.lengths.mobile.includes(rest.length) || !isAsLong) return rest;
	if (!plan.lengths.any.includes(rest.length)) return local;
	if (reading.kind === 'any' && digits.length >= withCode) return rest;
	throw missingPlus(plan, rest, reading);
}

function isAbroad(digits: string, plan: NumberingPlan, rest: string, isAsLong: boolean): boolean {
	if (!plan.lengths.mobile.includes(rest.length) || rest.length < shortest) return false;
	return plan.beginsAsMobile(rest) || (!isAsLong && digits.length >= withCode);
}

function missingPlus({ code }: NumberingPlan, rest: string, { written }: PhoneReading): InputError {
	const whole = `+${code}${rest}`;
	return needsCode(written, valueProblem.noPlus({ number: whole }), whole);
}

function checked(plan: NumberingPlan, national: string, reading: PhoneReading): string {
	const { written, kind, context } = reading;
	const code = `+${plan.code}`;
	const number = `${code}${national}`;
	const isUsed = plan.isInUse(national);
	if (!isUsed && national.startsWith('0') && !plan.hasZero) {
		throw needsCode(written, valueProblem.zero({ code }));
	}
	const { length } = national;
	// A few numbers are as short as the beginning of a mobile number.
	const isCut =
		length <= shortest &&
		plan.beginsAsMobile(national) &&
		!plan.lengths.mobile.includes(length);
	const needed: NumberKind = isCut ? 'mobile' : kind;
	if (!plan.lengths[needed].includes(length)) {
		throw new InputError(
			wrongValue.phoneLength({
				value: quote(written),
				digits: length,
				code,
				kind: needed === 'mobile' ? 'mobile number' : 'phone number',
				lengths: ranges(plan.lengths[needed]),
			}),
		);
	}
	if (!isUsed) context.countInHint?.(valueHint.phonesNotInUse, quote(number));
	return number;
}

/** Ascending numbers for a sentence: `7, 9–10`. */
function ranges(numbers: readonly number[]): string {
	const starts = numbers.filter((one) => !numbers.includes(one - 1));
	const ends = numbers.filter((one) => !numbers.includes(one + 1));
	return starts.map((one, index) => [...new Set([one, ends[index]])].join('–')).join(', ');
}
