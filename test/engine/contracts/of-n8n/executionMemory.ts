import type { IExecuteFunctions } from 'n8n-workflow';
import { executionMemoryOf } from '../../../../nodes/CrmMessaging/n8n/executionMemory';
import { failing, type Prober } from '../probe';

export function contract(this: Prober): void {
	const count = (context: IExecuteFunctions) => {
		const memory = executionMemoryOf(context);
		memory.runs = Number(memory.runs ?? 0) + 1;
		return memory.runs;
	};

	it('is the same when a node runs again by Retry On Fail', async () => {
		const run = await this.run(
			async (context) => {
				const runs = count(context);
				if (runs < 3) throw failing(context);
				return [{ json: { runs } }];
			},
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect(run.output).toMatchObject([{ json: { runs: 3 } }]);
	});

	it('is the same when a failed execution is retried, and empty in a new one', async () => {
		const execute = async (context: IExecuteFunctions) => {
			const runs = count(context);
			if (runs < 2) throw failing(context);
			return [{ json: { runs } }];
		};
		const failed = await this.run(execute);
		const nodeTypes = this.typeOf(execute);
		const again = await this.engine.runWorkflow(failed.workflow, {
			...{ retryOf: failed, observe: failed.nodeName, nodeTypes },
		});
		expect(again.output).toMatchObject([{ json: { runs: 2 } }]);
		expect((await this.run(execute)).status).toBe('error');
	});
}
