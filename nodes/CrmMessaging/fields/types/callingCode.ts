import type { FieldType, Option } from '../field';
import { wrongFormat } from '../inputError';
import { numberingPlanOf } from '../numberingPlan';
import { text, toText } from './text';

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
		if (!plan || (plan.code !== digits && plan.code.length > 1)) {
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
