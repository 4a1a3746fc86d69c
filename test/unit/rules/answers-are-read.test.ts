import type { IDataObject } from 'n8n-workflow';
import {
	mostValues,
	readSuccess,
	reportsFailure,
	stateOf,
	type State,
} from '../../../nodes/CrmMessaging/service/answer';
import { unreadable } from '../../../nodes/CrmMessaging/catalogue/requests';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { Redactor } from '../../../nodes/CrmMessaging/service/redactor';
import { deepestNesting, excessOf } from '../../../nodes/CrmMessaging/fields/values';

describe('an answer', () => {
	it.each<[answer: object, fails: boolean]>([
		...['no credit', 'none', 7, ['a'], { code: 1 }].flatMap(
			(error): Array<[object, boolean]> => [
				[{ error }, true],
				[{ errors: error }, true],
			],
		),
		...[null, false, 0, '', [], {}].map((error): [object, boolean] => [{ error }, false]),
		...[false, 'false', 'no', 0].map((success): [object, boolean] => [{ success }, true]),
		...[true, 'true', null].map((success): [object, boolean] => [{ success }, false]),
		...['failed', 'Error', ' canceled '].map((status): [object, boolean] => [{ status }, true]),
		...['ok', 'failing', 500, null].map((status): [object, boolean] => [{ status }, false]),
		[{ message: 'failed' }, false],
	])('with %j next to its results reports a failure: %s', (answer, fails) => {
		expect(reportsFailure(answer as IDataObject)).toBe(fails);
	});

	it.each<[status: unknown, state: State]>([
		...['queue', 'queued', ' Queued'].map((word): [string, State] => [word, 'inProgress']),
		...['processed', 'Completed'].map((word): [string, State] => [word, 'completed']),
		...['failed', 'cancelled'].map((word): [string, State] => [word, 'failed']),
		...[undefined, null, '', 'not processed', 'processed_with_errors', 'ready', 1].map(
			(word): [unknown, State] => [word, 'unknown'],
		),
	])('has the status %j, which means %s', (status, state) => {
		expect(stateOf(status)).toBe(state);
		expect(stateOf(status, ['ready', ''])).toBe(
			status === 'ready' || status === '' || status === undefined ? 'completed' : state,
		);
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
