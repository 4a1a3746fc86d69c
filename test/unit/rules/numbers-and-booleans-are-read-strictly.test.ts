import fc from 'fast-check';
import { wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { boolean } from '../../../nodes/CrmMessaging/fields/types/choice';
import { boundedNumber, integer, number } from '../../../nodes/CrmMessaging/fields/types/number';
import { converted, forAll, itRefuses, noScalars, notA, refusalOf } from './rule';

const most = Number.MAX_SAFE_INTEGER;
const finite = fc.double({ noNaN: true, min: -most, max: most });

describe('a number', () => {
	it('is sent unchanged, whether it is a number or text', () => {
		forAll(finite, (input) => {
			expect(converted(number, input)).toBe(input);
			expect(converted(number, ` ${input} `) === input).toBe(true);
		});
	});

	it('can be written with a sign, without a digit before the point, or as a power of ten', () => {
		const written = ['+1', '-1.50', '.5', '5.', '1e3', '1.2E-1', '1e+2', '007', '12.25', 12n];
		const read = written.map((input) => converted(number, input));
		expect(read).toEqual([1, -1.5, 0.5, 5, 1000, 0.12, 100, 7, 12.25, 12]);
	});

	const others = '12,5 1.234,56 1_000 0x10 ٣ NaN Infinity 1e999 12€ . + e5 1e'.split(' ');
	const empty = ['', ' ', '1 000', true, false, null, undefined];
	itRefuses(number, [...noScalars, ...others, ...empty], ({ value }) =>
		wrongValue.numberOutOfRange({ range: 'number', value }),
	);
});

describe('an integer', () => {
	it('is sent unchanged, whether it is a number or text', () => {
		forAll(fc.maxSafeInteger(), (input) => {
			expect(converted(integer, input)).toBe(input);
			expect(converted(integer, String(input))).toBe(input);
		});
	});

	it('is refused with a fraction', () => {
		const others = finite.filter((input) => !Number.isInteger(input));
		forAll(others, (input) => {
			expect(refusalOf(integer, input)).toEqual(
				wrongValue.numberOutOfRange({ range: 'whole number', value: `“${input}”` }),
			);
		});
	});

	itRefuses(integer, ['a'], ({ value }) =>
		wrongValue.numberOutOfRange({ range: 'whole number', value }),
	);
});

describe('a number with bounds', () => {
	const whole = { isWhole: true, min: 1, max: 10 };

	it.each<[kind: string, Parameters<typeof boundedNumber>[0], good: unknown[], bad: unknown[]]>([
		['whole number from 1 to 10', whole, [1, 10, '7', ' 2 '], [0, 11, 1.5, 'x', true]],
		['whole number of at least 1', { isWhole: true, min: 1 }, [1, 1e6], [0, -1, 1.5]],
		['number of at least 0', { min: 0 }, [0, 0.5], [-0.1, 'x']],
		['number above 0', { above: 0 }, [0.01, '5'], [0, -1, NaN]],
	])('is a %s', (range, bounds, good, bad) => {
		const type = boundedNumber(bounds);
		for (const value of good) expect(converted(type, value)).toBe(Number(value));
		for (const value of bad) {
			expect(refusalOf(type, value)).toEqual(
				wrongValue.numberOutOfRange({ range, value: quote(value) }),
			);
		}
	});
});

describe('a boolean', () => {
	it.each([
		[true, [true, 'true', ' TRUE ', 1, '1', 'yes', 'On', 'y', 'x', 'ja', 'WAHR', 'Sí', 'oui']],
		[false, [false, 'false', 'False', 0, -0, '0', 'NO', ' off', 'n', 'Nein', 'FALSCH', 'non']],
	])('%p can be written as %p', (value, written) => {
		for (const input of written) expect(converted(boolean, input)).toBe(value);
	});

	const others = [...noScalars, 'maybe', 'truth', '', 2, -1, 1n, null, undefined];
	itRefuses(boolean, others, notA('true or false', 'true'));
});
