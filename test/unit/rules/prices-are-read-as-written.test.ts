import fc from 'fast-check';
import { valueHint, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { decimalsOf, priceIn } from '../../../nodes/CrmMessaging/fields/types/price';
import { converted, convertedWithHints, forAll, forMany, itRefuses, refusalOf } from './rule';

const read = (input: unknown, currency = 'EUR') => convertedWithHints(priceIn(currency), input);
const codes = Intl.supportedValuesOf('currency');
const code = fc.constantFrom(...codes);
const cents = fc.integer({ min: 0, max: 10 ** 12 });

/** Groups of three digits, as `Intl` does not write them. */
const grouped = (whole: string, separator: string) => whole.replace(/\B(?=(\d{3})+$)/g, separator);

describe('the decimals of a price', () => {
	it.each(Object.entries({ JPY: 0, EUR: 2, HUF: 2, COP: 2, KWD: 3, IQD: 3, CLF: 4 }))(
		'are those of ISO 4217: %s has %i',
		(currency, count) => expect(decimalsOf(currency)).toBe(count),
	);

	it('are never fewer than those that Intl shows', () => {
		for (const currency of codes) {
			const format = new Intl.NumberFormat('en', { style: 'currency', currency });
			const { maximumFractionDigits = 0 } = format.resolvedOptions();
			expect([currency, decimalsOf(currency) >= maximumFractionDigits]).toEqual([
				currency,
				true,
			]);
		}
	});
});

describe('a price as a number', () => {
	it('is sent unchanged if its currency has as many decimals', () => {
		forAll(code, cents, (currency, amount) => {
			const input = amount / 10 ** decimalsOf(currency);
			expect(read(input, currency)).toEqual({ sent: input, hints: [] });
		});
	});

	it('loses floating-point errors without a hint', () => {
		forAll(cents, cents, (one, other) => {
			const sum = one / 100 + other / 100;
			expect(read(sum)).toEqual({ sent: Number(sum.toFixed(2)), hints: [] });
		});
	});

	it.each<[input: unknown, currency: string, sent: number]>([
		[100 / 1.19, 'EUR', 84.03],
		['84.03361344537815', 'EUR', 84.03],
		['9.9999', 'EUR', 10],
		['100,5 ¥', 'JPY', 101],
		[10.12345, 'KWD', 10.123],
		[13.585, 'EUR', 13.59],
		[12.3456, 'EUR', 12.35],
	])('%p %s is rounded to %p with a hint', (input, currency, sent) => {
		const hints = [
			valueHint.priceRounded({ value: `“${String(input)}”`, rounded: `${sent} ${currency}` }),
		];
		expect(read(input, currency)).toEqual({ sent, hints });
	});

	it('can be zero, or negative with a hint', () => {
		expect(read(0)).toEqual({ sent: 0, hints: [] });
		for (const input of [-12.5, '-12,50', '€ −12.50', '- 12,50€']) {
			expect(read(input)).toEqual({
				sent: -12.5,
				hints: [valueHint.negativePrice({ value: `“${input}”` })],
			});
		}
	});
});

describe('a price as a text', () => {
	const unit = fc.constantFrom(
		...['', ' €', '€', ' EUR', 'eur', ' euros', ' Euro'].map((after) => ['', after]),
		...['€', '€ ', 'EUR ', 'Eur'].map((before) => [before, '']),
	);
	const style = fc.constantFrom(
		...['. , ,', ', . .', "' . .", '’ . .', ' , ,'].map((marks) => marks.split(' ')),
		...[' ,', '\u00a0,', '\u202f.'].map((marks) => [...marks]),
		...[',', '.'].map((point) => ['', point]),
	);

	it('is read in every common notation, with its currency before or after it', () => {
		forMany(500, cents, style, unit, (amount, [group = '', point = ''], [before, after]) => {
			const [whole = '', fraction] = (amount / 100).toFixed(2).split('.');
			const input = `${before}${grouped(whole, group)}${point}${fraction}${after}`;
			expect([input, read(input)]).toEqual([input, { sent: amount / 100, hints: [] }]);
		});
	});

	it('is refused if its only point or comma may separate thousands, with both readings', () => {
		const digits = fc.integer({ min: 1, max: 999_999 }).map(String);
		const three = fc.stringMatching(/^\d{3}$/);
		forAll(code, digits, three, fc.constantFrom('.', ','), (currency, whole, rest, mark) => {
			const input = `${whole}${mark}${rest}`;
			if (mark === '.' && decimalsOf(currency) === 3) {
				return expect(converted(priceIn(currency), input)).toBe(Number(input));
			}
			const [thousands, decimal] = [`${whole}${rest}`, `${whole}.${rest}`];
			const ways = [thousands, decimal].map((way) =>
				Number(way).toFixed(decimalsOf(currency)),
			);
			expect(refusalOf(priceIn(currency), input)).toEqual(
				wrongValue.ambiguousPrice({
					value: `“${input}”`,
					thousands,
					decimals: decimal,
					ways: ways.join(' or '),
				}),
			);
		});
	});

	it.each<[input: string, currency: string, sent: number]>([
		["1'000", 'CHF', 1000],
		['1.000.000', 'EUR', 1_000_000],
		['1,23,456.70', 'INR', 123_456.7],
		['Rs. 500', 'INR', 500],
		['Fr. 12.-', 'CHF', 12],
		['12,-- €', 'EUR', 12],
		['5.', 'EUR', 5],
		['￥500', 'JPY', 500],
		['500 ¥', 'CNY', 500],
		['.5', 'EUR', 0.5],
		['0.500', 'EUR', 0.5],
		['1,234.567 KWD', 'KWD', 1234.567],
		['BHD 45.500', 'BHD', 45.5],
		['¥1,000,000', 'JPY', 1_000_000],
		['$12', 'MXN', 12],
		['C$ 12', 'CAD', 12],
		['R$ 12,50', 'BRL', 12.5],
		['12 zł', 'PLN', 12],
	])('%p %s is read as %p', (input, currency, sent) => {
		expect(converted(priceIn(currency), input)).toBe(sent);
	});

	const notEuros = ['12 £', 'GBP 12', '$12', '¥12', '12 US$', '12 kr', '12 zł', '€12 USD'];
	it.each<[input: string, currency: string]>([
		...notEuros.map((input): [string, string] => [input, 'EUR']),
		['US$12', 'CAD'],
	])('in another currency is refused: %p in %s', (input, currency) => {
		const sentence = wrongValue.otherCurrency({ value: `“${input}”`, currency });
		expect(refusalOf(priceIn(currency), input)).toEqual(sentence);
	});

	const others = '12.50- 1.2.3 1.23.456 1_000 1e3 0x10 ٣ 12²  --12 (12) 12% 12/13 . , - € abc';
	const more = [
		' ',
		'12 34',
		'01 234',
		'1 234.567,89',
		'€.50',
		'1234567890123.456.789',
		'99999999999999999999',
		'-€-12',
	];
	itRefuses(priceIn('EUR'), [...others.split(' '), ...more], ({ value }) =>
		wrongValue.wrongFormat({ value, format: 'a price in EUR', example: '12.50' }),
	);

	/** Whether a price is refused, read as its digits, or rounded by half a cent at most, with a hint. */
	const keepsDigits = (input: string): boolean => {
		if (refusalOf(priceIn('EUR'), input) !== undefined) return true;
		const { sent, hints } = read(input);
		const size = Math.abs(sent as number);
		if (hints.some(({ code }) => code === 'priceRounded')) {
			const [, whole = '', fraction = ''] = /^(.*)[.,](\d+)\D*$/.exec(input) ?? [];
			return (
				Math.abs(size - Number(`${whole.replace(/\D/g, '')}.${fraction}`)) <= 0.005 + 1e-9
			);
		}
		const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
		const [whole = ''] = size.toFixed(2).split('.');
		return digits(input).startsWith(digits(whole)) || digits(whole) === '';
	};

	it('is either refused or read with its own digits, for any text', () => {
		// Rounding may add a digit.
		for (const input of ['9.9999', '-9.9999 €']) expect(keepsDigits(input)).toBe(true);
		const characters = fc.string({ unit: fc.constantFrom(..."0123456789.,' €-") });
		forMany(2000, characters, (input) =>
			expect([input, keepsDigits(input)]).toEqual([input, true]),
		);
	});
});
