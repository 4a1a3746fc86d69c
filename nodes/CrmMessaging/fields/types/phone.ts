import type { ConversionContext, FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { phoneDigits, withCountryCode } from '../phoneNumber';
import { patternText } from './pattern';
import { text, toText } from './text';

const e164 = /^\+[1-9]\d{1,14}$/;
const form: FieldType['form'] = {
	type: 'string',
	default: '',
	placeholder: 'e.g. +34600123456',
};

/** A phone number in E.164: `+`, then 2 to 15 digits, the first not 0. */
export const phone: FieldType = {
	...text,
	form,
	format: 'E.164, for example +34600123456',
	convert(value, context) {
		const given = toText(value);
		const { number, isNational } = read(given, context);
		if (number !== undefined) return number;
		const other = isNational ? ', or set the option Default Country Code' : '';
		throw new InputError(
			`${shown(given)} is not a phone number in E.164 format; write + and the country code first, such as +34600123456${other}`,
		);
	},
};

/** The phone number of a contact: E.164 where its country is known, else as it was given. */
export const contactPhone: FieldType = {
	...text,
	form,
	format: 'phone number with country code, for example +34600123456',
	convert(value, context) {
		const given = toText(value).trim();
		const { number, isNational } = read(given, context);
		if (number !== undefined) return number;
		if (isNational) {
			context.hint?.(
				`The phone number ${shown(given)} has no + and country code, and is sent as it is. Set the option Default Country Code, or write it such as +34600123456.`,
				'phone without country code',
			);
			return given;
		}
		throw new InputError(
			`${shown(given)} is not a phone number; write + and the country code first, such as +34600123456`,
		);
	},
};

/** A country's calling code, with a leading plus sign, which is added where it is missing. */
export const callingCode: FieldType = {
	...patternText(
		'plus sign and digits, for example +34',
		/^\+[1-9]\d{0,3}$/,
		/[\s()-]/g,
		'a country code of a phone; write it such as +34',
		(given) => given.replace(/^(00)?(?=[1-9])/, '+'),
	),
	form: { type: 'string', default: '', placeholder: 'e.g. +34' },
};

/** Reads a number in E.164, or says that only its country's code is missing. */
function read(given: string, context: ConversionContext): { number?: string; isNational: boolean } {
	if (e164.test(given)) return { number: given, isNational: false };
	const digits = phoneDigits(given);
	const isNational = /^\d{4,15}$/.test(digits);
	const code = isNational ? context.countryCode : undefined;
	const number = code === undefined ? digits : withCountryCode(digits, code);
	return { number: number && e164.test(number) ? number : undefined, isNational };
}
