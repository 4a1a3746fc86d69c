import type { Field } from '../fields/field';
import { callingCode } from '../fields/types/phone';

/** The option that completes phone numbers without a country's code; each item may say another. */
export const defaultCountryCode: Field = {
	name: 'default_country_code',
	label: 'Default Country Code',
	type: callingCode,
	description:
		'Country code of phone numbers that are written without one, such as +34: 600 123 456 is then sent as +34600123456',
};
