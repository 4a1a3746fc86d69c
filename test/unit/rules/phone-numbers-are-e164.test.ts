import fc from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { callingCode, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { converted, forAll, forMany, noScalars, refusalOf } from './rule';

const exampleNumbers = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number ? [number] : [];
});
const digit = fc.constantFrom(...'0123456789');
const digits = (from: number, to: number) =>
	fc.array(digit, { minLength: from, maxLength: to }).map((all) => all.join(''));
const firstDigit = fc.constantFrom(...'123456789');
const formatting = fc.constantFrom('', '', ' ', '-', '.', '(', ')', '\u00a0');

/** E.164 by its definition, without a regular expression. */
function isE164(text: string): boolean {
	const [plus, first, ...rest] = text;
	const isDigit = (one = '') => one >= '0' && one <= '9' && one.length === 1;
	const bounded = rest.length >= 1 && rest.length <= 14;
	return plus === '+' && isDigit(first) && first !== '0' && bounded && rest.every(isDigit);
}

describe('a phone number', () => {
	it('is accepted as libphonenumber formats it for every country', () => {
		expect(exampleNumbers.length).toBeGreaterThan(200);
		for (const { number } of exampleNumbers) expect(converted(phone, number)).toBe(number);
	});

	it('may be written in the international format of every country', () => {
		for (const example of exampleNumbers) {
			expect(converted(phone, example.formatInternational())).toBe(example.number);
		}
	});

	it('stays the number that libphonenumber reads from the same text', () => {
		const numbers = fc.constantFrom(...exampleNumbers).map(({ number }) => number);
		forAll(numbers, fc.array(formatting), (number, marks) => {
			const written = [...number]
				.map((one, index) => one + (index > 0 ? (marks[index] ?? '') : ''))
				.join('');
			expect(converted(phone, written)).toBe(number);
			expect(parsePhoneNumberFromString(String(converted(phone, written)))?.number).toBe(
				number,
			);
		});
	});

	it('is accepted with 2 to 15 digits of which the first is not 0', () => {
		forAll(firstDigit, digits(1, 14), (first, rest) => {
			expect(converted(phone, `+${first}${rest}`)).toBe(`+${first}${rest}`);
		});
	});

	it('is accepted exactly when it is E.164 once formatting is taken out', () => {
		const anyText = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'+0123456789 -.()x/٣'), maxLength: 20 }),
			fc.string({ unit: 'binary' }),
		);
		forMany(500, anyText, (text) => {
			const bare = [...text].filter((one) => !/[\s().-]/.test(one)).join('');
			expect(refusalOf(phone, text) === undefined).toBe(isE164(bare));
		});
	});

	it.each(['600123456', '0034600123456', '+0123', '+1', '+1234567890123456', 34600123456, ''])(
		'%j is refused with an example of the right form',
		(value) => {
			expect(refusalOf(phone, value)).toContain('such as +34600123456');
		},
	);

	it.each(noScalars)('%p is refused as no text', (value) => {
		expect(refusalOf(phone, value)).toContain('is not a text');
	});
});

describe('a calling code', () => {
	it('is accepted for every country, as a number too, and gets its plus sign', () => {
		for (const { countryCallingCode: code } of exampleNumbers) {
			expect(converted(callingCode, `+${code}`)).toBe(`+${code}`);
			expect(converted(callingCode, code)).toBe(`+${code}`);
			expect(converted(callingCode, Number(code))).toBe(`+${code}`);
		}
	});

	it('is always a plus sign and digits once accepted', () => {
		const texts = fc.string({ unit: fc.constantFrom(...'+0123456789 a-'), maxLength: 7 });
		forMany(500, texts, (text) => {
			if (refusalOf(callingCode, text) === undefined) {
				expect(converted(callingCode, text)).toMatch(/^\+[1-9]\d{0,3}$/);
			}
		});
	});

	it.each(['0034', '+034', 'ES', '+', '+34600', '++34'])('%j is refused', (value) => {
		expect(refusalOf(callingCode, value)).toContain('such as +34');
	});
});
