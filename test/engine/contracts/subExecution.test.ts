import {
	startSubExecution,
	type StartedExecution,
} from '../../../nodes/CrmMessaging/n8n/subExecution';
import { describeWhere } from '../harness';
import { inRow, nodeOfType } from '../harness/node-under-test';
import { Prober, type Execute } from './probe';

/** test/server/wait-for-result.test.ts shows that the sub-execution resumes its parent. */
describeWhere('waitForResult')('a sub-execution', () => {
	const prober = new Prober();

	it('waits without making its parent execution wait', async () => {
		const start = nodeOfType('n8n-nodes-base.executeWorkflowTrigger', 'Start');
		const workflow = { name: 'Child', ...inRow([start, nodeOfType('contract.pause')]) };
		const started: StartedExecution[] = [];
		const pause: Execute = async (context) => {
			await context.putExecutionToWait(new Date(Date.now() + 60_000));
			return [{ json: { paused: true } }];
		};
		const execute: Execute = async (context) => {
			started.push(await startSubExecution(context, workflow, {}, '4711'));
			return [];
		};
		const nodeTypes = { ...prober.typeOf(execute), ...prober.typeOf(pause, 'contract.pause') };
		const run = await prober.run(execute, {}, { nodeTypes });
		expect(run.status).toBe('success');
		expect(started).toMatchObject([{ isWaiting: true, items: [{ json: { paused: true } }] }]);
		const named = prober.engine.waiting.subExecutionsOf({ executionId: '4711' });
		expect(named.map(({ executionId }) => executionId)).toEqual([started[0]!.id]);
	});
});
