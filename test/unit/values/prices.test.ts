import fc from 'fast-check';
import { currency, decimalsOf, priceIn } from '../../../nodes/CrmMessaging/fields/types/price';
import { forAll } from '../rules/rule';
import { itReads, itReadsData, reading, resultOf } from './kind';

const codes = Intl.supportedValuesOf('currency');

const tables: Record<string, string> = {
	EUR: `
		1234.5 ← 1234.5 · 1234,5 · 1234.50 · 1234,50 · 1.234,50 · 1,234.50 · 1 234,50 · 1'234.50 · 1’234,50 · 1\u00a0234,50
		1234.5 ← 1.234,50 € · € 1,234.50 · EUR 1234.50 · 1234,50 eur · €1234.50
		12 ← 12 · 12.0 · 12,00 · 12.00 € · 012
		0.5 ← .5 · 0,5 · 0.50
		0.3 ← 0.30000000000000004 · 0.3
		228.4 ← 228.4000 · 228.40 · 228.39999999999998
		84.03 ← 84.03361344537815
		1000000 ← 1.000.000,00 · 1 000 000.00
		-12.5 ← -12.5 · -12,50 · € −12.50 · - 12,50€ · €-12.50 · -€12.50
		✗ wrongFormat ← 1.234 · 1,234 · 12.000 · 12,000 € · 999,999 · 228.125 · 1234.567 · 0.500
		✗ wrongFormat ← 1 000 € · 1'000 · 1.000.000 · 1,000,000 · 12,- · 12. · +12 · 12 Euro
		✗ wrongFormat ← 12 £ · GBP 12 · $12 · ¥12 · 12 US$ · 12 kr · €12 USD · € 12 € · 12.50- · (12) · 12% · 12/13 · 1e3 · 0x10
		✗ wrongFormat ← 1.2.3 · 1.23.456 · 1_000 · 12 34 · 01 234 · --12 · -€-12 · abc · € · . · - · 12² · 99999999999999999999
		✗ wrongFormat ← 1.234.567,891 · 1,234,567.891 · 12.50 + tax · ca. 12 · 12 p.P.
		`,
	JPY: `
		12000 ← 12000 · 12,000 · ¥12,000 · 12.000 · 12 000 · JPY 12,000 · 12000.00 · 12,000.00 · 12000.0000
		1000000 ← 1,000,000 · ¥1,000,000
		✗ wrongFormat ← $12,000 · 12,00,0 · 1234.567 · 1234,567 · 0.125 · 012,000
		`,
	CLP: '12000 ← $12.000 · CLP 12.000 · 12.000 · $ 12.000',
	ISK: '12000 ← 12.000 kr · 12.000 · ISK 12.000',
	HUF: '12000.5 ← 12 000,50 Ft · 12.000,50',
	KWD: `
		1.234 ← 1.234 · KWD 1.234 · 1.234 KWD
		1234.567 ← 1,234.567 · 1'234.567
		12.5 ← 12.5 · 12,5 · 12,50
		✗ wrongFormat ← 1,234 · 12,500
		`,
	USD: '1234.5 ← $1,234.50 · US$ 1,234.50 · USD 1234.5 · $ 1234.50',
	CHF: "1234.5 ← CHF 1'234.50 · 1’234.50 · 1234.50 CHF",
	INR: '123456.7 ← ₹1,23,456.70 · 123456.70 · INR 123,456.70',
	BRL: '1234.5 ← R$ 1.234,50 · 1.234,50 · BRL 1234.50 · R$1.234,50',
	CAD: `
		12.5 ← $12.50 · CA$ 12.50 · CA$12.50 · CAD 12.50
		✗ wrongFormat ← US$12 · 12 USD · A$12
		`,
	PLN: '1234.5 ← 1 234,50 zł · 1234,50 PLN · 1 234,50',
	SEK: '1234.5 ← 1 234,50 kr · 1 234,50 SEK',
};

describe.each(Object.entries(tables))('a price in %s', (code, table) => {
	itReads(priceIn(code), table);
});

const displays = ['symbol', 'narrowSymbol', 'code'] as const;

it.each(displays)('a price is read with its currency as Intl writes it: %s', (currencyDisplay) => {
	for (const currency of codes) {
		const minimumFractionDigits = decimalsOf(currency);
		const style = {
			style: 'currency',
			currency,
			currencyDisplay,
			minimumFractionDigits,
		} as const;
		const written = new Intl.NumberFormat('en', style).format(1234);
		expect([written, resultOf(priceIn(currency), written)]).toEqual([written, 1234]);
	}
});

describe('a price as a number', () => {
	itReadsData(priceIn('EUR'), [
		[-12.5, -12.5],
		[100 / 1.19, 84.03],
		[12n, 12],
		[[12.5], 12.5],
		[[1, 2], '✗ severalValues'],
		[NaN, '✗ numberOutOfRange'],
		[true, '✗ numberOutOfRange'],
		[{ amount: 12 }, '✗ numberOutOfRange'],
		[1e20, '✗ inexactNumber'],
	]);
	itReadsData(priceIn('JPY'), [[1200.4, 1200]]);
	itReadsData(priceIn('KWD'), [[10.12345, 10.123]]);

	it('is sent unchanged if its currency has as many decimals, and loses errors of a sum', () => {
		const cents = fc.integer({ min: 0, max: 10 ** 12 });
		forAll(fc.constantFrom(...codes), cents, cents, (code, one, other) => {
			const unit = 10 ** decimalsOf(code);
			expect(reading(priceIn(code), one / unit)).toEqual({ sent: one / unit, hints: [] });
			const sum = Number(((one + other) / unit).toFixed(decimalsOf(code)));
			expect(resultOf(priceIn(code), one / unit + other / unit)).toBe(sum);
		});
	});

	it('has a hint if rounding changes it', () => {
		expect(reading(priceIn('EUR'), 84.0336).hints).toEqual(['pricesRounded']);
		expect(reading(priceIn('EUR'), '-12,50').hints).toEqual([]);
	});

	it('follows the example that its error shows', () => {
		const { advice } = reading(priceIn('KWD'), 'x').refused!;
		expect(resultOf(priceIn('KWD'), /like (\S+)\.$/.exec(advice)![1])).toBe(228.4);
	});
});

describe('the decimals of a currency', () => {
	it.each(Object.entries({ JPY: 0, EUR: 2, HUF: 2, COP: 2, KWD: 3, IQD: 3 }))(
		'are those of ISO 4217: %s has %i',
		(code, count) => expect(decimalsOf(code)).toBe(count),
	);

	it('are never fewer than those that Intl shows', () => {
		const fewer = codes.filter((code) => {
			const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
			return decimalsOf(code) < format.resolvedOptions().maximumFractionDigits!;
		});
		expect(fewer).toEqual([]);
	});
});

describe('a currency', () => {
	itReads(
		currency,
		`
		EUR ← EUR · eur
		XCG ← XCG
		✗ wrongFormat ← Euro · € · $ · ¥ · kr · C$ · R$ · €€ · 12 € · EURO € · ABC · n/a
		`,
	);

	it('may be any of ISO 4217', () => {
		expect(codes.filter((code) => resultOf(currency, code.toLowerCase()) !== code)).toEqual([]);
	});
});
