import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { formPairs, readBody } from '../../../nodes/CrmMessaging/callback/body';
import { forMany } from './rule';

type Tree = string | Tree[] | { [key: string]: Tree };

/** Writes a value as a form does: one pair for each text, with the way to it in brackets. */
function formOf(value: Tree, key: string): Array<[string, string]> {
	if (typeof value === 'string') return [[key, value]];
	return Object.entries(value).flatMap(([inner, one]) => formOf(one, `${key}[${inner}]`));
}

const formOfObject = (value: { [key: string]: Tree }): IDataObject =>
	Object.fromEntries(Object.entries(value).flatMap(([key, one]) => formOf(one, key)));

const key = fc
	.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('__proto__', 'toString'))
	// A form cannot tell an object with the key 0 from a list.
	.filter((text) => !/[[\]]|^\d+$/.test(text));
const { tree } = fc.letrec<{ tree: Tree; list: Tree[]; object: { [key: string]: Tree } }>(
	(tie) => ({
		tree: fc.oneof({ maxDepth: 4 }, fc.string(), tie('object'), tie('list')),
		list: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
		object: objectOf(tie('tree')),
	}),
);

/** An object, also with a key such as __proto__; a form cannot write an empty one. */
function objectOf(values: fc.Arbitrary<Tree>): fc.Arbitrary<{ [key: string]: Tree }> {
	return fc
		.array(fc.tuple(key, values), { minLength: 1, maxLength: 4 })
		.map((pairs) => Object.fromEntries(pairs));
}

const counts = ['contacts_valid_count', 'contacts_failed_count', 'timestamp'];
const body = objectOf(tree).filter((value) => counts.every((name) => !(name in value)));
const deep = (levels: number) => `a${'[b]'.repeat(levels)}`;

describe('the body of a callback', () => {
	it('reads the same from a form with bracketed keys as from JSON, which is left as it is', () => {
		forMany(500, body, (value) => {
			expect(JSON.stringify(readBody(formOfObject(value)))).toBe(JSON.stringify(value));
			expect(readBody(value)).toEqual(value);
		});
	});

	it.each<[what: string, given: IDataObject, read: IDataObject]>([
		[
			'has its counts as numbers, also from a form',
			{ account_id: '42', timestamp: '1533909631', token: '0123', 'valid[0][_id]': '7' },
			{ account_id: '42', timestamp: 1533909631, token: '0123', valid: [{ _id: '7' }] },
		],
		[
			'has its counts as numbers, also as text in JSON',
			{ contacts_valid_count: '10', contacts_failed_count: '0', token: '5' },
			{ contacts_valid_count: 10, contacts_failed_count: 0, token: '5' },
		],
		[
			'keeps counts that are none',
			{ contacts_valid_count: 'a1', contacts_failed_count: '1a', timestamp: ['5'] },
			{ contacts_valid_count: 'a1', contacts_failed_count: '1a', timestamp: ['5'] },
		],
		[
			'keeps numbers as keys where they do not count up from 0',
			{ 'rooms[5]': 'Ana', 'rooms[7]': 'Eva' },
			{ rooms: { 5: 'Ana', 7: 'Eva' } },
		],
		[
			'counts entries that are given without their place',
			{ 'tags[]': 'vip', 'contact[name]': 'Ana' },
			{ tags: ['vip'], contact: { name: 'Ana' } },
		],
		// A key that comes several times has a list for its value in n8n.
		['counts several such entries', { 'tags[]': ['vip', 'spa'] }, { tags: ['vip', 'spa'] }],
		['keeps a list under a name', { 'a[b]': ['vip', 'spa'] }, { a: { b: ['vip', 'spa'] } }],
		[
			'keeps what is deeper',
			{ a: 'x', 'a[b]': 'y', 'c[d]]': 'z' },
			{ a: { b: 'y' }, c: { 'd]': 'z' } },
		],
		['is read 32 levels deep', { [deep(33)]: 'x' }, { [deep(33)]: 'x' }],
		['is read no deeper', { [deep(1_000_000)]: 'x' }, { [deep(1_000_000)]: 'x' }],
	])('%s', (_what, given, read) => {
		expect(readBody(given)).toEqual(read);
		expect(Object.keys(readBody({ [deep(32)]: 'x' }))).toEqual(['a']);
	});

	it('changes nothing of what every object inherits', () => {
		readBody({ '__proto__[polluted]': 'yes', 'a[__proto__][polluted]': 'yes' });
		readBody({ 'constructor[prototype][polluted]': 'yes' });
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});

it('a form has the fields that come several times as lists', () => {
	const form = 'a=1&b=%20x+y&a=&__proto__=2&a=3';
	const read = '{"a":["1","","3"],"b":" x y","__proto__":"2"}';
	expect(JSON.stringify(formPairs(form))).toBe(read);
});
