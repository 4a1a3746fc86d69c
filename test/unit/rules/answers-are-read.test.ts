import type { IDataObject } from 'n8n-workflow';
import { mostValues, readSuccess } from '../../../nodes/CrmMessaging/service/answer';
import { reportsFailure } from '../../../nodes/CrmMessaging/service/oddities';
import { unreadable } from '../../../nodes/CrmMessaging/catalogue/requests';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { deepestNesting, excessOf } from '../../../nodes/CrmMessaging/fields/values';

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

	it('with more than a million values is rejected before it’s parsed', () => {
		const body = `{"campaigns": [${'{},'.repeat(mostValues)}{}]}`;
		const parse = jest.spyOn(JSON, 'parse');
		const { failure } = readSuccess(endpoints.campaigns, body, new Redactor([]));
		expect(parse).not.toHaveBeenCalled();
		expect(failure?.message).toContain(unreadable.tooManyValues({ most: '1,000,000' }));
	});

	it.each([
		['[7, ', ']'],
		['{"a": 1, "b": ', '}'],
	])('counts as too deep just above the limit, even with a million levels: %s', (open, close) => {
		const excess = (levels: number) =>
			excessOf(JSON.parse(`${open.repeat(levels)}null${close.repeat(levels)}`));
		const levels = [deepestNesting, deepestNesting + 1, 1_000_000];
		expect(levels.map(excess)).toEqual([undefined, 'too deep', 'too deep']);
	});
});
