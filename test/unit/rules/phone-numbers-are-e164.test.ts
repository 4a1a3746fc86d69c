import fc from 'fast-check';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { valueHint, valueProblem, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import type { CountSentence, FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { contactPhone, localPhone, phone } from '../../../nodes/CrmMessaging/fields/types/phone';
import { exampleNumbers, plans, validNumber } from './numbering-plans';
import { converted, forMany, itRefuses, noScalars, notAText, refusal, refusalOf } from './rule';

const types = [
	[phone, 'mobile'],
	[contactPhone, 'any'],
] as const;

const countryCodes = fc.option(
	fc.constantFrom('+49', '+39', '+1', '+1684', ...plans.map(({ code }) => `+${code}`)),
	{ nil: undefined },
);

const fullWidth = (digit: string) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0);

const needsCode =
	(problem: string, example = '+34600123456') =>
	({ value }: { value: string }) =>
		wrongValue.phoneNeedsCode({ value, problem, example });

describe('a phone number', () => {
	it('is in E.164 with a length its country has, if it is accepted', () => {
		const anyText = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'+0123456789 -.,()xe/٣'), maxLength: 20 }),
			fc.stringMatching(/^(\+|00)?(\d[ .()\-\u00a0/]?){1,8}(\(0\))?(\d[ .-]?){0,9}$/),
			fc.string({ unit: 'binary' }),
			fc.double(),
			fc.maxSafeInteger(),
		);
		forMany(2000, anyText, countryCodes, (value, countryCode) => {
			for (const [type, kind] of types) {
				const sent = accepted(type, value, countryCode);
				if (sent === undefined) continue;
				expect(sent).toMatch(/^\+[1-9]\d{1,14}$/);
				const plan = plans.find(({ code }) => sent.startsWith(`+${code}`))!;
				expect([...plan[kind]]).toContain(sent.length - 1 - plan.code.length);
			}
		});
	});

	it('is neither refused nor changed if libphonenumber calls it valid', () => {
		forMany(2000, validNumber, ({ number, code, isMobile }) => {
			// A pager's, or the beginning of a mobile number.
			if (!isMobile && number.length - code.length <= 7) return;
			expect(converted(contactPhone, number)).toBe(number);
			if (!isMobile) return;
			expect(converted(phone, number)).toBe(number);
			const national = number.slice(1 + code.length);
			// Read as abroad, or odd short forms of a few countries.
			if (national.startsWith('00') || code === '27') return;
			for (const [type] of types) {
				expect(accepted(type, national, `+${code}`)).toBe(number);
				expect([number, undefined]).toContain(accepted(type, number.slice(1), `+${code}`));
			}
		});
	});

	it('that no country uses passes with a hint', () => {
		for (const [type] of types) {
			expect(withDefault(type, '+447700900123')).toEqual({
				sent: '+447700900123',
				hints: [valueHint.phonesNotInUse({ count: 1, example: '“+447700900123”' })],
			});
		}
		forMany(2000, fc.stringMatching(/^\+[1-9]\d{6,14}$/), (number) => {
			const sent = accepted(contactPhone, number);
			if (sent === undefined) return;
			const { hints } = withDefault(contactPhone, number);
			expect([sent, hints.length === 0]).toEqual([sent, isValidPhoneNumber(sent)]);
		});
	});

	const others = ['+', '', 'n/a', '24.12.2026', '2026-12-24', '12/34', true];
	itRefuses(phone, others, needsCode(valueProblem.format));
	itRefuses(phone, ['600123456', 346001234], wrongValue.phoneWithoutCode);
	itRefuses(contactPhone, ['O170 1234567', '+4917O1234567'], wrongValue.letterO);
	const codeless = ['00034600123456', '+0123', '+999123456789'];
	itRefuses(phone, codeless, needsCode(valueProblem.unknownCode));
	itRefuses(phone, ['++34600123456', '34+600123456'], wrongValue.phoneWithMore);
	itRefuses(phone, noScalars, notAText);
});

const withDefault = (type: FieldType, value: unknown, countryCode?: string) => {
	const hints: Sentence[] = [];
	const hint = (sentence: Sentence) => void hints.push(sentence);
	const countInHint = (sentenceOf: CountSentence, example: string) =>
		hint(sentenceOf({ count: 1, example }));
	const option = <T>() => countryCode as T;
	const sent = type.convert(value, { timezone: 'UTC', option, hint, countInHint });
	return { sent, hints };
};

function accepted(type: FieldType, value: unknown, countryCode?: string): string | undefined {
	try {
		const { sent, hints } = withDefault(type, value, countryCode);
		const isUnchanged = hints.some(({ code }) => code === 'phoneUnchanged');
		return isUnchanged ? undefined : (sent as string);
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
}

describe('a phone number as people write it', () => {
	/** Countries that write a mobile number with a prefix only for calls within the country. */
	const mobileWithin = new Set(['AR']);

	it('is completed with the default country code, from the national format of every country', () => {
		for (const example of exampleNumbers.filter((one) => !mobileWithin.has(one.country!))) {
			const code = `+${example.countryCallingCode}`;
			const national = example.formatNational();
			for (const written of [national, example.nationalNumber, example.number.slice(1)]) {
				const completed = `“${written}” to ${example.number}`;
				const hints = [valueHint.phonesCompleted({ count: 1, example: completed })];
				for (const [type] of types) {
					const read = withDefault(type, written, code);
					expect([written, read]).toEqual([written, { sent: example.number, hints }]);
				}
			}
		}
	});

	it('is read from every notation that is unambiguous', () => {
		const notation = fc.record({
			one: fc.constantFrom(...exampleNumbers),
			gap: fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '\u2011', '\u2013'),
			before: fc.constantFrom(
				...['', ' ', '="', "'", '\u2019', '"', '\u202a', 'tel:', 'Tel:'],
			),
			plus: fc.constantFrom('+', '00', '+ ', '(+', '+00', '\uff0b'),
			isWide: fc.boolean(),
		});
		forMany(2000, notation, ({ one, gap, before, plus, isWide }) => {
			const { countryCallingCode: code, nationalNumber } = one;
			const digits = [...nationalNumber].join(gap === '.' ? '' : gap);
			const closed = plus === '(+' ? ')' : '';
			const text = `${before}${plus}${code}${closed}${gap}${digits}`;
			const written = isWide ? text.replace(/\d/g, fullWidth) : text;
			expect([written, accepted(phone, written)]).toEqual([written, one.number]);
		});
	});

	it.each([
		['+34 (0)600 123 456', '+34600123456'],
		['+225 07 12 34 56 78', '+2250712345678'],
		['+225 (0)7 12 34 56 78', '+2250712345678'],
		['+1 1 202 555 0123', '+12025550123'],
		['+375 8 029 123-45-67', '+375291234567'],
		['+52 1 55 1234 5678', '+525512345678'],
		['+54 9 11 1234 5678', '+5491112345678'],
		['+55 0 11 98765-4321', '+5511987654321'],
	])('%s is read as %s', (written, number) => {
		for (const [type] of types) expect(withDefault(type, written).sent).toBe(number);
	});

	it('keeps a 0 that belongs to the number', () => {
		for (const written of ['+39 06 12345678', '+39 (0)6 12345678', '0039 06/12345678'])
			expect(withDefault(contactPhone, written).sent).toBe('+390612345678');
		expect(withDefault(contactPhone, '06 12345678', '+39').sent).toBe('+390612345678');
	});

	it.each([
		["'0170 1234567", '+49', '+491701234567'],
		[1701234567, '+49', '+491701234567'],
		['4917012345678', '+49', '+4917012345678'],
		['490170 1234567', '+49', '+491701234567'],
		['="0170 1234567"', '+49', '+491701234567'],
		['55991234567', '+55', '+5555991234567'],
		['436641234567', '+43', '+436641234567'],
		['3912345678', '+39', '+393912345678'],
		['8 912 345 67 89', '+7', '+79123456789'],
		['12025550123', '+1', '+12025550123'],
		['633 1234', '+1684', '+16846331234'],
		['955 123 456', '+34', '+34955123456'],
		['4512345678', '+44', '+444512345678'],
	])('%s with the default country code %s is read as %s', (written, countryCode, number) => {
		for (const [type] of types)
			expect(withDefault(type, written, countryCode).sent).toBe(number);
	});

	const inexact = wrongValue.inexactNumber({ value: '' }).text;
	const withMore = wrongValue.phoneWithMore({ value: '' }).text;
	const { format, noZero, unknownCode, zero } = valueProblem;

	it.each<[what: string, error: string, countryCode: string, numbers: unknown[]]>([
		['rounded', inexact, '', ['01701234567,50', '1.701.234,00', '1,701,234,567.0']],
		['as a decimal', inexact, '', ['+34600123456.000', '+34600123456,000', 1701234567.5]],
		['with an exponent', inexact, '', ['44,7 E 10', '4E+11', '+44.7e10']],
		['calculated', inexact, '', [-600123456, '-124022']],
		['with another one', withMore, '', ['600123456 / 600123457', '600123456/7']],
		['with a second line', withMore, '', ['600123456\n600123457', '600 123 456\tAna']],
		['with other text', withMore, '', ['+34600123456x12', 'a 600123E+456', '600123E+4 a']],
		['of another country', 'without its +', '+49', ['447700900123', 12025550123]],
		['of the country it begins with', 'without its +', '+52', ['15512345678']],
		['with another trunk prefix', zero({ code: '+34' }), '+34', ['0612345678']],
		['without the 0 that its spreadsheet dropped', noZero, '+39', [612345678]],
		['too short', 'digits after +', '', ['+44 770 900', '+44']],
		['too short within its country', 'digits after +', '+34', ['60012345']],
		['too long', 'digits after +', '', ['+346001234567', '+1234567890123456']],
		['too long within its country', 'digits after +', '+34', ['6001234567']],
		['that is a date', format, '+47', ['24.12.2026', '2026-12-24']],
		['with an unknown country code', unknownCode, '', ['+999123456', '00210 123456']],
	])('is refused: %s', (_, error, countryCode, numbers) => {
		for (const [type] of types) {
			for (const written of numbers) {
				const refused = refusal(() => withDefault(type, written, countryCode || undefined));
				expect(refused?.text).toContain(error);
				const shown = String(written).replace(/\s/g, ' ').slice(0, 30);
				expect(refused?.text).toContain(`“${shown}`);
			}
		}
	});

	it('without the 0 that its spreadsheet dropped is shown with the 0 in the error', () => {
		expect(refusal(() => withDefault(phone, 612345678, '+39'))).toEqual(
			needsCode(valueProblem.noZero, '+390612345678')({ value: '“612345678”' }),
		);
	});

	it('must have the length of a mobile number for an SMS, and any valid length for a contact', () => {
		expect(refusalOf(contactPhone, '+4917012')).toEqual(refusalOf(phone, '+4917012'));
		for (const written of ['+49 30 123456', '+47 12345']) {
			expect(refusalOf(phone, written)).toMatchObject({
				code: 'phoneLength',
				text: expect.stringMatching(
					/digits after \+4\d, and a mobile number there has [\d, –]+$/,
				) as string,
			});
			expect(accepted(contactPhone, written)).toBe(written.replaceAll(' ', ''));
		}
		expect(accepted(contactPhone, '4930123456', '+49')).toBeUndefined();
		expect(accepted(contactPhone, '49301234567', '+49')).toBe('+49301234567');
		expect(accepted(contactPhone, '2768938', '+267')).toBe('+2672768938');
		expect(accepted(phone, '49170123456', '+49')).toBeUndefined();
	});

	it('without a country code is sent unchanged for a contact, with a hint', () => {
		expect(withDefault(contactPhone, "'600 123 456")).toEqual({
			sent: '600 123 456',
			hints: [valueHint.phoneUnchanged({ value: '“600 123 456”' })],
		});
	});

	const none = ['n/a', 'x12345', '+34 600 ext. 7', '123', '1234567890123456'];
	itRefuses(contactPhone, none, needsCode(valueProblem.format));

	it('with a separate calling code is sent unchanged, unless a spreadsheet changed it', () => {
		expect(converted(localPhone, '0170 1234567')).toBe('0170 1234567');
		expect(converted(localPhone, "'600123456")).toBe('600123456');
		expect(refusalOf(localPhone, '600123456.0')).toMatchObject({ code: 'inexactNumber' });
	});
});
