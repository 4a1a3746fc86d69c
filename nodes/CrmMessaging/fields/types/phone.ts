import type { FieldType } from '../field';
import { patternText } from './pattern';

/** A phone number in E.164: `+`, then 2 to 15 digits, the first not 0. */
export const phone: FieldType = {
	...patternText(
		'E.164, for example +34600123456',
		/^\+[1-9]\d{1,14}$/,
		/[\s().-]/g,
		'a phone number in E.164 format; write + and the country code first, such as +34600123456',
	),
	form: { type: 'string', default: '', placeholder: 'e.g. +34600123456' },
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
