import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { formPairs, readBody, readForm } from '../../../nodes/CrmMessaging/callbacks/call';
import { forMany } from './rule';
import { processorTime } from '../../processor-time';

const key = fc
	.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'toString'))
	.filter((text) => !/[[\]]/.test(text));
const body = fc.dictionary(key, fc.jsonValue());
const deep = (levels: number) => `a${'[b]'.repeat(levels)}`;

describe('the body of a callback', () => {
	it('stays unchanged if it is JSON', () => {
		forMany(500, body, (value) => {
			expect(readBody(value as IDataObject)).toEqual(value);
		});
	});

	it.each<[form: IDataObject, expected: IDataObject]>([
		[{ token: '01' }, { token: '01' }],
		[
			{ timestamp: '15', 'a[0]': '7' },
			{ timestamp: 15, a: ['7'] },
		],
		[{ contacts_valid_count: '10' }, { contacts_valid_count: 10 }],
		[{ contacts_failed_count: '0' }, { contacts_failed_count: 0 }],
		[{ contacts_failed_count: 'a1' }, { contacts_failed_count: 'a1' }],
		[{ timestamp: ['5'] }, { timestamp: ['5'] }],
		[{ timestamp: '1a' }, { timestamp: '1a' }],
		// Numbers that do not count up from 0 are keys.
		[{ 'rooms[5]': 'Ana', 'rooms[7]': 'Eva' }, { rooms: { 5: 'Ana', 7: 'Eva' } }],
		[{ 'a[0]': 'x', 'a[b]': 'y' }, { a: { 0: 'x', b: 'y' } }],
		// List entries may have no index. n8n makes a list of repeated keys.
		[{ 'tags[]': 'vip' }, { tags: ['vip'] }],
		[{ 'a[0][b][c]': 'x', 'a[1]': 'y' }, { a: [{ b: { c: 'x' } }, 'y'] }],
		[{ 'tags[]': ['a', 'b'] }, { tags: ['a', 'b'] }],
		[{ 'a[b]': ['c'] }, { a: { b: ['c'] } }],
		[{ a: 'x', 'a[b]': 'y' }, { a: { b: 'y' } }],
		[{ 'c[d]e]': 'z' }, { c: { 'd]e': 'z' } }],
		// No callback has this many brackets.
		[{ [deep(33)]: 'x' }, { [deep(33)]: 'x' }],
		[{ [deep(1_000_000)]: 'x' }, { [deep(1_000_000)]: 'x' }],
	])('is parsed from form fields into numbers, lists and objects: case %#', (form, expected) => {
		expect(readBody(form)).toEqual(expected);
		expect(Object.keys(readBody({ [deep(32)]: 'x' }))).toEqual(['a']);
	});
});

it('the counts of a callback come first', () => {
	const read = readBody({ token: 'a', contacts_failed_count: 0, contacts_valid_count: 1 });
	const counts = ['contacts_valid_count', 'contacts_failed_count'];
	expect(Object.keys(read)).toEqual([...counts, 'token']);
});

describe('JSON with the content type of a form', () => {
	it('is read as JSON, whether raw or URL-encoded', () => {
		forMany(300, fc.oneof(body, fc.array(body)), (value) => {
			const json = JSON.stringify(value);
			for (const written of [
				json,
				`\n ${json} `,
				encodeURIComponent(json),
				`${encodeURIComponent(json)}=`,
				new URLSearchParams({ [json]: '' }).toString(),
			]) {
				expect(JSON.stringify(readForm(written))).toBe(json);
			}
		});
	});

	it.each(['{=1', '{"a":1', '%7B=1&a=2', '[a]=1', 'a={"b":1}', '', '{}&a=1'])(
		'isn’t assumed for the form %j',
		(form) => {
			expect(readForm(form)).toEqual(formPairs(form));
		},
	);
});

it('a form’s repeated fields become lists, and any name can be a key', () => {
	const form = 'a=1&b=%20x+y&a=&__proto__=2&a=3';
	const read = '{"a":["1","","3"],"b":" x y","__proto__":"2"}';
	expect(JSON.stringify(formPairs(form))).toBe(read);
	const nested = '{"a":{"__proto__":{"b":"x"}}}';
	expect(JSON.stringify(readBody(formPairs('a[__proto__][b]=x')))).toBe(nested);
});

it('a form is parsed in linear time, even if a key repeats many times', () => {
	const elapsed = processorTime();
	expect(formPairs('a=&'.repeat(500_000)).a).toHaveLength(500_000);
	expect(readBody(formPairs('a[]=&'.repeat(200_000))).a).toHaveLength(200_000);
	expect(elapsed()).toBeLessThan(5000);
});
