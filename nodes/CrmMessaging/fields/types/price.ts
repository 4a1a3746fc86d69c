import { valueHint } from '../../catalogue/hints';
import { wrongValue } from '../../catalogue/values';
import type { FieldType } from '../field';
import { InputError, quote } from '../inputError';
import { text, toText } from './text';
import { number, isExact } from './number';

/** Funds, metals, new currencies and the codes for tests and for none of ISO 4217, which Intl leaves out. */
const uncommonCurrencies =
	'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XBA XBB XBC XBD XCG XDR XPD XPT XSU XTS XUA XXX ZWG';
const currencies = new Set([
	...Intl.supportedValuesOf('currency'),
	...uncommonCurrencies.split(' '),
]);

/** Currencies whose prices have other than two decimals (ISO 4217); Intl knows what CLDR rounds to. */
const decimals = new Map(
	[
		{ count: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
		{ count: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
		{ count: 4, codes: 'CLF UYW' },
	].flatMap(({ count, codes }) => codes.split(' ').map((code) => [code, count] as const)),
);

/** How many decimals a price in a currency has. */
export function decimalsOf(code: string): number {
	return decimals.get(code) ?? 2;
}

/** The currency that a sign stands for; undefined for one that may be several, such as `$`. */
function currencyOfSign(sign: string): string | undefined {
	// Letters of the alphabet stand for other things as well: C$ is a dollar in Canada.
	if (/^[ -~]*$/.test(sign)) return undefined;
	// Several currencies have this one, and people mean one of them.
	if (sign === '£') return 'GBP';
	const codes = [...currencies].filter((code) => wordsFor(code).includes(plain(sign)));
	return codes.length === 1 ? codes[0] : undefined;
}

/**
 * Whether a word next to a price can stand for a currency: its code, its name, or a sign of it.
 * `$` can be any dollar and peso.
 */
function canStandFor(word: string, code: string): boolean {
	const unit = plain(word);
	const [letters = ''] = /^[a-z]*/.exec(unit) ?? [];
	const sign = unit.slice(letters.length);
	// US$, C$: the country before a sign that several have.
	const isOfCountry = letters !== '' && code.toLowerCase().startsWith(letters);
	return wordsFor(code).some(
		(known) =>
			known === unit ||
			(/\p{Sc}$/u.test(known) && known.endsWith(isOfCountry && sign ? sign : unit)),
	);
}

/** Signs that Intl does not know of a currency, as `plain` has them. */
const furtherSigns = new Map([
	['CHF', ['fr', 'sfr']],
	['INR', ['rs']],
]);

const words = new Map<string, string[]>();

/** How a currency is written next to an amount: its code, its signs and its name, as `plain` has them. */
function wordsFor(code: string): string[] {
	const known = words.get(code);
	if (known) return known;
	const shown = (['narrowSymbol', 'symbol', 'name'] as const).flatMap((currencyDisplay) => {
		const style = { style: 'currency', currency: code, maximumFractionDigits: 0 } as const;
		const format = new Intl.NumberFormat('en', { ...style, currencyDisplay });
		const parts = [1, 2].flatMap((count) => format.formatToParts(count));
		return parts.filter(({ type }) => type === 'currency').map(({ value }) => value);
	});
	const found = [code, ...shown].map(plain).concat(furtherSigns.get(code) ?? []);
	words.set(code, found);
	return found;
}

function plain(word: string): string {
	return word.toLowerCase().replace('\uFFE5', '¥').replace(/\.$/, '').trim();
}

/** An ISO 4217 currency code, in any case, or a sign such as € that stands for one currency. */
export const currency: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. EUR' },
	format: 'ISO 4217, for example EUR',
	convert(value) {
		const written = toText(value).trim();
		const code = written.toUpperCase();
		const found = currencies.has(code) ? code : currencyOfSign(written);
		if (found !== undefined) return found;
		throw new InputError(
			wrongValue.wrongFormat(quote(value), 'an ISO 4217 currency code', 'EUR'),
		);
	},
};

/** A price as the form asks for it; `priceIn` reads it once its currency is known. */
export const price: FieldType = { ...number, format: 'number, or a text such as 1.234,50 €' };

/**
 * A price in a currency: a number, or a text as people write prices. It gets the decimals of the
 * currency, with a hint where that changes it.
 *
 * @param currency ISO 4217 code
 */
export function priceIn(currency: string): FieldType {
	return {
		...price,
		convert(value, context) {
			const isText = typeof value === 'string';
			const read = isText ? amountIn(value, currency) : number.convert(value, context);
			const amount = read as number;
			if (!isExact(amount)) throw noPrice(value, currency);
			const count = decimalsOf(currency);
			const rounded = Number(amount.toFixed(count));
			if (!hasDecimals(amount, count)) {
				if (count < 3 && hasDecimals(amount, 3) && !hasDecimals(amount, 2)) {
					throw ambiguous(value, amount, currency);
				}
				context.hint?.(valueHint.priceRounded(quote(value), `${rounded} ${currency}`));
			}
			if (rounded < 0) {
				context.hint?.(valueHint.negativePrice(quote(value)));
			}
			return rounded;
		},
	};
}

/** Reads an amount as people write it, with the currency before or after it. */
function amountIn(written: string, currency: string): number {
	const text = written.replace(/\s+/g, ' ').replaceAll('’', "'").trim();
	const start = text.search(/\d/);
	const [digits = ''] = /^\d(?:[.,' ]?\d)*/.exec(text.slice(start)) ?? [];
	const before = text.slice(0, Math.max(start, 0));
	const [, sign = '', word = '', innerSign = '', point = ''] =
		/^([-+−]?) ?(.*?) ?([-+−]?) ?([.,]?)$/.exec(before) ?? [];
	// “12.-” has no cents; a minus alone after an amount would mean less than nothing.
	const after = text.slice(start + digits.length).replace(/^[.,][-–—]*/, '');
	const other = [word, after.trim()].find((unit) => unit && !canStandFor(unit, currency));
	if (other) throw wrongUnit(other, written, currency);
	const amount = amountOf(digits, currency);
	// Before a word, no one knows whether a point ends it or begins the cents: “Rs.50”.
	const isUnclear = (sign && innerSign) || (point && (word || /\D/.test(digits)));
	if (amount === undefined || isUnclear) throw noPrice(written, currency);
	const size = point ? Number(`0.${digits}`) : amount;
	return /[-−]/.test(sign + innerSign) ? -size : size;
}

/** The fault of a word next to an amount that isn't its currency. */
function wrongUnit(word: string, written: string, currency: string): InputError {
	if (![...currencies].some((code) => canStandFor(word, code))) return noPrice(written, currency);
	return new InputError(wrongValue.otherCurrency(quote(written), currency));
}

/** Reads digits and separators; one that may be a thousand or have three decimals is refused. */
function amountOf(digits: string, currency: string): number | undefined {
	if (/^[1-9]\d*[.,]\d{3}$/.test(digits)) {
		throw ambiguous(digits, Number(digits.replace(',', '.')), currency);
	}
	const separators = digits.replace(/\d/g, '');
	const last = separators.at(-1) ?? '';
	const isDecimal = /[.,]/.test(last) && separators.indexOf(last) === separators.length - 1;
	const [whole = '', fraction = ''] = isDecimal ? digits.split(last) : [digits];
	return wholeForms.some((form) => form.test(whole))
		? Number(`${whole.replace(/\D/g, '')}.${fraction}`)
		: undefined;
}

/** A whole number: plain, in groups of three, or as in India, where the others have two. */
const wholeForms = [/^\d+$/, /^[1-9]\d{0,2}([.,' ])\d{3}(\1\d{3})*$/, /^[1-9]\d?(,\d\d)*,\d{3}$/];

/** Whether an amount has at most this number of decimals, except those that a calculation adds. */
function hasDecimals(amount: number, count: number): boolean {
	return Math.abs(amount - Number(amount.toFixed(count))) <= Math.abs(amount) * 1e-12;
}

/** @param amount what it is if its separator begins the decimals */
function ambiguous(written: unknown, amount: number, currency: string): InputError {
	const count = decimalsOf(currency);
	const thousand = Number((amount * 1000).toFixed(0));
	const decimal = amount.toFixed(3);
	const way = count < 3 ? amount.toFixed(count) : `give the number ${decimal}`;
	const ways = `${thousand.toFixed(count)} or ${way}`;
	return new InputError(
		wrongValue.ambiguousPrice(quote(written), String(thousand), decimal, ways),
	);
}

function noPrice(written: unknown, currency: string): InputError {
	const example = (12.5).toFixed(decimalsOf(currency));
	return new InputError(
		wrongValue.wrongFormat(quote(written), `a price in ${currency}`, example),
	);
}
