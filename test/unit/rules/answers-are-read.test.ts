import type { IDataObject } from 'n8n-workflow';
import { reportsFailure } from '../../../nodes/CrmMessaging/service/documentedAnswers';
import { contentOf } from '../../../nodes/CrmMessaging/service/answer';

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

	it('isn’t read with more than a million values', () => {
		const body = `{"campaigns": [${'{},'.repeat(1_000_000)}{}]}`;
		const excess = 'it holds more than 1,000,000 values';
		expect(contentOf(body)).toEqual({ text: '', json: null, excess });
	});

	it('may have a hundred levels', () => {
		const excess = (levels: number) =>
			contentOf(`${'{"a": ['.repeat(levels / 2)}7${']}'.repeat(levels / 2)}`).excess;
		expect([excess(100), excess(102)]).toEqual([undefined, 'it holds more than 100 levels']);
	});
});
