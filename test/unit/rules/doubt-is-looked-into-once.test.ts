import type { IExecuteFunctions } from 'n8n-workflow';
import { doubtOf } from '../../../nodes/CrmMessaging/engine/doubt';
import { Execution } from './memory-bench';

describe('what n8n has stored of the retried execution', () => {
	const read = jest.fn(async (): Promise<unknown> => ({
		resultData: { runData: {}, lastNodeExecuted: 'Before' },
	}));
	const look = async (run: Execution) =>
		await doubtOf({
			...run.context,
			additionalData: { hooks: { retryOf: '1' } },
			getExecutionDataById: read,
		} as unknown as IExecuteFunctions);
	beforeEach(() => read.mockClear());

	it('is read once by each retry, however often the node runs', async () => {
		const run = new Execution();
		expect([await look(run), read.mock.calls.length]).toEqual([undefined, 0]);
		for (const retries of [1, 2]) {
			run.retry();
			for (const _again of [1, 2]) expect(await look(run)).toBeUndefined();
			expect(read).toHaveBeenCalledTimes(retries);
		}
	});

	it.each([
		['all runs, if it holds no node', undefined, 'Text', ['cutShort', 'cutShort']],
		['the run that came next', 'Before', 'Text', ['cutShort', undefined]],
		['no run, if another node came next', 'Before', 'Other', [undefined, undefined]],
	])('puts in doubt %s', async (_, lastNodeExecuted, name, inDoubt) => {
		const run = new Execution().retry();
		read.mockResolvedValueOnce({
			resultData: { runData: {}, lastNodeExecuted },
			executionData: { nodeExecutionStack: [{ node: { name } }] },
		});
		const seen: unknown[] = [];
		for (run.runIndex = 0; run.runIndex < 2; run.runIndex++) seen.push(await look(run));
		expect(seen).toEqual(inDoubt);
	});

	it('counts as lost to all retries where it cannot be read', async () => {
		const run = new Execution().retry();
		read.mockRejectedValueOnce(new Error('The database does not answer'));
		await expect(look(run)).rejects.toThrow('does not answer');
		expect(await look(run.retry())).toBe('cutShort');
	});
});
