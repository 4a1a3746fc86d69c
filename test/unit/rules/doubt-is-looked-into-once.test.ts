import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { doubtOf } from '../../../nodes/CrmMessaging/engine/doubt';

interface Kept {
	memory: IDataObject;
	reads: number;
}

/** An execution of this id, the retry of one that failed, or of which n8n cannot tell anything now. */
function contextOf(
	execution: string,
	kept: Kept,
	{ isReadable = true, mode = 'retry' } = {},
): IExecuteFunctions {
	return {
		getMode: () => mode,
		getContext: () => kept.memory,
		getExecutionId: () => execution,
		getNode: () => ({ name: 'Text', type: 'crmMessaging' }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionDataById: async () => {
			kept.reads += 1;
			if (!isReadable) throw new Error('The database does not answer');
			return { resultData: { runData: {}, lastNodeExecuted: 'Before' } };
		},
	} as unknown as IExecuteFunctions;
}

describe('what n8n has stored of the retried execution', () => {
	it('is read once, however often the node runs, and again by the next retry', async () => {
		const kept: Kept = { memory: {}, reads: 0 };
		const looks = async (execution: string) => await doubtOf(contextOf(execution, kept));
		expect([await looks('2'), await looks('2'), kept.reads]).toEqual([undefined, undefined, 1]);
		expect([await looks('3'), kept.reads]).toEqual([undefined, 2]);
	});

	it('is not asked for where nothing is retried', async () => {
		const kept: Kept = { memory: {}, reads: 0 };
		expect(await doubtOf(contextOf('1', kept, { mode: 'trigger' }))).toBeUndefined();
		expect(kept.reads).toBe(0);
	});

	it('counts as lost to all retries where it cannot be read', async () => {
		const kept: Kept = { memory: {}, reads: 0 };
		await expect(doubtOf(contextOf('2', kept, { isReadable: false }))).rejects.toThrow(
			'does not answer',
		);
		expect(await doubtOf(contextOf('3', kept))).toBe('cutShort');
	});
});
