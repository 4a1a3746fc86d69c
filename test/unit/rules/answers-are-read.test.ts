import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { reportsFailure } from '../../../nodes/CrmMessaging/service/documentedAnswers';
import { transport } from '../../../nodes/CrmMessaging/service/limiter';
import { deepestNesting } from '../../../nodes/CrmMessaging/fields/values';
import { contentOf, keysIn, walkJson } from '../../../nodes/CrmMessaging/service/content';
import { expectLinear } from '../../steps';
import { forAll } from './rule';

const { mostValues } = transport;
const excessOf = (json: string, most: number) => walkJson(json, most).excess;

describe('an answer', () => {
	it.each<[key: string, fails: unknown[], passes: unknown[]]>([
		['error', ['no credit', 'none', 7, ['a'], { code: 1 }], [null, false, 0, '', [], {}]],
		['errors', ['no credit', ['a'], { code: 1 }], [null, [], {}]],
		['success', [false, 'false', 'no', 0], [true, 'true', null]],
		['status', ['failed', 'Error', ' failed '], ['ok', 'failing', 'canceled', 500, null]],
		['valid', [false, 'false', 0], [true, 'true', null]],
		['message', [], ['failed']],
	])('reports a failure next to its results with some values of “%s”', (key, fails, passes) => {
		const reported = (values: unknown[]) =>
			values.filter((value) => reportsFailure({ [key]: value } as IDataObject));
		expect([reported(fails), reported(passes)]).toEqual([fails, []]);
	});

	it.each<[what: string, body: string, words: string]>([
		[
			'more than a million values',
			`{"campaigns": [${'{},'.repeat(mostValues)}{}]}`,
			'more than 1,000,000 values',
		],
		[
			'a million keys',
			`{${Array.from({ length: mostValues + 1 }, (_, at) => `"a${at}":1`).join(',')}}`,
			'more than 1,000,000 values',
		],
		['200 levels', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`, 'more than 100 levels'],
		['millions of brackets', '['.repeat(5_000_000), 'more than 100 levels'],
	])('with %s is rejected before it’s parsed', (_, body, words) => {
		const parse = jest.spyOn(JSON, 'parse');
		const { excess } = contentOf(body);
		expect(parse).not.toHaveBeenCalled();
		parse.mockRestore();
		expect(excess).toContain(words);
	});
});

describe('the walk of a JSON text', () => {
	/** Its values, each of them once; empty brackets count for what could be in them. */
	const countIn = (value: unknown): number => {
		if (typeof value !== 'object' || value === null) return 0;
		const inner = Object.values(value) as unknown[];
		return (
			Math.max(1, inner.length) + inner.reduce((sum: number, one) => sum + countIn(one), 0)
		);
	};
	const depthOf = (value: unknown): number =>
		typeof value !== 'object' || value === null
			? 0
			: 1 + Math.max(0, ...(Object.values(value) as unknown[]).map(depthOf));

	const hostile = fc.string({ unit: fc.constantFrom(...'"\\[]{},:a') });
	const values = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'medium' },
			hostile,
			fc.integer(),
			fc.array(tie('value')),
			fc.dictionary(hostile, tie('value')),
		),
	}));

	it('finds a repeated key, however it is escaped', () => {
		forAll(values.value, hostile, (value, key) => {
			const json = JSON.stringify(value);
			expect(walkJson(json, mostValues).keys).toBe(keysIn(value));
			const other = `"${[...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
			const twice = `[{${JSON.stringify(key)}:${json}, ${other} : 1}]`;
			expect(walkJson(twice, mostValues).keys).toBeGreaterThan(keysIn(JSON.parse(twice)));
		});
	});

	it('counts values and depth, whatever is in texts and keys', () => {
		forAll(values.value, fc.constantFrom(0, 2), (value, indent) => {
			const json = JSON.stringify(value, null, indent);
			const count = countIn(value);
			fc.pre(depthOf(value) <= deepestNesting && count > 0);
			expect([excessOf(json, count), excessOf(json, count - 1)]).toEqual([
				undefined,
				`it holds more than ${(count - 1).toLocaleString('en')} values`,
			]);
		});
	});

	it.each([
		['[7, ', ']', 1],
		['{"a": 1, "b": ', '}', 1],
		['{"[{\\"[": [', ']}', 2],
	])('stops just above the limit of levels, even of a million: %s', (open, close, each) => {
		const excess = (times: number) =>
			excessOf(`${open.repeat(times)}null${close.repeat(times)}`, mostValues);
		const most = deepestNesting / each;
		expect([most, most + 1, 1_000_000].map(excess)).toEqual([
			undefined,
			'it holds more than 100 levels',
			'it holds more than 100 levels',
		]);
	});

	it.each(['\\', '"', '\\"', '"\\', '"\\\\"'])('takes linear time for repeated %s', (part) => {
		expectLinear((count) => excessOf(`["${part.repeat(count)}`, mostValues), 20_000);
	});
});
