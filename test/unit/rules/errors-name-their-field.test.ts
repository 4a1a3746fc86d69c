import fc from 'fast-check';
import { keyAdvice, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import {
	parameterName,
	type Field,
	convertField,
	convertFields,
	isAbsent,
	ownValue,
	knownKeys,
} from '../../../nodes/CrmMessaging/fields/field';
import { InputError, quote } from '../../../nodes/CrmMessaging/fields/inputError';
import { setOwn } from '../../../nodes/CrmMessaging/fields/values';
import { number } from '../../../nodes/CrmMessaging/fields/types/number';
import { text } from '../../../nodes/CrmMessaging/fields/types/text';
import { forAll, refusal } from './rule';

const sender: Field = { name: 'sender_id', label: 'Sender', type: text, description: '' };
const price: Field = { name: 'price', label: 'Price', type: number, description: '' };
const context = { timezone: 'Europe/Madrid' };
const bug = new TypeError('bug');

describe('a field', () => {
	it.each([undefined, null, ''])('with the value %j counts as empty', (value) => {
		expect(isAbsent(value)).toBe(true);
		expect(convertField(sender, value, context)).toBeUndefined();
		const required = { ...sender, required: true };
		const missing = { ...wrongValue.required(), text: 'Sender is required' };
		expect(refusal(() => convertField(required, value, context))).toEqual(missing);
	});

	it('can keep an empty text', () => {
		const keeping = { ...sender, keepsEmpty: true, required: true };
		expect(convertField(keeping, '', context)).toBe('');
		expect(isAbsent(null, keeping)).toBe(true);
		expect([0, false].some((value) => isAbsent(value))).toBe(false);
		expect([isAbsent(' \n'), isAbsent(' ', keeping)]).toEqual([true, false]);
	});

	it('adds its label to the error of a wrong value, and leaves other errors unchanged', () => {
		expect(refusal(() => convertField(price, 'a', context))).toMatchObject({
			code: 'numberOutOfRange',
			text: 'Price must be a number, not “a”',
		});
		const convert = () => {
			throw bug;
		};
		const broken = { ...price, type: { ...number, convert } };
		expect(() => convertField(broken, 1, context)).toThrow(bug);
	});

	it('is read by its own name, and left out if it is empty', () => {
		const values = { sender_id: 7, price: '' };
		const sent = convertFields([sender, price], ownValue(values), context);
		expect(Object.entries(sent)).toEqual([['sender_id', '7']]);
		expect(ownValue({})({ ...sender, name: 'toString' })).toBeUndefined();
	});

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
	const inner = wrong('is missing', 'Name');

	it.each<[error: InputError, text: string]>([
		[inner, 'Name is missing'],
		[inner.inside('Contacts 2', 'Contact'), 'Contacts 2, Contact, Name is missing'],
		[wrong('has 12 characters', 'Sender'), 'Sender has 12 characters'],
		[wrong('must be one', 'Sender'), 'Sender must be one'],
		[wrong('doesn’t identify one', 'Contact'), 'Contact doesn’t identify one'],
		[wrong('it is none', 'Sender'), 'Sender: it is none'],
		[wrong('is missing'), 'is missing'],
		[wrong('isolated', 'Sender'), 'Sender: isolated'],
	])('names the field', (error, text) => {
		expect(error.sentence).toEqual({ code: 'wrong', text, advice: 'Correct it.' });
	});

	it('has 600 characters at most, half of them for the field', () => {
		const long = 'x'.repeat(700);
		expect(wrong(long).sentence.text).toBe(`${'x'.repeat(599)}…`);
		expect(wrong(long.slice(100)).sentence.text).toBe(long.slice(100));
		expect(wrong('is missing', long).sentence.text).toHaveLength(300 + ' is missing'.length);
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
	it('must be a known one', () => {
		const known = (given: object) => knownKeys({ ...given }, [sender], 'extra');
		expect(known({ extra: 1, sender_id: 2 })).toEqual({ extra: 1, sender_id: 2 });
		expect(refusal(() => known({ extra: 1, sender: 2 }))).toEqual(
			new InputError(wrongValue.unknownKey(keyAdvice.meant('sender_id')), ['sender'])
				.sentence,
		);
	});

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
