import { callingCodeTable } from './callingCodeTable';

/** A country's calling code, and what the digits after it may be. */
export interface CallingCode {
	/** Such as `49`. */
	code: string;
	/** What is dialled before a number within the country only. */
	trunk: RegExp | undefined;
	/** Whether a 0 at the beginning always belongs to the number. */
	keepsZero: boolean;
	/** Whether it may, once the trunk prefix is taken off. */
	mayBeginWithZero: boolean;
	/** Whether all numbers but mobiles begin with 0. */
	needsZero: boolean;
	any: Lengths;
	/** Undefined if the code has no mobile numbers. */
	mobile: Lengths | undefined;
	mobileStart: RegExp;
}

/** How many digits a number may have. */
export class Lengths {
	private readonly lengths = new Set<number>();

	/** @param ranges as the table has them: `7,9-10` */
	constructor(private readonly ranges: string) {
		for (const range of ranges.split(',')) {
			const [first = 0, last = first] = range.split('-').map(Number);
			for (let length = first; length <= last; length++) this.lengths.add(length);
		}
	}

	/** Whether digits are as many. */
	fit(digits: string): boolean {
		return this.lengths.has(digits.length);
	}

	get areOne(): boolean {
		return this.lengths.size === 1;
	}

	get longest(): number {
		return Math.max(...this.lengths);
	}

	/** As a sentence says them: `7, 9 to 10`. */
	toString(): string {
		return this.ranges.replaceAll('-', ' to ').replaceAll(',', ', ');
	}
}

const callingCodes = new Map(
	callingCodeTable.map((columns) => {
		const row = readRow(columns);
		return [row.code, row] as const;
	}),
);

/** The calling code that digits begin with; none is the beginning of another. */
export function callingCodeIn(digits: string): CallingCode | undefined {
	return (
		callingCodes.get(digits.slice(0, 1)) ??
		callingCodes.get(digits.slice(0, 2)) ??
		callingCodes.get(digits.slice(0, 3))
	);
}

function readRow([
	,
	code = '',
	trunk = '',
	any = '',
	mobile = '',
	start = '',
]: readonly string[]): CallingCode {
	const keepsZero = trunk === 'kept' || trunk === 'needed';
	return {
		code,
		trunk: keepsZero || trunk === 'none' ? undefined : new RegExp(`^(?:${trunk})`),
		keepsZero,
		// A trunk prefix with exceptions leaves them their 0.
		mayBeginWithZero: keepsZero || trunk.startsWith('0(?!'),
		needsZero: trunk === 'needed',
		any: new Lengths(any),
		mobile: mobile === '-' ? undefined : new Lengths(mobile),
		mobileStart: new RegExp(`^(?:${start})`),
	};
}
