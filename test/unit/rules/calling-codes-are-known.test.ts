import fc from 'fast-check';
import { callingCodeTable, callingCodeIn } from '../../../nodes/CrmMessaging/fields/callingCodes';
import { callingCode, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { exampleNumbers, plans, trunkOf, validNumber } from './numbering-plans';
import { converted, forMany, itRefuses, notA, refusalOf } from './rule';

/** Reads `7,9-10`. */
function lengthsIn(ranges: string): number[] {
	return ranges.split(',').flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}

describe('the table of calling codes', () => {
	it('has every code of libphonenumber, with the lengths of its numbers', () => {
		const ranges = callingCodeTable.map(([, code, , any = '', mobile = '']) => ({
			code,
			any: lengthsIn(any),
			mobile: lengthsIn(mobile === '-' ? any : mobile),
		}));
		expect(ranges).toHaveLength(plans.length);
		expect(ranges).toEqual(expect.arrayContaining(plans));
	});

	it('has the trunk prefix of every country, which is dropped after its code', () => {
		for (const {
			countryCallingCode: code,
			country,
			nationalNumber,
			number,
		} of exampleNumbers) {
			const trunk = trunkOf(country!);
			if (!trunk || country === 'AR') continue;
			expect(converted(phone, `+${code} ${trunk} ${nationalNumber}`)).toBe(number);
			expect(converted(phone, `00${code} (${trunk})${nationalNumber}`)).toBe(number);
		}
	});

	it('has the prefixes of all mobile numbers', () => {
		forMany(2000, validNumber, ({ number, code, isMobile }) => {
			if (!isMobile || number === '+2908') return;
			const start = callingCodeIn(code)!.mobileStart;
			expect(number.slice(1 + code.length)).toMatch(start);
		});
	});
});

describe('a calling code', () => {
	it('is accepted for every country, also as a number, and gets a plus sign', () => {
		for (const { countryCallingCode: code } of exampleNumbers) {
			for (const value of [`+${code}`, ` ${code}`, `00${code}`, Number(code)]) {
				expect(converted(callingCode, value)).toBe(`+${code}`);
			}
		}
	});

	it('is the code of a country, or a shared code with an area code', () => {
		const codes = new Set(plans.map(({ code }) => code));
		const texts = fc.string({ unit: fc.constantFrom(...'+0123456789 a-'), maxLength: 7 });
		forMany(500, texts, (text) => {
			const digits = text.replace(/[ -]/g, '').replace(/^(\+|00)/, '');
			const isOne = codes.has(digits) || /^[17]\d{1,3}$/.test(digits);
			expect(refusalOf(callingCode, text) === undefined).toBe(isOne);
		});
	});

	it.each(['+1-684', '+1 (684)', '001684'])('may include an area code: %s is +1684', (value) => {
		expect(converted(callingCode, value)).toBe('+1684');
	});

	const others = ['0', '034', '+034', 'ES', '+', '+34600', '++34'];
	itRefuses(callingCode, others, notA('the country code of a phone number', '+34'));
});
