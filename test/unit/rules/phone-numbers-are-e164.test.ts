import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { callingCode, contactPhone, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
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
			fc.stringMatching(/^(\+|00)(\d[ .()\-\u00a0]?){1,8}(\(0\))?(\d[ .-]?){0,9}$/),
			fc.string({ unit: 'binary' }),
		);
		forMany(500, anyText, (text) => {
			const isAbroad = /^[\s(]*(\+|00)/.test(text);
			const dialled = isAbroad ? text.replace(/\(\s*0\s*\)/, '') : text;
			const digits = [...dialled].filter((one) => !/[\s().-]/.test(one)).join('');
			const bare = digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
			if (isE164(bare)) expect(converted(phone, text)).toBe(bare);
			else expect(refusalOf(phone, text)).toBeDefined();
		});
	});

	const others = [
		'600123456',
		'00034600123456',
		'+0123',
		'+1',
		'+1234567890123456',
		346001234,
		'',
	];
	itRefuses(phone, others, 'such as +34600123456');
	itRefuses(phone, noScalars, 'is not a text');
});

/** What a type makes of a number where the default country code is this. */
const withDefault = (type: FieldType, value: unknown, countryCode?: string) => {
	const hints: string[] = [];
	const hint = (message: string) => void hints.push(message);
	return { sent: type.convert(value, { timezone: 'UTC', countryCode, hint }), hints };
};

describe('a phone number as people write it', () => {
	/** Written with a prefix that only calls from abroad, or from within a town, need. */
	const mobileOfAbroad = new Set(['AR', 'MX']);

	it('is completed by the default country code, in the national form of every country', () => {
		for (const example of exampleNumbers.filter((one) => !mobileOfAbroad.has(one.country!))) {
			const code = `+${example.countryCallingCode}`;
			const national = example.formatNational();
			for (const written of [national, example.nationalNumber, example.number.slice(1)]) {
				// Short numbers with their code look like numbers of the country.
				if (written.length < 11 && written === example.number.slice(1)) continue;
				for (const type of [phone, contactPhone]) {
					const { sent, hints } = withDefault(type, written, code);
					expect([example.country, written, sent]).toEqual([
						...[example.country, written, example.number],
					]);
					expect(hints).toEqual([]);
				}
			}
		}
	});

	it('is understood with 00 for the plus sign, whatever the default is', () => {
		for (const example of exampleNumbers) {
			const written = example.formatInternational().replace('+', '00');
			expect(withDefault(phone, written, '+999').sent).toBe(example.number);
		}
	});

	it.each([
		['+44 (0)7700 900123', '+447700900123'],
		['0044 (0) 7700 900123', '+447700900123'],
		['(+44) 7700 900123', '+447700900123'],
		['+34 600‑123–456', '+34600123456'],
	])('%s is %s', (written, number) => {
		for (const type of [phone, contactPhone])
			expect(withDefault(type, written).sent).toBe(number);
	});

	it('without a country goes as it is for a contact, with a hint, and says the option for an SMS', () => {
		const { sent, hints } = withDefault(contactPhone, '600 123 456');
		expect(sent).toBe('600 123 456');
		expect(hints).toEqual([expect.stringContaining('Default Country Code')]);
		expect(refusalOf(phone, '600 123 456')).toContain('or set the option Default Country Code');
		expect(refusalOf(phone, 'n/a')).not.toContain('Default Country Code');
	});

	itRefuses(
		contactPhone,
		['n/a', 'x12345', '+34 600 ext. 7', '123', '+0123', '1234567890123456'],
		'is not a phone number; write + and the country code first',
	);
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

	itRefuses(callingCode, ['0', '034', '+034', 'ES', '+', '+34600', '++34'], 'such as +34');
});
