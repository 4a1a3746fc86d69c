import type { ConversionContext, FieldType, Field } from '../field';
import { InputError, quote } from '../inputError';
import { callingCodeIn } from '../callingCodes';
import { readPhoneNumber, unreformatted, type PhoneNumber } from '../phoneNumber';
import { text, toText } from './text';

const form: FieldType['form'] = {
	type: 'string',
	default: '',
	placeholder: 'e.g. +34600123456',
};

/** A phone number that gets SMS, in E.164: `+`, the country's code, and as many digits as mobiles have. */
export const phone: FieldType = {
	...text,
	form,
	format: 'E.164, for example +34600123456',
	convert(value, context) {
		const read = readPhoneNumber(value, 'mobile', context);
		if (read?.number !== undefined) return noted(read, read.number, context);
		const other = read ? ', or set the option Default Country Code' : '';
		throw new InputError(
			`${quote(value)} is not a phone number in E.164 format; write + and the country code first, such as +34600123456${other}`,
		);
	},
};

/** The phone number of a contact: E.164 where its country is known, else as it was given. */
export const contactPhone: FieldType = {
	...text,
	form,
	format: 'phone number with country code, for example +34600123456',
	convert(value, context) {
		const read = readPhoneNumber(value, 'any', context);
		if (read?.number !== undefined) return noted(read, read.number, context);
		if (read) {
			context.hint?.(
				`The phone number ${quote(read.written)} has no + and country code, and is sent as it is. Set the option Default Country Code, or write it such as +34600123456.`,
				'phone without country code',
			);
			return read.written;
		}
		throw new InputError(
			`${quote(value)} is not a phone number; write + and the country code first, such as +34600123456`,
		);
	},
};

/** A number that stands next to its calling code: as it was given, unless a spreadsheet has changed it. */
export const localPhone: FieldType = { ...text, convert: unreformatted };

/** A country's calling code, with a leading plus sign, which is added where it is missing. */
export const callingCode: FieldType = {
	...text,
	format: 'plus sign and digits, for example +34',
	convert(value) {
		const digits = toText(value)
			.replace(/[\s()-]/g, '')
			.replace(/^(?:\+|00)/, '');
		if (!isCallingCode(digits)) {
			throw new InputError(
				`${quote(value)} is not a country code of a phone; write it such as +34`,
			);
		}
		return `+${digits}`;
	},
	form: { type: 'string', default: '', placeholder: 'e.g. +34' },
};

/** Whether digits are a calling code, with the area that tells countries apart if it has several: 1684. */
function isCallingCode(digits: string): boolean {
	const country = /^[1-9]\d{0,3}$/.test(digits) ? callingCodeIn(digits) : undefined;
	return country !== undefined && (country.code === digits || country.code.length === 1);
}

/** Counts a number that was completed, in a hint. */
function noted(
	{ written, isCompleted }: PhoneNumber,
	number: string,
	context: ConversionContext,
): string {
	if (isCompleted) context.countInHint?.(completedNumbers, `${quote(written)} to ${number}`);
	return number;
}

function completedNumbers(count: number, example: string): string {
	const what = count === 1 ? 'phone number was' : 'phone numbers were';
	return `${count.toLocaleString('en')} ${what} completed with Default Country Code, for example ${example}.`;
}

/** The option that completes phone numbers without a country's code; each item may say another. */
export const defaultCountryCode: Field = {
	name: 'default_country_code',
	label: 'Default Country Code',
	type: callingCode,
	description:
		'Country code of phone numbers that are written without one, such as +34: 600 123 456 is then sent as +34600123456',
};
