import fc from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { callingCode, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { converted, forAll, forMany, noScalars, refusalOf } from './rule';

const exampleNumbers = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number ? [number] : [];
});
const formatting = fc.constantFrom('', '', ' ', '-', '.', '(', ')', '\u00a0');

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

	it('stays the number that libphonenumber reads from the same text', () => {
		const numbers = fc.constantFrom(...exampleNumbers);
		forAll(numbers, fc.array(formatting), ({ number }, marks) => {
			const written = [...number].map((one, at) => one + (at > 0 ? (marks[at] ?? '') : ''));
			const sent = String(converted(phone, written.join('')));
			expect(sent).toBe(number);
			expect(parsePhoneNumberFromString(sent)?.number).toBe(number);
		});
	});

	it('is accepted exactly when it is E.164 once formatting is taken out', () => {
		const anyText = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'+0123456789 -.()x/٣'), maxLength: 20 }),
			fc.stringMatching(/^\+\d{1,17}$/),
			fc.string({ unit: 'binary' }),
		);
		forMany(500, anyText, (text) => {
			const bare = [...text].filter((one) => !/[\s().-]/.test(one)).join('');
			expect(refusalOf(phone, text) === undefined).toBe(isE164(bare));
		});
	});

	it.each(['600123456', '0034600123456', '+0123', '+1', '+1234567890123456', 34600123456, ''])(
		'%j is refused with an example of the right form',
		(value) => expect(refusalOf(phone, value)).toContain('such as +34600123456'),
	);

	it.each(noScalars)('%p is refused as no text', (value) => {
		expect(refusalOf(phone, value)).toContain('is not a text');
	});
});

describe('a calling code', () => {
	it('is accepted for every country, as a number too, and gets its plus sign', () => {
		for (const { countryCallingCode: code } of exampleNumbers) {
			for (const given of [`+${code}`, ` ${code}`, Number(code)]) {
				expect(converted(callingCode, given)).toBe(`+${code}`);
			}
		}
	});

	it('is always a plus sign and digits once accepted', () => {
		const texts = fc.string({ unit: fc.constantFrom(...'+0123456789 a-'), maxLength: 7 });
		forMany(500, texts, (text) => {
			if (refusalOf(callingCode, text) !== undefined) return;
			expect(converted(callingCode, text)).toMatch(/^\+[1-9]\d{0,3}$/);
		});
	});

	it.each(['0034', '+034', 'ES', '+', '+34600', '++34'])('%j is refused', (value) => {
		expect(refusalOf(callingCode, value)).toContain('such as +34');
	});
});
