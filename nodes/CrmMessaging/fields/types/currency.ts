import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { text, toText } from './text';

/** Funds, metals, new currencies and the codes for tests and for none of ISO 4217, which Intl leaves out. */
const uncommonCurrencies =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
const currencies = new Set([
	...Intl.supportedValuesOf('currency'),
	...uncommonCurrencies.split(' '),
]);

/** An ISO 4217 currency code, in any case. */
export const currency: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. EUR' },
	format: 'ISO 4217, for example EUR',
	convert(value) {
		const code = toText(value).trim().toUpperCase();
		if (!currencies.has(code)) {
			throw new InputError(
				`${shown(value)} is not an ISO 4217 currency code; write it such as “EUR”`,
			);
		}
		return code;
	},
};
