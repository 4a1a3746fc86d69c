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

jest.setTimeout(60_000);

async function runThatWaits(): Promise<string> {
	const { client } = playground;
	const all = await client.workflows();
	const { id } = all.find(({ name }) => name === 'Import contacts, wait, report failures')!;
	await client.execute(id, 'Start');
	if (serverCapabilities.waitForResult) return (await client.waitingExecution(id)).status;
	const [execution] = await client.finishedExecutions(id, 1);
	return (await client.execution(execution!.id)).data;
}

/** The resources of n8n's node for data tables. */
async function tableResources(): Promise<string> {
	const all = await playground.client.nodeTypes();
	return JSON.stringify(all.filter(({ name }) => name === 'n8n-nodes-base.dataTable'));
}

const tables = /"value":"table"/;

const tried: Record<
	ServerCapability,
	{ title: string; without: string; there: () => Promise<void>; not: () => Promise<void> }
> = {
	waitForResult: {
		title: 'an execution waits for another one',
		without:
			'_Wait for Result_ is refused before anything is sent, and the other ways are named',
		there: async () => expect(await runThatWaits()).toBe('waiting'),
		not: async () => {
			expect(await runThatWaits()).toContain(cannotWait.waitNeedsNewerN8n().text);
			expect(playground.service.requests).toEqual([]);
		},
	},
	dataTables: {
		title: 'a workflow makes a data table',
		without: 'the example _Failed contacts to a table_ needs a newer n8n',
		there: async () => expect(await tableResources()).toMatch(tables),
		not: async () => expect(await tableResources()).not.toMatch(tables),
	},
	toolErrors: {
		title: 'an agent is told of the error of a tool',
		without:
			'an error ends the execution of an agent, unless the tool’s _On Error_ is set to _Continue_',
		there: async () => expect(await runOfAgent()).toBe('success'),
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
describe('what this n8n can do', () => {
	for (const [name, { title, without, there, not }] of Object.entries(tried)) {
		const isThere = serverCapabilities[name as ServerCapability];
		test(`${title}: ${isThere ? 'yes' : `no; ${without}`}`, isThere ? there : not);
	}
});
