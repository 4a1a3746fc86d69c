import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { callingCode, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { converted, forMany, itRefuses, noScalars, refusalOf } from './rule';

const exampleNumbers = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number ? [number] : [];
});

/** E.164 by its definition, without a regular expression. */
function isE164(text: string): boolean {
	const [plus, first = '', ...rest] = text;
	const isDigit = (one: string) => '0123456789'.includes(one);
	const bounded = rest.length >= 1 && rest.length <= 14;
	return plus === '+' && '123456789'.includes(first) && bounded && rest.every(isDigit);
}

describe('a phone number', () => {
	it('is accepted as libphonenumber formats it for every country', () => {
		expect(exampleNumbers.length).toBeGreaterThan(200);
		for (const example of exampleNumbers) {
			expect(converted(phone, example.number)).toBe(example.number);
			expect(converted(phone, example.formatInternational())).toBe(example.number);
		}
	});

	it('is accepted exactly when it is E.164 once formatting is taken out', () => {
		const anyText = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'+0123456789 -.()x/٣'), maxLength: 20 }),
			fc.stringMatching(/^\+(\d[ .()\-\u00a0]?){1,17}$/),
			fc.string({ unit: 'binary' }),
		);
		forMany(500, anyText, (text) => {
			const bare = [...text].filter((one) => !/[\s().-]/.test(one)).join('');
			if (isE164(bare)) expect(converted(phone, text)).toBe(bare);
			else expect(refusalOf(phone, text)).toBeDefined();
		});
	});

	const others = [
		'600123456',
		'0034600123456',
		'+0123',
		'+1',
		'+1234567890123456',
		346001234,
		'',
	];
	itRefuses(phone, others, 'such as +34600123456');
	itRefuses(phone, noScalars, 'is not a text');
});

describe('a calling code', () => {
	it('is accepted for every country, as a number too, and gets its plus sign', () => {
		for (const { countryCallingCode: code } of exampleNumbers) {
			for (const given of [`+${code}`, ` ${code}`, `00${code}`, Number(code)]) {
				expect(converted(callingCode, given)).toBe(`+${code}`);
			}
		}
	});

	it('is a plus sign and up to four digits, of which the first is not 0', () => {
		const texts = fc.string({ unit: fc.constantFrom(...'+0123456789 a-'), maxLength: 7 });
		forMany(500, texts, (text) => {
			const isOne = /^(\+|00)?[1-9]\d{0,3}$/.test(text.replace(/[ -]/g, ''));
			expect(refusalOf(callingCode, text) === undefined).toBe(isOne);
		});
	});

	it.each(['+1-684', '+1 (684)', '001684'])('%s is +1684', (given) => {
		expect(converted(callingCode, given)).toBe('+1684');
	});

	itRefuses(callingCode, ['034', '+034', 'ES', '+', '+34600', '++34'], 'such as +34');
});
