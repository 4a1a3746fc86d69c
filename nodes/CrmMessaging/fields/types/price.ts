import { valueHint, wrongValue } from '../../catalogue/values';
import { cached } from '../cached';
import type { FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { isExact, number } from './number';
import { text, toText } from './text';

/** ISO 4217's codes that Intl omits: funds, metals, new currencies, and those for tests. */
const uncommonCurrencies =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
const currencies = new Set([
	...Intl.supportedValuesOf('currency'),
	...uncommonCurrencies.split(' '),
]);

/** Currencies without exactly two decimals (ISO 4217). Intl has CLDR's rounding instead. */
const decimals = new Map(
	[
		{ count: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
		{ count: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
		{ count: 4, codes: 'CLF UYW' },
	].flatMap(({ count, codes }) => codes.split(' ').map((code) => [code, count] as const)),
);

export function decimalsOf(code: string): number {
	return decimals.get(code) ?? 2;
}

/** Signs that Intl doesn't know. */
const furtherSigns: Record<string, string> = { CHF: 'fr', INR: 'rs' };

/** A currency's code, signs and names, in lower case: `$`, `us$`, `us dollars`. */
const wordsFor = cached((code: string): string[] => {
	const [narrow = '', ...others] = (['narrowSymbol', 'symbol', 'name'] as const).flatMap(
		(currencyDisplay) => {
			const style = { style: 'currency', currency: code, maximumFractionDigits: 0 } as const;
			const format = new Intl.NumberFormat('en', { ...style, currencyDisplay });
			const parts = [1, 2].flatMap((count) => format.formatToParts(count));
			return parts.filter(({ type }) => type === 'currency').map(({ value }) => value);
		},
	);
	const ofCountry = [1, 2].map((letters) => code.slice(0, letters) + narrow);
	const all = [code, narrow, ...others, ...ofCountry, furtherSigns[code] ?? code];
	return all.map((word) => word.toLowerCase());
});

function plain(word: string): string {
	return word.toLowerCase().replace('\uffe5', '¥').replace(/\.$/, '').trim();
}

/** An ISO 4217 currency code in any case, or a sign or name that only one currency has. */
export const currency: FieldType = {
	...text,
	example: 'EUR',
	format: 'ISO 4217',
	convert(value) {
		const written = toText(value).trim();
		const code = written.toUpperCase();
		if (currencies.has(code)) return code;
		// A short word has other meanings too: C$ is a dollar in Canada.
		const isClear = !/^[ -~]{1,3}$/.test(written);
		const codes = [...currencies].filter((one) => wordsFor(one).includes(plain(written)));
		if (isClear && codes.length === 1) return codes[0];
		throw wrongFormat(value, 'an ISO 4217 currency code', 'EUR');
	},
};

/** A price in the form; `priceIn` reads it once its currency is known. */
export const price: FieldType = { ...number, example: '228.40', format: 'number' };

/** A price as a number or a text, rounded to its currency's decimals, with a hint if that changes it. */
export function priceIn(currency: string): FieldType {
	return {
		...price,
		convert(value, context) {
			const isText = typeof value === 'string';
			const read = isText ? amountIn(value, currency) : number.convert(value, context);
			const amount = read as number;
			if (!isExact(amount)) throw noPrice(value, currency);
			const rounded = Number(amount.toFixed(decimalsOf(currency)));
			// A sum of decimals has an error of this size.
			if (Math.abs(amount - rounded) > Math.abs(amount) * 1e-12) {
				const sent = `${rounded} ${currency}`;
				context.hint?.(valueHint.priceRounded({ value: quote(value), rounded: sent }));
			}
			if (rounded < 0) context.hint?.(valueHint.negativePrice({ value: quote(value) }));
			return rounded;
		},
	};
}

/** An amount with a sign or currency before or after it. */
const parts = /^([-+\u2212]?) ?([^\d+\u2212-]*?) ?([-+\u2212]?)([.,]?\d[\d.,' ]*)([^]*)$/;

function amountIn(written: string, currency: string): number {
	const text = written.replace(/\s+/g, ' ').replaceAll('’', "'").trim();
	const [, sign = '', before = '', inner = '', digits = '', after = ''] = parts.exec(text) ?? [];
	// “12.-” has no cents.
	const unit = /[.,]$/.test(digits) ? after.replace(/^[-\u2013\u2014]+/, '') : after;
	const words = [before, unit].map(plain).filter(Boolean);
	const isOther = words.some((word) => !wordsFor(currency).includes(word));
	const amount = amountOf(digits.replace(/(?<![., ])[., ]+$/, ''), currency);
	if (amount === undefined || isOther || words.length > 1 || (sign && inner)) {
		throw noPrice(written, currency);
	}
	return /[-\u2212]/.test(sign + inner) ? -amount : amount;
}

/** Groups of three digits, or as in India (12,34,567). */
const thousands = /^(?:[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*|[1-9]\d?(,\d\d)+,\d{3})$/;

/** Undefined if it isn't an amount. @throws InputError for `1.234`: a thousand, or three decimals */
function amountOf(digits: string, currency: string): number | undefined {
	const places = decimalsOf(currency);
	// A number that was calculated and became a text: 0.30000000000000004.
	if (/^\d+(?:\.\d{4,})?$|^0\.\d+$/.test(digits)) return Number(digits);
	const [, whole = digits, point = '', cents = ''] = /^(.*)([.,])(\d{1,3})$/.exec(digits) ?? [];
	const isCents = cents.length < 3 || (places === 3 && point === '.');
	const isPlain = /^\d*$/.test(whole);
	if (point && isCents && (isPlain || (thousands.test(whole) && !whole.includes(point)))) {
		return Number(`${whole.replace(/\D/g, '')}.${cents}`);
	}
	if (point && isPlain && places > 0) throw ambiguous(digits, currency);
	return thousands.test(digits) ? Number(digits.replace(/\D/g, '')) : undefined;
}

/** @param digits with one separator and three digits after it */
function ambiguous(digits: string, currency: string): InputError {
	const [thousands, decimals] = [digits.replace(/[.,]/, ''), digits.replace(',', '.')];
	const amounts = [thousands, decimals].map((one) => Number(one).toFixed(decimalsOf(currency)));
	const ways = amounts.join(' or ');
	return new InputError(
		wrongValue.ambiguousPrice({ value: quote(digits), thousands, decimals, ways }),
	);
}

function noPrice(written: unknown, currency: string): InputError {
	const example = (228.4).toFixed(decimalsOf(currency));
	return wrongFormat(written, `a price in ${currency}`, example);
}
