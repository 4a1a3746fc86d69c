import type { IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../../../nodes/CrmMessaging/n8n/execution';
import { failing, Prober } from './probe';

const prober = new Prober();

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
