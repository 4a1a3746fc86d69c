import { cannotWait } from '../../nodes/CrmMessaging/catalogue/runs';
import { agentWorkflow } from './harness/agent-workflow';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './harness/playground';
import { type ServerCapability, serverCapabilities } from './harness/server-capabilities';
import { StubModel } from './harness/stub-model';

let playground: SharedPlayground;

beforeAll(async () => {
	playground = await sharedPlayground();
}, startLimitMs);

afterAll(() => playground?.stop());

/** A server without the capability; other tests show the capability where it exists. */
const tried: Record<ServerCapability, { without: string; not: () => Promise<void> }> = {
	waitForResult: {
		without:
			'_Wait for Result_ is refused before anything is sent, and the other ways are named',
		not: async () => {
			const { client, service } = playground;
			const all = await client.workflows();
			const { id } = all.find(
				({ name }) => name === 'Import contacts, wait, report failures',
			)!;
			await client.execute(id, 'Start');
			const [execution] = await client.finishedExecutions(id, 1);
			const { data } = await client.execution(execution!.id);
			expect(data).toContain(cannotWait.waitNeedsNewerN8n().text);
			expect(service.requests).toEqual([]);
		},
	},
	dataTables: {
		without: 'the example _Failed contacts to a table_ needs a newer n8n',
		not: async () => {
			const all = await playground.client.nodeTypes();
			const tables = all.filter(({ name }) => name === 'n8n-nodes-base.dataTable');
			expect(JSON.stringify(tables)).not.toMatch(/"value":"table"/);
		},
	},
	toolErrors: {
		without:
			'an error ends the execution of an agent, unless the tool’s _On Error_ is set to _Continue_',
		not: async () => {
			expect(await runOfAgent()).toBe('error');
			expect(await runOfAgent('continueRegularOutput')).toBe('success');
		},
	},
};

async function runOfAgent(onError?: string): Promise<string> {
	const { client, credential } = playground;
	const model = await StubModel.start();
	try {
		const own = await model.credential(client);
		const form = {
			resource: 'sms',
			operation: 'send',
			sender: 'Aurora',
			messageHolder: 'Hello',
			phoneNumber: "={{ $fromAI('to', 'Phone number') }}",
		};
		model.calls = [{ with: { to: 'nobody' } }];
		const workflow = agentWorkflow('Agent', form, own, onError);
		const { id } = await client.importWorkflow(workflow, credential);
		await client.execute(id, 'Start');
		const [execution] = await client.finishedExecutions(id, 1);
		return execution!.status;
	} finally {
		await model.stop();
	}
}

/** docs/contributing/versions.md takes from these titles what is done without. */
describe('what this n8n lacks', () => {
	for (const [name, { without, not }] of Object.entries(tried)) {
		const isThere = serverCapabilities[name as ServerCapability];
		(isThere ? test.skip : test)(without, not);
	}
});
