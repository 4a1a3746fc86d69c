import pWaitFor from 'p-wait-for';
import {
	canWaitForSubExecution,
	startSubExecution,
	waitForSubExecution,
} from '../../../../nodes/CrmMessaging/n8n/subExecution';
import { capabilities } from '../../harness';
import { node, type Prober } from '../probe';

/** That the other execution wakes this one is shown by test/server/wait-here.test.ts. */
export function contract(this: Prober): void {
	const { isThere } = capabilities.waitForResult;

	it('is known to be possible, or not', () => {
		expect(canWaitForSubExecution()).toBe(isThere);
	});

	(isThere ? it : it.skip)(
		'runs beside the execution that starts it, which can then wait for it',
		async () => {
			const started: string[] = [];
			const start = { ...node, name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' };
			const workflow = { name: 'Beside', nodes: [start], connections: {} };
			const run = await this.run(async (context) => {
				const id = await startSubExecution(context, workflow, [{ json: { of: 'it' } }]);
				started.push(id);
				await waitForSubExecution(context, id);
				return [];
			});
			expect(run.status).toBe('waiting');
			const [entry] = run.data.data.executionData!.nodeExecutionStack;
			expect(entry!.metadata?.waitingChildExecutionIds).toEqual(started);
			// It runs by itself, and may end after the one that started it was parked.
			await pWaitFor(() => this.engine.subExecutionOf(run) !== undefined, { interval: 5 });
			const sub = this.engine.subExecutionOf(run);
			expect([sub.executionId, sub.node('Start').output]).toMatchObject([
				started[0],
				[{ json: { of: 'it' } }],
			]);
		},
	);
}
