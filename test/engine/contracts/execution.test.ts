import type { IExecuteFunctions } from 'n8n-workflow';
import {
	hasFailed,
	isWaiting,
	lastItemsOf,
	sharedMemoryIn,
	sharedMemoryOf,
	executionMemoryOf,
} from '../../../nodes/CrmMessaging/n8n/execution';
import { failing, Prober } from './probe';

const prober = new Prober();

/** test/server/wait-for-result.test.ts shows that a server stores it like this. */
it('a stored execution shows its nodes’ memory, and whether it is waiting or has failed', async () => {
	const waiting = await prober.run(async (context) => {
		sharedMemoryOf(context).saved = 'this';
		await context.putExecutionToWait(new Date(Date.now() + 60_000));
		return [{ json: { out: true } }];
	});
	const { data } = waiting.data;
	expect(sharedMemoryIn(data)).toEqual({ saved: 'this' });
	expect([isWaiting(data), hasFailed(data)]).toEqual([true, false]);
	// The items it resumes with, and its node's output when the wait began.
	expect(lastItemsOf(data).map(({ json }) => json)).toEqual([{}, { out: true }]);
	const { data: failed } = await prober.run(async (context) => {
		throw failing(context);
	});
	expect([isWaiting(failed.data), hasFailed(failed.data)]).toEqual([false, true]);
});

it('a node’s memory lasts through Retry On Fail and retried executions, and is empty in a new one', async () => {
	const execute = async (context: IExecuteFunctions) => {
		const memory = executionMemoryOf(context);
		memory.runs = Number(memory.runs ?? 0) + 1;
		if (memory.runs < 4) throw failing(context);
		return [{ json: { ...memory } }];
	};
	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const failed = await prober.run(execute, retried);
	expect([failed.status, failed.tries]).toEqual(['error', 3]);
	const again = await prober.engine.runWorkflow(failed.workflow, {
		retryOf: failed,
		observe: failed.nodeName,
		nodeTypes: prober.typeOf(execute),
	});
	expect(again.output).toMatchObject([{ json: { runs: 4 } }]);
	expect((await prober.run(execute)).status).toBe('error');
});
