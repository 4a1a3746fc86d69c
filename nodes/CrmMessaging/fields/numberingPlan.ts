import { Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { cached } from './cached';

/** A country's plan has more than the library declares. */
interface CountryPlan {
	possibleLengths(): number[];
	/** Dialed only within the country. */
	nationalPrefix(): string | 0 | undefined;
	/** The pattern of such prefixes, as the library reads them. */
	nationalPrefixForParsing(): string | 0 | undefined;
	types(): Array<[pattern: string] | 0 | undefined>;
	/** Its pattern is empty if mobiles have that of landlines. */
	type(
		name: 'FIXED_LINE' | 'MOBILE',
	): { pattern(): string; possibleLengths(): number[] } | undefined;
}

/** As many first digits as show whether a number is a mobile. */
const beginning = 3;
/** E.164 has no more digits, with the code. */
const mostDigits = 15;

/** Prefixes that are still written, although the library has dropped them: Mexico’s, until 2019. */
const formerPrefixes: Record<string, RegExp> = { 52: /^(?:0[12]|04[45]|1)(?=\d{10}$)/ };
/** A pattern that matches nothing. */
const never = '(?!)';

/** The numbers of a calling code, in all countries that share it, as libphonenumber knows them. */
export class NumberingPlan {
	/** How many digits follow the code; for mobiles, those of any number if the code has none. */
	readonly lengths: { any: readonly number[]; mobile: readonly number[] };
	/** Numbers with + and code, since most are checked as they came. */
	private readonly inUse: RegExp;
	private readonly mobile: RegExp;
	private readonly nationalPrefix: string;
	private readonly anyPrefix: RegExp;
	private readonly mobilesBeginWith = cached((start) => this.haveStart('mobile', start));
	private readonly numbersBeginWith = cached((start) => this.haveStart('any', start));

	constructor(readonly code: string) {
		const countries = (metadata.country_calling_codes[code] ?? [code]).map(countryPlan);
		const mobiles = countries.map((plan) => plan.type('MOBILE') ?? plan);
		this.lengths = { any: lengthsOf(code, countries), mobile: lengthsOf(code, mobiles) };
		const [main] = countries;
		this.nationalPrefix = main?.nationalPrefix() || '';
		this.anyPrefix = new RegExp(`^(?:${main?.nationalPrefixForParsing() || never})`);
		this.inUse = anyOf(
			countries.flatMap((plan) => plan.types().map((type) => type && type[0])),
			`\\+${code}`,
		);
		this.mobile = anyOf(
			countries.map(
				(plan) => plan.type('MOBILE')?.pattern() || plan.type('FIXED_LINE')?.pattern(),
			),
		);
	}

	/** Whether a country assigns a number of this code, in E.164, with a length of its kind. */
	assigns(number: string, kind: keyof NumberingPlan['lengths']): boolean {
		const length = number.length - 1 - this.code.length;
		return this.lengths[kind].includes(length) && this.inUse.test(number);
	}

	/** Whether a country assigns the digits after the code to its numbers. */
	isInUse(national: string): boolean {
		return this.inUse.test(`+${this.code}${national}`);
	}

	/** Whether digits after the code are those of a mobile number, the kind most people have. */
	isMobile(national: string): boolean {
		const { mobile } = this.lengths;
		if (!mobile.includes(national.length)) return false;
		// If all have the same length, some have unlisted first digits.
		return mobile.length === 1 || this.beginsAsMobile(national);
	}

	/** Whether a number is a mobile, or there are mobiles with its first digits. */
	beginsAsMobile(national: string): boolean {
		if (this.mobile.test(national)) return true;
		return this.mobilesBeginWith(national.slice(0, beginning));
	}

	/** Whether there are numbers that begin with 0, which is no prefix then. */
	get hasZero(): boolean {
		return this.numbersBeginWith('0');
	}

	/** Digits after the code without a prefix that is dialed only within the country. */
	withoutTrunk(national: string): string {
		const former = formerPrefixes[this.code];
		const written = former ? national.replace(former, '') : national;
		if (!this.anyPrefix.test(written)) return written;
		const parsed = parsePhoneNumberFromString(`+${this.code}${written}`, metadata);
		const digits = parsed?.nationalNumber ?? written;
		// The library may take a digit after the prefix for a carrier's code.
		const rest = digits.slice(this.nationalPrefix.length);
		if (!digits.startsWith(this.nationalPrefix) || this.isInUse(digits)) return digits;
		return this.isInUse(rest) || !this.numbersBeginWith(this.nationalPrefix) ? rest : digits;
	}

	private haveStart(kind: keyof NumberingPlan['lengths'], start: string): boolean {
		const isOfKind = (national: string) =>
			kind === 'mobile' ? this.mobile.test(national) : this.isInUse(national);
		return this.lengths[kind].some((length) =>
			[...'0123456789'].some((digit) => isOfKind(start.padEnd(length, digit))),
		);
	}
}

function lengthsOf(
	code: string,
	plans: ReadonlyArray<Pick<CountryPlan, 'possibleLengths'>>,
): number[] {
	const lengths = new Set(plans.flatMap((plan) => plan.possibleLengths()));
	return [...lengths]
		.filter((length) => code.length + length <= mostDigits)
		.sort((one, other) => one - other);
}

function countryPlan(place: string): CountryPlan {
	const all = new Metadata(metadata);
	all.selectNumberingPlan(place as never);
	return all.numberingPlan as unknown as CountryPlan;
}

function anyOf(patterns: Array<string | 0 | undefined>, before = ''): RegExp {
	return new RegExp(`^${before}(?:${patterns.filter(Boolean).join('|') || never})$`);
}

const planOfCode = cached((code) => new NumberingPlan(code));

function isCode(text: string): boolean {
	const { country_calling_codes: codes, nonGeographic } = metadata;
	return Object.hasOwn(codes, text) || Object.hasOwn(nonGeographic, text);
}

/** Most numbers of a run have the code of the one before. */
let lastPlan: NumberingPlan | undefined;

/** The plan of the calling code at a place in digits. No code is the start of another. */
export function numberingPlanOf(digits: string, at = 0): NumberingPlan | undefined {
	if (lastPlan && digits.startsWith(lastPlan.code, at)) return lastPlan;
	for (let length = 1; length <= 3; length++) {
		const code = digits.slice(at, at + length);
		if (isCode(code)) return (lastPlan = planOfCode(code));
	}
	return undefined;
}
