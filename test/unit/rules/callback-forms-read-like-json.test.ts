import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { readBody } from '../../../nodes/CrmMessaging/callback/body';
import { forAll, forMany } from './rule';

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

describe('the body of a callback', () => {
	it('reads the same from a form with bracketed keys as from JSON', () => {
		forMany(500, body, (value) => {
			expect(JSON.stringify(readBody(formOfObject(value)))).toBe(JSON.stringify(value));
		});
	});

	it('is left as it is when it is JSON', () => {
		forAll(body, (value) => {
			fc.pre(Object.keys(value).every((name) => !name.includes('[')));
			expect(readBody(value)).toEqual(value);
		});
	});

	it('has its counts as numbers, also from a form', () => {
		const form = {
			account_id: '42',
			timestamp: '1533909631',
			token: '0123',
			contacts_valid_count: '1',
			contacts_failed_count: '0',
			'valid_contacts[0][_id]': '7',
			'valid_contacts[0][phone_number]': '600123456',
		};
		expect(readBody(form)).toEqual({
			account_id: '42',
			timestamp: 1533909631,
			token: '0123',
			contacts_valid_count: 1,
			contacts_failed_count: 0,
			valid_contacts: [{ _id: '7', phone_number: '600123456' }],
		});
		expect(readBody({ contacts_valid_count: 'many' })).toEqual({
			contacts_valid_count: 'many',
		});
	});

	it('changes nothing of what every object inherits', () => {
		readBody({ '__proto__[polluted]': 'yes', 'a[__proto__][polluted]': 'yes' });
		readBody({ 'constructor[prototype][polluted]': 'yes' });
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});

	it('keeps numbers as keys where they do not count up from 0', () => {
		expect(readBody({ 'rooms[5]': 'Ana', 'rooms[7]': 'Eva' })).toEqual({
			rooms: { 5: 'Ana', 7: 'Eva' },
		});
	});

	it('counts entries that are given without their place', () => {
		expect(readBody({ 'tags[]': 'vip', 'contact[name]': 'Ana' })).toEqual({
			tags: ['vip'],
			contact: { name: 'Ana' },
		});
		// A key that comes several times has a list for its value in n8n.
		expect(readBody({ 'tags[]': ['vip', 'spa'] })).toEqual({ tags: ['vip', 'spa'] });
	});

	it('keeps a key of more brackets than any callback has as it is', () => {
		const deep = (levels: number) => `a${'[b]'.repeat(levels)}`;
		for (const levels of [33, 1_000_000]) {
			expect(readBody({ [deep(levels)]: 'x' })).toEqual({ [deep(levels)]: 'x' });
		}
		expect(Object.keys(readBody({ [deep(32)]: 'x' }))).toEqual(['a']);
	});
});
