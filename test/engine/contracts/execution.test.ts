import { Execution } from '../../../nodes/CrmMessaging/n8n/execution';
import { node, Prober } from './probe';

const prober = new Prober();

/** test/server/endurance.test.ts shows the data that a server stores of a killed execution. */
const artificial = { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } };
const crashed = { executionStatus: 'crashed' };
const ran = { executionStatus: 'success', data: { main: [[{ json: {} }]] } };
const byRun = { isRetry: false };
const byRetry = { isRetry: true };
it.each<[string, object, { isRetry: boolean } | undefined, boolean]>([
	['stored nothing', {}, undefined, true],
	['had a log with the node', { Probe: [artificial] }, byRun, true],
	['had a log with the node running', { Probe: [crashed] }, byRun, true],
	['had such a log, which a retry has judged', { Probe: [artificial] }, byRetry, false],
	['had such a log, before n8n removed that run', { Probe: [] }, undefined, true],
	['failed at the node', { Probe: [] }, byRun, false],
	['had a log without the node', { Input: [artificial] }, undefined, false],
	['has continued since', { Probe: [artificial, ran] }, byRun, false],
])(
	'a retried execution finds interrupted runs in its own data if the original execution %s',
	async (_, runData, noted, expected) => {
		const [first] = Object.keys(runData);
		const own = {
			resultData: { runData, lastNodeExecuted: first && 'Input' },
			executionData: { nodeExecutionStack: [] },
		};
		const seen: boolean[] = [];
		await prober.run(async (context) => {
			const shown = { getNode: () => node, getExecutionDataById: async () => own };
			const execution = new Execution(Object.assign(context, shown as never));
			seen.push(await execution.mayHaveBegun(noted));
			return [];
		});
		expect(seen).toEqual([expected]);
	},
);
