import type { IExecuteFunctions } from 'n8n-workflow';
import { Execution } from '../../../nodes/CrmMessaging/n8n/execution';
import { failing, node, Prober, type Execute } from './probe';

const prober = new Prober();

it('a node’s memory lasts through Retry On Fail and retried executions, and is empty in a new one', async () => {
	const execute = async (context: IExecuteFunctions) => {
		const { memory } = new Execution(context);
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

/** test/server/endurance.test.ts shows the data that a server stores of a killed execution. */
describe('a retried execution', () => {
	it('is distinguished from a first one, and finds no interrupted run after a failure', async () => {
		const seen: unknown[] = [];
		const execute: Execute = async (context) => {
			const execution = new Execution(context);
			seen.push(execution.isRetry && (await execution.mayHaveBegun('something')));
			throw failing(context);
		};
		const failed = await prober.run(execute);
		const nodeTypes = prober.typeOf(execute);
		await prober.engine.runWorkflow(failed.workflow, { retryOf: failed, nodeTypes });
		expect(seen).toEqual([false, false]);
	});

	const artificial = { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } };
	const crashed = { executionStatus: 'crashed' };
	const ran = { executionStatus: 'success', data: { main: [[{ json: {} }]] } };
	it.each<[string, object, 'nothing' | 'something' | 'byRetry', boolean]>([
		['stored nothing', {}, 'nothing', true],
		['had a log with the node', { Probe: [artificial] }, 'something', true],
		['had a log with the node running', { Probe: [crashed] }, 'something', true],
		['had such a log, which a retry has judged', { Probe: [artificial] }, 'byRetry', false],
		['had such a log, before n8n removed that run', { Probe: [] }, 'nothing', true],
		['failed at the node', { Probe: [] }, 'something', false],
		['had a log without the node', { Input: [artificial] }, 'nothing', false],
		['has continued since', { Probe: [artificial, ran] }, 'something', false],
	])(
		'finds interrupted runs in its own data if the original execution %s',
		async (_, runData, known, expected) => {
			const [first] = Object.keys(runData);
			const own = {
				resultData: { runData, lastNodeExecuted: first && 'Input' },
				executionData: { nodeExecutionStack: [] },
			};
			const seen: boolean[] = [];
			await prober.run(async (context) => {
				const shown = { getNode: () => node, getExecutionDataById: async () => own };
				const execution = new Execution(Object.assign(context, shown as never));
				seen.push(await execution.mayHaveBegun(known));
				return [];
			});
			expect(seen).toEqual([expected]);
		},
	);
});
