import fc from 'fast-check';
import { getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import { parsePhoneNumberWithError as parsed } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';

/** A mobile number of every country. */
export const exampleNumbers = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number ? [number] : [];
});

/** libphonenumber's numbering plan of a country: in its file, an array. */
type CountryPlan = readonly unknown[];
type TypePlan = readonly [pattern: string, lengths?: number[]];

const countryPlans = Object.entries({
	...(metadata.countries as unknown as Record<string, CountryPlan>),
	...(metadata as unknown as { nonGeographic: Record<string, CountryPlan> }).nonGeographic,
});
const codeOf = (plan: CountryPlan) => plan[0] as string;
const typesOf = (plan: CountryPlan) => (plan[11] ?? []) as Array<TypePlan | 0 | undefined>;

/** The prefix that is dialled before a number within the country. */
export function trunkOf(country: string): string | undefined {
	const plan = countryPlans.find(([name]) => name === country)?.[1];
	return (plan?.[5] || undefined) as string | undefined;
}

/** The possible numbers of each calling code, in all countries that share it. */
export const plans = [...new Set(countryPlans.map(([, plan]) => codeOf(plan)))].map((code) => {
	const own = countryPlans.filter(([, plan]) => codeOf(plan) === code);
	const lengths = (of: (plan: CountryPlan) => number[]) =>
		[...new Set(own.flatMap(([, plan]) => of(plan)))]
			.filter((length) => code.length + length <= 15)
			.sort((one, other) => one - other);
	const any = lengths((plan) => plan[3] as number[]);
	const mobile = lengths((plan) => {
		const [, type] = typesOf(plan);
		// It has no mobile pattern for Tristan da Cunha, and counts every number as mobile.
		const isOne = Boolean(type) || codeOf(plan) === '290';
		return isOne ? ((type ? type[1] : undefined) ?? (plan[3] as number[])) : [];
	});
	return { code, any, mobile: mobile.length > 0 ? mobile : any };
});

/** Any number that libphonenumber calls valid, of any type and country. */
export const validNumber = fc
	.constantFrom(
		...countryPlans.flatMap(([, plan]) =>
			typesOf(plan).flatMap((type) => {
				if (!type) return [];
				return [[codeOf(plan), type[0] || (plan[2] as string)] as const];
			}),
		),
	)
	.chain(([code, pattern]) =>
		fc
			.stringMatching(new RegExp(`^(?:${pattern})$`))
			.map((national) => ({ code, number: `+${code}${national}` })),
	)
	.filter(({ number }) => number.length <= 16 && isValidPhoneNumber(number))
	// It rewrites a few valid numbers.
	.filter(({ number }) => parsed(number).number === number)
	.map(({ code, number }) => ({
		code,
		number,
		isMobile: /MOBILE/.test(parsed(number).getType() ?? ''),
	}));
