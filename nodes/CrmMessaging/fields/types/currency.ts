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

/** Of a sign that several currencies have, the one that people mean by it. */
const usualCurrencies = new Map([['£', 'GBP']]);

/** The currency that a sign stands for; undefined for one that may be several, such as `$`. */
function currencyOfSign(sign: string): string | undefined {
	// Letters of the alphabet stand for other things as well: C$ is a dollar in Canada.
	if (/^[ -~]*$/.test(sign)) return undefined;
	const codes = [...currencies].filter((code) => signIn(code, 'narrowSymbol') === sign);
	return usualCurrencies.get(sign) ?? (codes.length === 1 ? codes[0] : undefined);
}

/**
 * Whether a word beside a price can stand for a currency: its code, its name, or a sign of it.
 * `$` can be any dollar and peso.
 */
export function canStandFor(word: string, code: string): boolean {
	const given = plain(word);
	const [letters = ''] = /^[a-z]*/.exec(given) ?? [];
	const sign = given.slice(letters.length);
	// US$, C$: the country before a sign that many have.
	const isOfCountry = letters !== '' && code.toLowerCase().startsWith(letters);
	return wordsFor(code).some(
		(known) =>
			known === given ||
			(/\p{Sc}$/u.test(known) && known.endsWith(isOfCountry && sign ? sign : given)),
	);
}

/** Signs that Intl does not know of a currency, as `plain` has them. */
const furtherSigns = new Map([
	['CHF', ['fr', 'sfr']],
	['INR', ['rs']],
]);

/** Whether a word can stand for any currency. */
export function isOfAnyCurrency(word: string): boolean {
	return [...currencies].some((code) => canStandFor(word, code));
}

const words = new Map<string, string[]>();

function wordsFor(code: string): string[] {
	let known = words.get(code);
	if (!known) {
		const signs = [code, signIn(code, 'narrowSymbol'), signIn(code, 'symbol')];
		const names = [signIn(code, 'name', 1), signIn(code, 'name', 2)];
		known = [...signs, ...names].map(plain).concat(furtherSigns.get(code) ?? []);
		words.set(code, known);
	}
	return known;
}

function plain(word: string): string {
	return word.toLowerCase().replace('\uFFE5', '¥').replace(/\.$/, '').trim();
}

function signIn(
	currency: string,
	currencyDisplay: Intl.NumberFormatOptionsCurrencyDisplay,
	count = 2,
): string {
	const format = new Intl.NumberFormat('en', {
		...{ style: 'currency', currency, currencyDisplay },
		maximumFractionDigits: 0,
	});
	const part = format.formatToParts(count).find(({ type }) => type === 'currency');
	return part?.value ?? currency;
}

/** An ISO 4217 currency code, in any case, or a sign such as € that stands for one currency. */
export const currency: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. EUR' },
	format: 'ISO 4217, for example EUR',
	convert(value) {
		const given = toText(value).trim();
		const code = given.toUpperCase();
		const found = currencies.has(code) ? code : currencyOfSign(given);
		if (found !== undefined) return found;
		throw new InputError(
			`${shown(value)} is not an ISO 4217 currency code; write it such as “EUR”`,
		);
	},
};
