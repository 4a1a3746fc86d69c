import fc from 'fast-check';
import { numberingPlanOf } from '../../../nodes/CrmMessaging/fields/numberingPlan';
import { callingCode, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { exampleNumbers, plans, trunkOf, validNumber } from './numbering-plans';
import { converted, forMany, itRefuses, notA, refusalOf } from './rule';

describe('a numbering plan', () => {
	it('has the lengths of all numbers of its code', () => {
		const lengths = plans.map(({ code }) => ({ code, ...numberingPlanOf(code)!.lengths }));
		expect(lengths).toEqual(plans);
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

	it('knows all mobile numbers by their beginning', () => {
		forMany(2000, validNumber, ({ number, code, isMobile }) => {
			if (!isMobile || number === '+2908') return;
			const national = number.slice(1 + code.length);
			expect([number, numberingPlanOf(code)!.beginsAsMobile(national)]).toEqual([
				number,
				true,
			]);
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
