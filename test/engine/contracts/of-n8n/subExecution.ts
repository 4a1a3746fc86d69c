import {
	canWaitForSubExecution,
	startSubExecution,
	waitForSubExecution,
	type StartedExecution,
} from '../../../../nodes/CrmMessaging/n8n/subExecution';
import { capabilities } from '../../harness';
import { node, type Prober } from '../probe';

/** That the other execution wakes this one is shown by test/server/wait-here.test.ts. */
export function contract(this: Prober): void {
	const { isThere } = capabilities.waitForResult;

	it('is known to be possible, or not', () => {
		expect(canWaitForSubExecution()).toBe(isThere);
	});

	const start = { ...node, name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' };
	const beside = { name: 'Beside', nodes: [start], connections: {} };

	(isThere ? it : it.skip)('ends beside the execution that starts it', async () => {
		const started: StartedExecution[] = [];
		const run = await this.run(async (context) => {
			started.push(await startSubExecution(context, beside, { of: 'it' }));
			return [];
		});
		expect(run.status).toBe('success');
		const [sub] = this.engine.waiting.subExecutionsOf(run);
		const items = [{ json: { of: 'it' } }];
		expect(started).toMatchObject([{ id: sub!.executionId, isWaiting: false, items }]);
	});

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

	(isThere ? it : it.skip)('is what an execution waits for', async () => {
		const run = await this.run(async (context) => {
			await waitForSubExecution(context, '4711');
			return [];
		});
		expect(run.status).toBe('waiting');
		const [entry] = run.data.data.executionData!.nodeExecutionStack;
		expect(entry!.metadata?.waitingChildExecutionIds).toEqual(['4711']);
	});
}
