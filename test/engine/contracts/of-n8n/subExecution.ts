import {
	canWaitForSubExecution,
	startSubExecution,
	type StartedExecution,
} from '../../../../nodes/CrmMessaging/n8n/subExecution';
import { capabilities } from '../../harness';
import { node, type Prober } from '../probe';

/** That the other execution wakes this one is shown by test/server/wait-for-result.test.ts. */
export function contract(this: Prober): void {
	const { isThere } = capabilities.waitForResult;

	it('is known to be possible, or not', () => {
		expect(canWaitForSubExecution()).toBe(isThere);
	});

	const start = { ...node, name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' };
	const beside = { name: 'Beside', nodes: [start], connections: {} };

	(isThere ? it : it.skip)('waits, and the execution that starts it does not', async () => {
		const pausing = { ...node, name: 'Pause', type: 'contract.pause' };
		const connections = {
			Start: { main: [[{ node: 'Pause', type: 'main' as const, index: 0 }]] },
		};
		const workflow = { ...beside, nodes: [start, pausing], connections };
		const started: StartedExecution[] = [];
		const pauseTypes = this.typeOf(async (context) => {
			await context.putExecutionToWait(new Date(Date.now() + 60_000));
			return [{ json: { paused: true } }];
		}, 'contract.pause');
		const execute = async (context: Parameters<typeof startSubExecution>[0]) => {
			started.push(await startSubExecution(context, workflow, {}, '4711'));
			return [];
		};
		const run = await this.run(
			execute,
			{},
			{
				nodeTypes: { ...this.typeOf(execute), ...pauseTypes },
			},
		);
		expect(run.status).toBe('success');
		expect(started).toMatchObject([{ isWaiting: true, items: [{ json: { paused: true } }] }]);
		const named = this.engine.waiting.subExecutionsOf({ executionId: '4711' });
		expect(named.map(({ executionId }) => executionId)).toEqual([started[0]!.id]);
	});
}
