import fc from 'fast-check';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/boolean';
import { integer, number } from '../../../nodes/CrmMessaging/fields/types/number';
import { converted, forAll, forMany, noScalars, refusalOf } from './rule';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('a number', () => {
	it('arrives as it was given, as a number and as text', () => {
		forAll(finite, (given) => {
			expect(converted(number, given)).toBe(given);
			expect(converted(number, ` ${given} `) === given).toBe(true);
		});
	});

	it('may be written with a sign, without a digit before the point, or as a power of ten', () => {
		const written: Array<[string, number]> = [
			['+1', 1],
			['-1.50', -1.5],
			['.5', 0.5],
			['5.', 5],
			['1e3', 1000],
			['1.2E-1', 0.12],
			['007', 7],
		];
		for (const [given, value] of written) expect(converted(number, given)).toBe(value);
		expect(converted(number, 12n)).toBe(12);
	});

	it.each([
		...noScalars,
		...['12,5', '1.234,56', '1 000', '1_000', '0x10', '٣', 'NaN', 'Infinity', '1e999', '12€'],
		...['', ' ', '.', '+', 'e5', '1e', true, false, null, undefined, 2n ** 60n],
	])('%p is refused', (value) => {
		expect(refusalOf(number, value)).toContain('is not a number; write it such as 12.5');
	});

	it('is never NaN or infinite, whatever was given', () => {
		forMany(500, fc.anything(), (given) => {
			if (refusalOf(number, given) === undefined) {
				expect(Number.isFinite(converted(number, given))).toBe(true);
			}
		});
	});
});

describe('an integer', () => {
	it('arrives as it was given, as a number and as text', () => {
		forAll(fc.maxSafeInteger(), (given) => {
			expect(converted(integer, given)).toBe(given);
			expect(converted(integer, String(given))).toBe(given);
		});
	});

	it('is refused with a fraction', () => {
		forAll(
			finite.filter((given) => !Number.isSafeInteger(given)),
			(given) => {
				expect(refusalOf(integer, given)).toContain('is not a whole number');
			},
		);
	});

	it('is refused where it is too large to be exact', () => {
		expect(refusalOf(integer, '9007199254740993')).toContain('is not a whole number');
		expect(refusalOf(integer, Number.MAX_SAFE_INTEGER + 1)).toContain('is not a whole number');
	});
});

describe('a boolean', () => {
	it.each<[unknown, boolean]>([
		[true, true],
		['true', true],
		[' TRUE ', true],
		[1, true],
		['1', true],
		[false, false],
		['false', false],
		['False', false],
		[0, false],
		[-0, false],
		['0', false],
	])('%p is %p', (given, value) => {
		expect(converted(boolean, given)).toBe(value);
	});

	it.each([...noScalars, 'yes', 'no', 'on', '', 2, -1, 1n, null, undefined])(
		'%p is refused rather than guessed',
		(value) => {
			expect(refusalOf(boolean, value)).toContain(
				'is neither true nor false; give one of the two',
			);
		},
	);
});
