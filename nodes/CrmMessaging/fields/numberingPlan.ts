import { Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { cached } from './cached';

/** A country's plan has more than the library declares. */
interface CountryPlan {
	possibleLengths(): number[];
	nationalNumberPattern(): string;
	type(
		name: NumberType,
	): (Pick<CountryPlan, 'possibleLengths'> & { pattern(): string }) | undefined;
}

type NumberType = 'MOBILE' | 'FIXED_LINE';

/** Whether it must be able to receive SMS. */
export type NumberKind = 'mobile' | 'any';

/** E.164 has no more digits, with the code. */
export const mostDigits = 15;

/** The calling code at the start of digits. No code is the start of another. */
export function callingCodeOf(digits: string): string | undefined {
	return callingCodePattern.exec(digits)?.[0];
}

const { country_calling_codes: countryCodes, nonGeographic } = metadata;
const callingCodePattern = new RegExp(
	`^(?:${[...Object.keys(countryCodes), ...Object.keys(nonGeographic)].join('|')})`,
);

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

/** A pattern of the numbers in use of a calling code, without that code. */
function numbersInUse(code: string, types: readonly NumberType[]): RegExp {
	const places = metadata.country_calling_codes[code] ?? [code];
	const patterns = places.map((place) => {
		const plan = numberingPlanOf(place);
		const ofTypes = types.flatMap((type) => plan.type(type)?.pattern() ?? []);
		return `(?=(?:${plan.nationalNumberPattern()})$)(?:${ofTypes.join('|') || '(?!)'})`;
	});
	return new RegExp(`^(?:${patterns.join('|')})$`);
}

const inUse: Record<NumberKind, (code: string) => RegExp> = {
	mobile: cached((code) => numbersInUse(code, ['MOBILE'])),
	any: cached((code) => numbersInUse(code, ['MOBILE', 'FIXED_LINE'])),
};

/** Whether a text is a number in use in E.164, as most are: then nothing is to be parsed. */
export function isInUse(written: string, kind: NumberKind): boolean {
	if (!/^\+\d{7,15}$/.test(written)) return false;
	const code = callingCodeOf(written.slice(1));
	return code !== undefined && inUse[kind](code).test(written.slice(1 + code.length));
}
