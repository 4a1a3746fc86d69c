import {
	AnswerError,
	listIn,
	objectIn,
	isOnlyError,
	mostValues,
	readSuccess,
} from '../../../nodes/CrmMessaging/service/answer';
import { unreadable } from '../../../nodes/CrmMessaging/catalogue/requests';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import {
	countOf,
	deepestNesting,
	isObject,
	isTooDeep,
	textOf,
	truthOf,
} from '../../../nodes/CrmMessaging/fields/values';

const job = { _id: '7' };

describe('an answer', () => {
	it('contains an object, wrapped or bare, or a list under its key', () => {
		for (const answer of [{ bulk: job }, job]) expect(objectIn(answer, 'bulk')).toBe(job);
		for (const answer of [{ bulk: [job] }, { bulk: null }, { undefined: job }]) {
			expect(objectIn(answer, 'bulk')).toBe(answer);
			expect(objectIn(answer)).toBe(answer);
		}
		expect(listIn({ bulk: [job] }, 'bulk')).toEqual([job]);
	});

	it.each([null, undefined, 'text', 5, [job]])(
		'that isn’t an object throws an error naming the missing part: %j',
		(answer) => {
			expect(isObject(answer)).toBe(false);
			expect(() => objectIn(answer, 'bulk')).toThrow(new AnswerError('it holds no bulk'));
			expect(() => objectIn(answer)).toThrow(new AnswerError('it holds no object'));
			for (const other of [answer, { bulk: { answer } }]) {
				const missing = new AnswerError('it holds no list “bulk”');
				expect(() => listIn(other, 'bulk')).toThrow(missing);
			}
		},
	);

	it('with more than a million values is rejected before it’s parsed', () => {
		const body = `{"campaigns": [${'{},'.repeat(mostValues)}{}]}`;
		const parse = jest.spyOn(JSON, 'parse');
		const { failure } = readSuccess(endpoints.campaigns, body, new Redactor([]));
		expect(parse).not.toHaveBeenCalled();
		expect(failure?.message).toContain(unreadable.tooManyValues('1,000,000'));
	});

	it.each([
		['[7, ', ']'],
		['{"a": 1, "b": ', '}'],
	])('counts as too deep just above the limit, even with a million levels: %s', (open, close) => {
		const isNestedTooDeep = (levels: number) =>
			isTooDeep(JSON.parse(`${open.repeat(levels)}null${close.repeat(levels)}`));
		const levels = [deepestNesting, deepestNesting + 1, 1_000_000];
		expect(levels.map(isNestedTooDeep)).toEqual([false, true, true]);
	});

	it('converts any value to text', () => {
		const values = ['a', 7, { a: [null] }, undefined];
		expect(values.map(textOf)).toEqual(['a', '7', '{"a":[null]}', '']);
	});

	it('can write booleans and counts in several ways', () => {
		const yes = [true, 'true', ' YES ', 1, '1'];
		const no = [false, 'False', 'no', 0, '0'];
		const neither = [null, undefined, '', 'maybe', 2, {}, [], '-1', NaN];
		expect([yes, no, neither].map((values) => values.map(truthOf))).toEqual([
			yes.map(() => true),
			no.map(() => false),
			neither.map(() => undefined),
		]);
		expect([0, 2, '2', ' 2.0 ', '1000'].map(countOf)).toEqual([0, 2, 2, 2, 1000]);
		const noCounts = [null, undefined, '', -1, 1.5, '2x', [2]];
		expect(noCounts.map(countOf)).toEqual(noCounts.map(() => undefined));
	});

	it.each<[answer: unknown, isError: boolean]>([
		[{ error: 'no credit' }, true],
		[{ error: { message: 'no credit' }, status: 400, request_id: 'r-1' }, true],
		[{ error_code: 12 }, true],
		[{ error_info: { code: 12 } }, true],
		[{ success: false, message: 'no credit' }, true],
		[{ status: 'error', data: null, message: 'no credit' }, true],
		[{ status: 'failed', messages: { phone: ['no credit'] } }, true],
		[{ deliveries: [], error: 'no credit' }, true],
		[[{ error: 'no credit' }], true],
		[{ error: null, campaigns: [] }, false],
		[{ error: false }, false],
		[{ error: 'none' }, false],
		[{ errors: [] }, false],
		[{ error_code: '0' }, false],
		[{ error: 'one failed', deliveries: [{ valid: true }] }, false],
		[{ _id: 'b-1', error: 'one failed' }, false],
		[{ _id: null, error: 'no credit' }, true],
		[{ message: 'queued' }, false],
		[[], false],
	])('of %j contains only an error: %s', (answer, isError) => {
		expect(isOnlyError(answer)).toBe(isError);
	});
});
