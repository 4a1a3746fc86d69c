import { Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { cached } from './cached';

/** A country's plan has more than the library declares. */
interface CountryPlan {
	possibleLengths(): number[];
	type(
		name: 'MOBILE',
	): (Pick<CountryPlan, 'possibleLengths'> & { pattern(): string }) | undefined;
}

/** E.164 has no more digits, with the code. */
export const mostDigits = 15;

/** The calling code at the start of digits. No code is the start of another. */
export function callingCodeOf(digits: string): string | undefined {
	const { country_calling_codes: codes, nonGeographic } = metadata;
	const starts = [1, 2, 3].map((length) => digits.slice(0, length));
	return starts.find((code) => Object.hasOwn(codes, code) || Object.hasOwn(nonGeographic, code));
}

/** How many digits a mobile number may have after its calling code, ascending. */
export const mobileLengths = cached((code: string): number[] => {
	const places = metadata.country_calling_codes[code] ?? [code];
	const lengths = new Set(places.flatMap(mobileLengthsIn));
	return [...lengths]
		.filter((length) => code.length + length <= mostDigits)
		.sort((one, other) => one - other);
});

function mobileLengthsIn(place: string): number[] {
	const plan = numberingPlanOf(place);
	return (plan.type('MOBILE') ?? plan).possibleLengths();
}

function numberingPlanOf(place: string): CountryPlan {
	const all = new Metadata(metadata);
	all.selectNumberingPlan(place as never);
	return all.numberingPlan as unknown as CountryPlan;
}

/** The mobile numbers in use of a calling code, without that code. */
const mobilesOf = cached((code: string): RegExp => {
	const places = metadata.country_calling_codes[code] ?? [code];
	const patterns = places.flatMap(
		(place) => numberingPlanOf(place).type('MOBILE')?.pattern() ?? [],
	);
	return new RegExp(patterns.length > 0 ? `^(?:${patterns.join('|')})$` : '^(?!)');
});

/** Whether a text is a mobile number in use in E.164, as most are: then nothing is to be parsed. */
export function isMobileInUse(written: string): boolean {
	if (!/^\+\d{7,15}$/.test(written)) return false;
	const code = callingCodeOf(written.slice(1));
	return code !== undefined && mobilesOf(code).test(written.slice(1 + code.length));
}
