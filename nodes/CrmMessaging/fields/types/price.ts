import { valueHint } from '../../catalogue/values';
import type { FieldType } from '../field';
import { quote, wrongFormat } from '../inputError';
import { isExact, number } from './number';
import { text, toText } from './text';

/** ISO 4217's currencies. Intl omits some new ones. */
const currencies = new Set([...Intl.supportedValuesOf('currency'), 'SLE', 'VED', 'XCG', 'ZWG']);

/** ISO 4217's currencies without exactly two decimals. Intl has CLDR's rounding instead. */
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(
	' ',
);
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

export function decimalsOf(code: string): number {
	if (withoutDecimals.includes(code)) return 0;
	return withThreeDecimals.includes(code) ? 3 : 2;
}

/** An ISO 4217 currency code in any case. */
export const currency: FieldType = {
	...text,
	example: 'EUR',
	format: 'ISO 4217',
	convert(value) {
		const code = toText(value).trim().toUpperCase();
		if (currencies.has(code)) return code;
		throw wrongFormat(value, 'an ISO 4217 currency code', 'EUR');
	},
};

/** A price in the form; `priceIn` reads it once its currency is known. */
export const price: FieldType = { ...number, example: '228.40' };

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
				context.listInHint?.(valueHint.pricesRounded, `${quote(value)} to ${sent}`);
			}
			return rounded;
		},
	};
}

/** Digits, perhaps in groups of thousands (in India: 12,34,567), and decimals. */
const amountParts = /^(-? ?)(\d*|[1-9]\d{0,2}([.,' ])(?:\d{2,3}\3)*\d{3})(?:([.,])(\d+))?$/;

/** Undefined if it isn't an amount of the currency, or if one country reads it otherwise. */
function amountIn(written: string, currency: string): number | undefined {
	const plain = written.replace(/\s+/g, ' ').replaceAll('’', "'").replace('\u2212', '-');
	const amount = withoutCurrency(plain.trim().toLowerCase(), currency);
	const [, minus = '', digits = '', group, point, cents = ''] = amountParts.exec(amount) ?? [];
	const places = decimalsOf(currency);
	const isGroup = /^[1-9]\d{0,2}$/.test(digits);
	const isThousands = places === 0 && isGroup && cents.length === 3;
	const isCalculated = !group && cents.length > 3;
	const isDecimal =
		cents.length <= 2 || (point === '.' && (isCalculated || cents.length === places));
	const isUnclear = group && (cents ? group === point : places > 0);
	if (!(digits + cents) || isUnclear || !(isDecimal || isThousands)) return undefined;
	const whole = digits.replace(/\D/g, '');
	const size = Number(isThousands ? whole + cents : `${whole}.${cents}`);
	return minus.trim() ? -size : size;
}

function withoutCurrency(text: string, currency: string): string {
	const signOf = (currencyDisplay: 'symbol' | 'narrowSymbol'): string => {
		const style = { style: 'currency', currency, currencyDisplay } as const;
		const parts = new Intl.NumberFormat('en', style).formatToParts(1);
		const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
		// `F CFA` has a blank that doesn't break.
		return sign.replace(/\s/g, ' ');
	};
	const narrow = signOf('narrowSymbol');
	const signs = [currency, signOf('symbol'), narrow, currency.slice(0, 2) + narrow];
	const digits = text.replace('-', '');
	const sign = signs
		.map((one) => one.toLowerCase())
		.find((one) => digits.startsWith(one) || digits.endsWith(one));
	return text.replace(sign ?? '', '').trim();
}
