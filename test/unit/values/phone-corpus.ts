import fc from 'fast-check';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';

type TypePlan = readonly [pattern: string, lengths?: number[]] | 0 | undefined;
type CountryPlan = readonly unknown[];
const plans = metadata.countries as unknown as Record<CountryCode, CountryPlan>;

/** The prefix that is dialed before a number within its country; empty if there is none. */
export const trunkOf = (country: CountryCode) => (plans[country][5] || '') as string;

/** A landline of a country, of the length that most have; always the same one. */
function landlineOf(country: CountryCode): PhoneNumber | undefined {
	const [fixed] = (plans[country][11] ?? []) as TypePlan[];
	const pattern = fixed ? fixed[0] || (plans[country][2] as string) : undefined;
	if (!pattern) return undefined;
	const code = getCountryCallingCode(country);
	const found = fc
		.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { seed: 1, numRuns: 300 })
		.map((national) => parsePhoneNumberFromString(`+${code}${national}`))
		.filter((one) => one?.country === country && one.getType()?.startsWith('FIXED_LINE'));
	const lengths = found.map((one) => one!.number.length);
	const countOf = (length: number) => lengths.filter((other) => other === length).length;
	const usual = Math.max(...lengths.map(countOf));
	return found.find((one) => countOf(one!.number.length) === usual);
}

export interface Sample {
	number: PhoneNumber;
	kind: 'mobile' | 'landline';
}

/** A mobile and a landline of every country that has one. */
export const samples: Sample[] = getCountries().flatMap((country) => {
	const mobile = getExampleNumber(country, examples);
	const landline = landlineOf(country);
	return [
		...(mobile ? [{ number: mobile, kind: 'mobile' as const }] : []),
		...(landline ? [{ number: landline, kind: 'landline' as const }] : []),
	];
});

const noBreak = '\u00a0';
const digitsOf = (text: string) => text.replace(/\D/g, '');

type Written = string | number;
interface Form {
	/** What comes first: a code with its sign, what is dialed within the country, or less. */
	begins: 'whole' | 'dialed' | 'cut';
	write(number: PhoneNumber): Written;
}

/** How people and files write one. Without its code, it needs the default country code. */
export const forms: Record<string, Form> = {
	'in E.164': { begins: 'whole', write: ({ number }) => number },
	'with blanks': { begins: 'whole', write: (number) => number.formatInternational() },
	'with 00': {
		begins: 'whole',
		write: (number) => number.formatInternational().replace('+', '00 '),
	},
	'with + and the trunk prefix in brackets': {
		begins: 'whole',
		write: ({ country, countryCallingCode, nationalNumber }) =>
			`+${countryCallingCode} ${trunkOf(country!) && `(${trunkOf(country!)})`}${nationalNumber}`,
	},
	'as a link': { begins: 'whole', write: (number) => number.getURI() },
	'as a formula': { begins: 'whole', write: ({ number }) => `="${number}"` },
	'in the national format': { begins: 'dialed', write: (number) => number.formatNational() },
	'as digits dialed within the country': {
		begins: 'dialed',
		write: (number) => digitsOf(number.formatNational()),
	},
	'with dots and no-break blanks': {
		begins: 'dialed',
		write: (number) => number.formatNational().replace(/ /g, noBreak).replace(/-/g, '.'),
	},
	'after an apostrophe': { begins: 'dialed', write: (number) => `'${number.formatNational()}` },
	'as the number of a spreadsheet': {
		begins: 'cut',
		write: ({ nationalNumber }) => Number(nationalNumber),
	},
	'with its code, without +': { begins: 'cut', write: ({ number }) => number.slice(1) },
};
