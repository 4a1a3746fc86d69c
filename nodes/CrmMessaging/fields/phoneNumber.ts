/** What is written between the digits of a phone number. */
const separators = /[\s().\u2010-\u2015-]/g;

/** The prefix of calls within a country, where it is not a single 0; the code goes in its place. */
const trunkPrefixes: Record<string, RegExp> = {
	'+1': /^1/,
	'+7': /^8(?=\d{10}$)/,
	'+36': /^06/,
	'+375': /^80?(?=\d{9}$)/,
	'+993': /^8(?=\d{8}$)/,
};

/** Countries whose numbers keep their 0 after the code. */
const keepZero = new Set(['+39', '+225', '+226', '+227', '+229', '+241', '+242', '+378']);

/** Digits from which on a number that begins with the country's code holds it; others are shorter. */
const withCode = 11;

/** Digits that any subscriber's number has. */
const shortest = 4;

/** The digits of a phone number, as they are written, behind a `+` where there is one or 00. */
export function phoneDigits(written: string): string {
	const isInternational = /^[\s(]*(\+|00)/.test(written);
	// As in +44 (0)20…: it is dialled only within the country.
	const dialled = isInternational ? written.replace(/\(\s*0\s*\)/, '') : written;
	return dialled.replace(separators, '').replace(/^00/, '+');
}

/**
 * A number without a country's code, with it.
 *
 * @param digits as dialled within the country, or the whole number without its `+`
 * @param countryCode such as `+34`
 * @returns undefined where it is no number
 */
export function withCountryCode(digits: string, countryCode: string): string | undefined {
	if (!/^\d+$/.test(digits) || digits.length < shortest) return undefined;
	if (digits.startsWith(countryCode.slice(1)) && digits.length >= withCode) return `+${digits}`;
	if (keepZero.has(countryCode)) return countryCode + digits;
	return countryCode + digits.replace(trunkPrefixes[countryCode] ?? /^0/, '');
}
