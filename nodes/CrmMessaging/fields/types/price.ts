import { valueHint } from '../../catalogue/values';
import { cached } from '../cached';
import type { FieldType } from '../field';
import { quote, wrongFormat } from '../inputError';
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

/** A currency's code and signs in lower case, the longest first: `us$`, `usd`, `$`. */
const signsOf = cached((code: string): string[] => {
	const signOf = (currencyDisplay: 'symbol' | 'narrowSymbol'): string => {
		const style = { style: 'currency', currency: code, currencyDisplay } as const;
		const all = new Intl.NumberFormat('en', style).formatToParts(1);
		return all.find(({ type }) => type === 'currency')?.value ?? code;
	};
	const narrow = signOf('narrowSymbol');
	const all = [code, signOf('symbol'), narrow, code.slice(0, 2) + narrow];
	return all.map((sign) => sign.toLowerCase()).sort((one, other) => other.length - one.length);
});

/** An ISO 4217 currency code in any case, or a sign that only one currency has, such as `€`. */
export const currency: FieldType = {
	...text,
	example: 'EUR',
	format: 'ISO 4217',
	convert(value) {
		const written = toText(value).trim();
		const code = written.toUpperCase();
		if (currencies.has(code)) return code;
		// A short word has other meanings too: C$ is a dollar in Canada.
		const isClear = /[^ -~]/.test(written);
		const codes = [...currencies].filter((one) => signsOf(one).includes(written.toLowerCase()));
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
			const amount = isText ? amountIn(value, currency) : number.convert(value, context);
			if (typeof amount !== 'number' || !isExact(amount)) {
				const example = (228.4).toFixed(decimalsOf(currency));
				throw wrongFormat(value, `a price in ${currency}`, example);
			}
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

/** Digits, perhaps in groups of thousands (in India: 12,34,567), and decimals. */
const parts = /^(\d*|[1-9]\d{0,2}([.,' ])(?:\d{2,3}\2)*\d{3})(?:([.,])(\d+))?$/;

const signed = /^([-\u2212]?) ?(.*)$/;

/** Undefined if it isn't an amount of the currency, or if one country reads it otherwise. */
function amountIn(written: string, currency: string): number | undefined {
	const text = written.replace(/\s+/g, ' ').replaceAll('’', "'").trim();
	const [, outer, rest = ''] = signed.exec(text) ?? [];
	const [, inner, digits = ''] = signed.exec(withoutCurrency(rest, currency)) ?? [];
	const [, grouped = '', group, point, cents = ''] = parts.exec(digits) ?? [];
	if ((outer && inner) || !(grouped + cents) || (group && group === point)) return undefined;
	const whole = grouped.replace(/\D/g, '');
	const places = decimalsOf(currency);
	const isCalculated = !group && cents.length > 3;
	const isDecimal = point === '.' && (isCalculated || cents.length === places);
	const isThousand = places === 0 && cents.length === 3 && !group;
	if (group && !cents && places > 0) return undefined;
	if (cents.length > 2 && !isDecimal && !isThousand) return undefined;
	const amount = Number(isThousand ? whole + cents : `${whole}.${cents}`);
	return outer || inner ? -amount : amount;
}

/** A text without its currency's code or sign at one end. */
function withoutCurrency(text: string, currency: string): string {
	const lower = text.toLowerCase();
	for (const sign of signsOf(currency)) {
		if (lower.startsWith(sign)) return text.slice(sign.length).trimStart();
		if (lower.endsWith(sign)) return text.slice(0, -sign.length).trimEnd();
	}
	return text;
}
