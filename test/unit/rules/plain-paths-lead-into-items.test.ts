import fc from 'fast-check';
import {
	followPath,
	isExpression,
	plainPathOf,
	unclear,
} from '../../../nodes/CrmMessaging/engine/read/expressions/plainPath';
import { forMany } from './rule';

const special = [
	'$',
	...'__proto__ constructor toString valueOf hasOwnProperty prototype arguments'.split(' '),
	...'caller callee mainModule binding dlopen execve getPrototypeOf setPrototypeOf'.split(' '),
	...'defineProperty defineProperties getOwnPropertyDescriptor getBuiltinModule'.split(' '),
	...'getOwnPropertyDescriptors prepareStackTrace loadEnvFile _linkedBinding _load $'.split(' '),
];
const space = fc.stringMatching(/^[ \n\t]{0,2}$/);
const inQuotes = (quote: string) =>
	fc
		.string({ unit: fc.constantFrom(...'ab1 .]}$\'"ñ漢') })
		.filter((key) => !key.includes(quote) && !key.includes('}}') && key !== '$')
		.map((key) => ({ key, written: quote + key + quote }));
const index = fc.nat().map((at) => ({ key: String(at), written: String(at) }));
const quoted = fc.oneof(inQuotes('"'), inQuotes("'"), index);
const inBrackets = fc
	.tuple(quoted, space, space)
	.map(([{ key, written }, ...[a, b]]) => ({ key, written: `[${a}${written}${b}]` }));
const afterPoint = fc
	.tuple(fc.constantFrom('.', '?.', '\n.'), fc.stringMatching(/^(?:[A-Za-z_]|\$\w)\w{0,3}$/))
	.map(([point, key]) => ({ key, written: point + key }));
const steps = fc.array(fc.oneof(inBrackets, afterPoint), { minLength: 1, maxLength: 4 });

describe('an expression', () => {
	it('is a plain path if it only accesses keys of $json', () => {
		forMany(300, steps, space, space, (all, before, after) => {
			const path = `$json${all.map(({ written }) => written).join('')}`;
			expect(plainPathOf(before + path + after)).toEqual(all.map(({ key }) => key));
			const others = [`{{${path}}}`, `=${path}`, `${path}()`, `${path} a`, `a${path}`];
			expect(others.map(plainPathOf)).toEqual(others.map(() => undefined));
		});
	});

	it.each([
		'',
		'.',
		'.ñ',
		'.a-b',
		'.a()',
		'.a + 1',
		'?.["a"]',
		'[1.5]',
		'. a',
		'[]',
		'["a\']',
		'["a"',
		'["a\\n"]',
		'["a\n"]',
	])('of $json%s is left to n8n', (steps) => {
		expect(plainPathOf(` $json${steps} `)).toBeUndefined();
	});

	it.each(special)('that goes through %s is left to n8n', (key) => {
		expect(plainPathOf(` $json.a["${key}"].b `)).toBeUndefined();
	});

	it('is a text that begins with =', () => {
		expect(['=', '={{ 1 }}', 'a=', '', 5, null].filter(isExpression)).toEqual([
			'=',
			'={{ 1 }}',
		]);
	});
});

describe('a plain path', () => {
	it('leads to plain values, also of objects without a class', () => {
		for (const value of ['text', '', 0, 1.5, true, false, null, undefined]) {
			expect(followPath({ a: { b: value } }, ['a', 'b'])).toBe(value);
			const bare = Object.assign(Object.create(null) as object, { b: value });
			expect(followPath({ a: bare }, ['a', 'b'])).toBe(value);
		}
		for (const json of [{}, { a: null }, { a: undefined }, { a: {} }]) {
			expect(followPath(json, ['a', 'b'])).toBeUndefined();
		}
	});

	it.each([NaN, Infinity, -0, '\ud800', 5n, {}, ['b'], new Date(0), () => 1, Symbol('b')])(
		'that leads to %p is left to n8n',
		(value) => {
			expect(followPath({ a: value }, ['a'])).toBe(unclear);
		},
	);

	it.each<unknown>([
		Object.create({ b: 1 }) as object,
		...[new Map(), () => 1, [], new String('')].map((one) => Object.assign(one, { b: 1 })),
	])('that continues into %p is left to n8n', (value) => {
		expect(followPath({ a: value }, ['a', 'b'])).toBe(unclear);
		expect(followPath({ a: 'text' }, ['a', 'length'])).toBe(unclear);
	});
});
