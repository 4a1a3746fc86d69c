import { InputError, quote } from '../../../nodes/CrmMessaging/fields/inputError';

describe('the error of a wrong value', () => {
	const wrong = (text: string, ...where: string[]) =>
		new InputError({ code: 'wrong', text, advice: 'Correct it.' }, where);

	it('has 600 characters at most, half of them for the field', () => {
		const long = 'x'.repeat(700);
		expect(wrong(long).sentence.text).toBe(`${'x'.repeat(599)}…`);
		expect(wrong(long.slice(100)).sentence.text).toBe(long.slice(100));
		expect(wrong('‹field› is missing', long).sentence.text).toHaveLength(
			300 + ' is missing'.length,
		);
		expect(wrong(long, 'a').sentence.text).toHaveLength(600);
	});

	it.each<[unknown, string]>([
		[null, 'null'],
		[undefined, '“undefined”'],
		[['a'], 'a list'],
		[{ a: 1 }, 'an object'],
		[Symbol('a'), '“Symbol(a)”'],
		[' a \n\t b', '“ a b”'],
		['x'.repeat(40), `“${'x'.repeat(40)}”`],
		['x'.repeat(41), `“${'x'.repeat(39)}…”`],
	])('shows %p as %s', (value, as) => {
		expect(quote(value)).toBe(as);
	});
});
