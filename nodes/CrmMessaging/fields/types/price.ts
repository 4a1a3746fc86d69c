import { valueHint, wrongValue } from '../../catalogue/values';
import { cached } from '../cached';
import type { FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { text, toText } from './text';
import { number, isExact } from './number';

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

/** A name or sign's currency; undefined if it may be several, such as `$`. */
function currencyOf(sign: string): string | undefined {
	// Few ASCII letters have other meanings too: C$ is a dollar in Canada.
	if (/^[ -~]*$/.test(sign) && !/^[a-z]{4}[a-z ]*$/i.test(sign)) return undefined;
	// Several currencies use this sign, but people mean one of them.
	if (sign === '£') return 'GBP';
	const codes = [...currencies].filter((code) => wordsFor(code).includes(plain(sign)));
	return codes.length === 1 ? codes[0] : undefined;
}

/** Whether a word may mean a currency: its code, name or sign. `$` can be any dollar or peso. */
function canStandFor(word: string, code: string): boolean {
	const unit = plain(word);
	const [letters = ''] = /^[a-z]*/.exec(unit) ?? [];
	const sign = unit.slice(letters.length);
	// US$, C$: a country before a shared sign.
	const isOfCountry = letters !== '' && code.toLowerCase().startsWith(letters);
	return wordsFor(code).some(
		(known) =>
			known === unit ||
			(/\p{Sc}$/u.test(known) && known.endsWith(isOfCountry && sign ? sign : unit)),
	);
}

/** Currency signs unknown to Intl, in the form that `plain` produces. */
const furtherSigns = new Map([
	['CHF', ['fr', 'sfr']],
	['INR', ['rs']],
]);

/** A currency's code, signs and name, in the form that `plain` produces. */
const wordsFor = cached((code): string[] => {
	const shown = (['narrowSymbol', 'symbol', 'name'] as const).flatMap((currencyDisplay) => {
		const style = { style: 'currency', currency: code, maximumFractionDigits: 0 } as const;
		const format = new Intl.NumberFormat('en', { ...style, currencyDisplay });
		const parts = [1, 2].flatMap((count) => format.formatToParts(count));
		return parts.filter(({ type }) => type === 'currency').map(({ value }) => value);
	});
	return [code, ...shown].map(plain).concat(furtherSigns.get(code) ?? []);
});

function plain(word: string): string {
	return word.toLowerCase().replace('\uFFE5', '¥').replace(/\.$/, '').trim();
}

/** An ISO 4217 currency code in any case, or an unambiguous sign such as €. */
export const currency: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. EUR' },
	format: 'ISO 4217, for example EUR',
	convert(value) {
		const written = toText(value).trim();
		const code = written.toUpperCase();
		const found = currencies.has(code) ? code : currencyOf(written);
		if (found !== undefined) return found;
		throw wrongFormat(value, 'an ISO 4217 currency code', 'EUR');
	},
};

/** A price in the form; `priceIn` reads it once its currency is known. */
export const price: FieldType = { ...number, format: 'number, or a text such as 1.234,50 €' };

/**
 * A price as people write it, rounded to the currency's decimals, with a hint if that changes it.
 */
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

function amountIn(written: string, currency: string): number {
	const text = written.replace(/\s+/g, ' ').replaceAll('’', "'").trim();
	const start = text.search(/\d/);
	const [digits = ''] = /^\d(?:[.,' ]?\d)*/.exec(text.slice(start)) ?? [];
	const before = text.slice(0, Math.max(start, 0));
	const [, sign = '', word = '', innerSign = '', point = ''] =
		/^([-+−]?) ?(.*?) ?([-+−]?) ?([.,]?)$/.exec(before) ?? [];
	// “12.-” has no cents; a lone minus after an amount would mean a negative one.
	const after = text.slice(start + digits.length).replace(/^[.,][-–—]*/, '');
	const other = [word, after.trim()].find((unit) => unit && !canStandFor(unit, currency));
	if (other && [...currencies].some((code) => canStandFor(other, code))) {
		throw new InputError(wrongValue.otherCurrency({ value: quote(written), currency }));
	}
	const amount = amountOf(digits, currency);
	// After a word, a point is ambiguous: in “Rs.50”, it may end the word or begin the cents.
	const isUnclear = (sign && innerSign) || (point && (word || /\D/.test(digits)));
	if (other || amount === undefined || isUnclear) throw noPrice(written, currency);
	const size = point ? Number(`0.${digits}`) : amount;
	return /[-−]/.test(sign + innerSign) ? -size : size;
}

/**
 * Undefined if it isn't an amount. Refuses `1.234`: a thousand, or three decimals. If a currency has
 * three, a point begins them.
 */
function amountOf(digits: string, currency: string): number | undefined {
	const hasThree = decimalsOf(currency) === 3 && digits.includes('.');
	if (!hasThree && /^[1-9]\d*[.,]\d{3}$/.test(digits)) throw ambiguous(digits, currency);
	const separators = digits.replace(/\d/g, '');
	const last = separators.at(-1) ?? '';
	const isDecimal = /[.,]/.test(last) && separators.indexOf(last) === separators.length - 1;
	const [whole = '', fraction = ''] = isDecimal ? digits.split(last) : [digits];
	if (!wholeForms.some((form) => form.test(whole))) return undefined;
	return Number(`${whole.replace(/\D/g, '')}.${fraction}`);
}

/** A whole number: plain, in groups of three, or grouped as in India (12,34,567). */
const wholeForms = [/^\d+$/, /^[1-9]\d{0,2}([.,' ])\d{3}(\1\d{3})*$/, /^[1-9]\d?(,\d\d)*,\d{3}$/];

/** @param digits with one separator and three digits after it */
function ambiguous(digits: string, currency: string): InputError {
	const [thousands, decimals] = [digits.replace(/[.,]/, ''), digits.replace(',', '.')];
	const amounts = [thousands, decimals].map((one) => Number(one).toFixed(decimalsOf(currency)));
	return new InputError(
		wrongValue.ambiguousPrice({
			value: quote(digits),
			thousands,
			decimals,
			ways: amounts.join(' or '),
		}),
	);
}

function noPrice(written: unknown, currency: string): InputError {
	const example = (12.5).toFixed(decimalsOf(currency));
	return wrongFormat(written, `a price in ${currency}`, example);
}
