import fc from 'fast-check';
import { parameterName } from '../../../nodes/CrmMessaging/fields/field';
import { InputError, quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { setOwn } from '../../../nodes/CrmMessaging/fields/values';
import { forAll } from './rule';

describe('a field', () => {
	it.each([
		['message_holder', 'messageHolder'],
		['gdpr_remote_ip', 'gdprRemoteIp'],
		['price', 'price'],
		['UUID', 'uuid'],
		['aUUID', 'aUUID'],
		['UUIDa', 'UUIDa'],
	])('%s is the parameter %s', (name, parameter) => {
		for (const _again of [1, 2]) expect(parameterName({ name })).toBe(parameter);
	});
});

describe('the error of a wrong value', () => {
	const wrong = (text: string, ...where: string[]) =>
		new InputError({ code: 'wrong', text, advice: 'Correct it.' }, where);
	const inner = wrong('‹field› is missing', 'Name');

	it.each<[error: InputError, text: string]>([
		[inner, 'Name is missing'],
		[inner.inside('Contacts 2', 'Contact'), 'Contacts 2, Contact, Name is missing'],
		[wrong('it is none', 'Sender'), 'Sender: it is none'],
		[wrong('‹field› is missing'), 'The value is missing'],
	])('names the field', (error, text) => {
		expect(error.sentence).toEqual({ code: 'wrong', text, advice: 'Correct it.' });
	});

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

describe('a key', () => {
	it('is set as the object’s own property, whatever its name', () => {
		forAll(fc.constantFrom('__proto__', 'constructor', 'a'), fc.anything(), (key, value) => {
			const object: Record<string, unknown> = {};
			for (const one of [0, value]) setOwn(object, key, one);
			expect(Object.entries(object)).toEqual([[key, value]]);
			expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
			object[key] = 1;
			expect(object[key]).toBe(1);
			expect(delete object[key]).toBe(true);
		});
	});
});
