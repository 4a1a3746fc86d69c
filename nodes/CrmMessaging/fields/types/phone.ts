import {
	Metadata,
	parseIncompletePhoneNumber,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { valueHint, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
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
		if (Object.hasOwn(metadata.country_calling_codes, digits)) return `+${digits}`;
		throw wrongFormat(value, 'the country code of a phone number', '+34');
	},
};

/** The option for phone numbers without a country code. Each item may have its own. */
export const defaultCountryCode: Option<string | undefined> = {
	name: 'defaultCountryCode',
	label: 'Default Country Code',
	type: callingCode,
	perItem: true,
	unset: undefined,
	description:
		'Country code for numbers without one, such as +34 (600 123 456 becomes +34600123456)',
};

/** A phone number for SMS, in E.164. */
export const phone: FieldType = {
	...text,
	example,
	format: 'E.164',
	convert(value, context) {
		const number = e164Of(value, context);
		if (number !== undefined) return number;
		const dialed = dialedIn(value);
		const whole = dialed.length < digitsWithCode ? undefined : parsed(`+${dialed}`);
		if (whole?.isValid()) throw withoutPlus(value, whole);
		throw new InputError(wrongValue.phoneWithoutCode({ value: quote(value), example }));
	},
};

/** A contact's phone number: E.164 if its country is known, else unchanged. */
export const contactPhone: FieldType = {
	...text,
	example,
	format: 'phone number with country code',
	convert(value, context) {
		const number = e164Of(value, context);
		if (number !== undefined) return number;
		context.listInHint?.(valueHint.phonesUnchanged, quote(value));
		return toText(value);
	},
};

/** A number next to its calling code. `withCallingCode` checks both together. */
export const localPhone: FieldType = { ...text, example: '600123456' };

/** A number without its calling code, which says its country. @throws InputError if it has another one */
export function withCallingCode(number: unknown, code: string): string {
	const [dialed, digits] = [dialedIn(number), code.slice(1)];
	const isTwice = dialed.startsWith(digits);
	const whole = isTwice ? completed(dialed, number, digits) : parsed(dialed, digits);
	if (whole?.number.startsWith(code) && (whole.isValid() || hasLengthOfMobile(whole)))
		return whole.nationalNumber;
	throw new InputError(wrongValue.otherCallingCode({ value: quote(number), code }));
}

/** As links and lead forms write it: `tel:`, `p:`. */
const phoneLabel = /^(?:tel|p):/i;
/** A negative number, a decimal or a power of ten: a spreadsheet calculated with it. */
const calculated = /^\p{Pd}|^[^.,]*\d[.,](?:\d\d?|0+)$|\d\s?e\s?\+?\d+$/iu;
const separators = /[\s().\p{Pd}]/gu;
/** Digits of one number. A slash is behind an area code, or it separates two numbers. */
const oneNumber = /^\+?\p{Nd}{4,15}$|^(?:\+\p{Nd}{2,9}|\p{Nd}{2,6})\/\p{Nd}{5,9}$/u;
/** A day: with a country code, its digits are a stranger's number. */
const writtenDay = /^(?:\d\d?[.-]\d\d?[.-](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

/** The digits of a phone number, with + if its country's code comes first. */
function dialedIn(value: unknown): string {
	const written = toText(value).normalize('NFKC').trim().replace(phoneLabel, '');
	if (calculated.test(written)) throw notExact(value);
	const compact = written.replace(separators, '').replace(/^\+?00/, '+');
	if (!oneNumber.test(compact) || writtenDay.test(written)) throw notAPhone(value);
	return parseIncompletePhoneNumber(compact);
}

function notAPhone(value: unknown): InputError {
	return new InputError(wrongValue.notAPhone({ value: quote(value), example }));
}

/** The error for digits that can mean these numbers. */
function withoutPlus(value: unknown, ...meant: [PhoneNumber, ...PhoneNumber[]]): InputError {
	const numbers = meant.map((one) => one.number).join(' or ');
	const [{ number }] = meant;
	return new InputError(wrongValue.phoneWithoutPlus({ value: quote(value), numbers, number }));
}

/** E.164; undefined if it has no code, and none is known. */
function e164Of(value: unknown, context: ConversionContext): string | undefined {
	const code = context.option?.(defaultCountryCode);
	const dialed = dialedIn(value);
	const isWhole = dialed.startsWith('+');
	if (!isWhole && code === undefined) return undefined;
	const found = isWhole ? parsed(dialed) : completed(dialed, value, code?.slice(1) ?? '');
	const isInUse = found?.isValid();
	if (!found || !(isInUse || hasLengthOfMobile(found))) throw notAPhone(value);
	const { number } = found;
	if (!isWhole) {
		if (!isInUse) throw withoutPlus(value, found);
		context.listInHint?.(valueHint.phonesCompleted, `${quote(value)} to ${number}`);
	} else if (!isInUse) context.listInHint?.(valueHint.phonesNotInUse, quote(number));
	return number;
}

function parsed(dialed: string, code?: string): PhoneNumber | undefined {
	const within = code && { defaultCallingCode: code };
	return parsePhoneNumberFromString(dialed, { extract: false, ...within }, metadata);
}

/** Most countries' numbers have fewer digits without their code. */
const digitsWithCode = 11;

/** @throws InputError if it's in use with the code, and so are its digits with + */
function completed(dialed: string, value: unknown, code: string): PhoneNumber | undefined {
	const local = parsed(dialed, code);
	const whole = dialed.startsWith('0') ? undefined : parsed(`+${dialed}`);
	if (!local || !whole || whole.number === local.number) return local;
	if (!whole.isValid() && !hasLengthOfMobile(whole)) return local;
	const isOfCode = whole.countryCallingCode === code;
	if (local.isValid() && !isMobile(whole)) {
		if (isMobile(local)) return local;
		if (!isOfCode && dialed.length < digitsWithCode) return local;
	}
	if (isOfCode && !isMobile(local) && (isMobile(whole) || !local.isValid())) return whole;
	throw hasLengthOfMobile(local) ? withoutPlus(value, local, whole) : withoutPlus(value, whole);
}

function isMobile(number: PhoneNumber): boolean {
	return /MOBILE$/.test(number.getType() ?? '');
}

/** What the library doesn't declare of a country's numbering plan. */
interface NumberingPlan {
	possibleLengths(): number[];
	type(name: 'MOBILE'): Pick<NumberingPlan, 'possibleLengths'> | undefined;
}

/** A number that isn't in use may be a new one, unless it was cut. */
function hasLengthOfMobile({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
	const all = new Metadata(metadata);
	all.selectNumberingPlan(countryCallingCode as never);
	const plan = all.numberingPlan as unknown as NumberingPlan;
	return (plan.type('MOBILE') ?? plan).possibleLengths().includes(nationalNumber.length);
}
