import {
	hasFailed,
	isStopped,
	isWaiting,
	lastItemsOf,
	sharedMemoryIn,
	sharedMemoryOf,
	executionMemoryOf,
	runIndexOf,
} from '../../../../nodes/CrmMessaging/n8n/execution';
import { describeWhere } from '../../harness';
import { failing, type Prober } from '../probe';
import { ManualExecutionCancelledError, type IExecuteFunctions } from 'n8n-workflow';

export function contract(this: Prober): void {
	describe('what n8n has stored of an execution', contractOfExecutionData.bind(this));
	describe('the memory of a node', contractOfExecutionMemory.bind(this));
	describe('the index of a run', contractOfRunIndex.bind(this));
}

/** That a server stores it like this is shown by test/server/wait-for-result.test.ts. */
function contractOfExecutionData(this: Prober): void {
	it('shows what its nodes keep, and whether it waits or has failed', async () => {
		const waiting = await this.run(async (context) => {
			sharedMemoryOf(context).kept = 'this';
			await context.putExecutionToWait(new Date(Date.now() + 60_000));
			return [{ json: { out: true } }];
		});
		const { data } = waiting.data;
		expect(sharedMemoryIn(data)).toEqual({ kept: 'this' });
		expect([isWaiting(data), hasFailed(data)]).toEqual([true, false]);
		// The items it resumes with, and its node's output when the wait began.
		expect(lastItemsOf(data).map(({ json }) => json)).toEqual([{}, { out: true }]);
		const failed = await this.run(async (context) => {
			throw failing(context);
		});
		const { data: failedData } = failed.data;
		expect([isWaiting(failedData), hasFailed(failedData), isStopped(failedData)]).toEqual([
			false,
			true,
			false,
		]);
	});

	// Asked of executions that wait alone.
	describeWhere('waitForResult')('that waits', () => {
		it('shows whether a person has stopped it', () => {
			const { reason, message } = new ManualExecutionCancelledError('1');
			expect(isStopped({ resultData: { error: { reason, message } } } as never)).toBe(true);
		});
	});
}

function contractOfExecutionMemory(this: Prober): void {
	const count = (context: IExecuteFunctions) => {
		const memory = executionMemoryOf(context);
		memory.runs = Number(memory.runs ?? 0) + 1;
		return memory.runs;
	};

	it('is the same in Retry On Fail and in a retried execution, and empty in a new one', async () => {
		const execute = async (context: IExecuteFunctions) => {
			const runs = count(context);
			if (runs < 4) throw failing(context);
			return [{ json: { runs } }];
		};
		const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const failed = await this.run(execute, retried);
		expect([failed.status, failed.tries]).toEqual(['error', 3]);
		const again = await this.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			observe: failed.nodeName,
			nodeTypes: this.typeOf(execute),
		});
		expect(again.output).toMatchObject([{ json: { runs: 4 } }]);
		expect((await this.run(execute)).status).toBe('error');
	});
}

function contractOfRunIndex(this: Prober): void {
	it('counts the rounds of a loop', async () => {
		const seen: number[] = [];
		const execute = async (context: IExecuteFunctions) => {
			seen.push(runIndexOf(context));
			return seen.length % 4 ? [{ json: {}, pairedItem: { item: 0 } }] : [];
		};
		const { workflow } = await this.run(execute);
		const link = { main: [[{ node: 'Node under test', type: 'main' as const, index: 0 }]] };
		await this.engine.runWorkflow(
			{ ...workflow, connections: { Input: link, 'Node under test': link } },
			{ start: { node: 'Input' }, nodeTypes: this.typeOf(execute) },
		);
		expect(seen).toEqual([0, 0, 1, 2]);
	});
}
