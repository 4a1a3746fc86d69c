import type { IExecuteFunctions } from 'n8n-workflow';
import { acknowledgeResend, doubtOf } from '../../../nodes/CrmMessaging/engine/doubt';
import { Execution } from './memory-bench';

describe('n8n’s stored data of the retried execution', () => {
	const read = jest.fn(async (): Promise<unknown> => ({
		resultData: { runData: {}, lastNodeExecuted: 'Before' },
	}));
	const check = async (run: Execution) =>
		await doubtOf({
			...run.context,
			additionalData: { hooks: { retryOf: '1' } },
			getExecutionDataById: read,
		} as unknown as IExecuteFunctions);
	const checkTwoRuns = async (run: Execution): Promise<unknown[]> => {
		const results: unknown[] = [];
		for (run.runIndex = 0; run.runIndex < 2; run.runIndex++) results.push(await check(run));
		return results;
	};
	beforeEach(() => read.mockClear());

	it('is read once per retry, no matter how often the node runs', async () => {
		const run = new Execution();
		expect([await check(run), read.mock.calls.length]).toEqual([undefined, 0]);
		for (const retries of [1, 2]) {
			run.retry();
			for (const _again of [1, 2]) expect(await check(run)).toBeUndefined();
			expect(read).toHaveBeenCalledTimes(retries);
		}
	});

	it.each([
		['all runs, if it contains no node', undefined, 'Text', ['cutShort', 'cutShort']],
		['the run that came next', 'Before', 'Text', ['cutShort', undefined]],
		['no run, if another node came next', 'Before', 'Other', [undefined, undefined]],
	])('leaves unconfirmed %s', async (_, lastNodeExecuted, name, expected) => {
		const run = new Execution().retry();
		read.mockResolvedValueOnce({
			resultData: { runData: {}, lastNodeExecuted },
			executionData: { nodeExecutionStack: [{ node: { name } }] },
		});
		expect(await checkTwoRuns(run)).toEqual(expected);
	});

	it('leaves a run unconfirmed again if it was cut short again, and no other run', async () => {
		const run = new Execution().retry();
		const next = { node: { name: 'Text' } };
		const cutShort = { executionData: { nodeExecutionStack: [next] } };
		read.mockResolvedValueOnce({ resultData: { runData: {} }, ...cutShort });
		expect(await check(run)).toBe('cutShort');
		for (run.runIndex = 0; run.runIndex < 2; run.runIndex++) acknowledgeResend(run.context);
		const resultData = { runData: { Text: [{}] }, lastNodeExecuted: 'Before' };
		read.mockResolvedValueOnce({ resultData, ...cutShort });
		expect(await checkTwoRuns(run.retry())).toEqual([undefined, 'cutShort']);
	});

	it('leaves every later retry unconfirmed if it can’t be read', async () => {
		const run = new Execution().retry();
		read.mockRejectedValueOnce(new Error('The database does not answer'));
		await expect(check(run)).rejects.toThrow('does not answer');
		expect(await check(run.retry())).toBe('cutShort');
	});
});
