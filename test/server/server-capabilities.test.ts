import { agentWorkflow } from './harness/agent-workflow';
import { postGuests } from './harness/import-jobs';
import { guests, inRow, nodeAt, split, start, submit } from './harness/import-workflow';
import { sharedPlayground } from './harness/playground';
import { testWhereNot } from './harness/server-capabilities';
import { setUp } from './harness/set-up';
import { StubModel } from './harness/stub-model';

const playground = setUp(sharedPlayground);
const model = setUp(StubModel.start);

/** Runs an agent whose tool rejects a phone number; returns the execution's status. */
async function statusOfAgentRun(onError?: string): Promise<string> {
	const { client, credential } = playground();
	const form = {
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder: 'Hello',
		phoneNumber: "={{ $fromAI('to', 'Phone number') }}",
	};
	model().calls = [[{ with: { to: 'nobody' } }]];
	const workflow = agentWorkflow(form, await model().credential(client), onError);
	const { id } = await client.importWorkflow(workflow, credential);
	await client.execute(id, 'Start');
	const [execution] = await client.finishedExecutions(id, 1);
	return execution!.status;
}

/** docs/contributing/versions.md lists these titles as missing features. */
describe('when this n8n lacks a feature,', () => {
	testWhereNot('dataTables')(
		'the example _Failed contacts to a table_ needs a newer n8n',
		async () => {
			const all = await playground().client.nodeTypes();
			const tables = all.filter(({ name }) => name === 'n8n-nodes-base.dataTable');
			expect(JSON.stringify(tables)).not.toMatch(/"value":"table"/);
		},
	);

	testWhereNot('subWorkflowResults')(
		'_Wait for Result_ is refused in a sub-workflow',
		async () => {
			const { client, credential } = playground();
			const trigger = nodeAt(1, 'Called', 'executeWorkflowTrigger', 1.1, {
				inputSource: 'passthrough',
			});
			const below = await client.importWorkflow(inRow('Below', trigger, submit), credential);
			await client.activate(below);
			const call = nodeAt(4, 'Call', 'executeWorkflow', 1.2, {
				workflowId: { __rl: true, mode: 'id', value: below.id },
				options: { waitForSubWorkflow: true },
			});
			const above = await client.importWorkflow(
				inRow('Above', start('above'), split, call),
				credential,
			);
			await client.activate(above);
			await postGuests(playground(), 'above', guests(1));
			const [execution] = await client.finishedExecutions(above.id, 1);
			expect(execution!.status).toBe('error');
			expect((await client.execution(execution!.id)).data).toContain('sub-workflow of n8n 1');
			expect(playground().service.state.bulkJobs).toEqual([]);
		},
	);

	testWhereNot('toolErrors')(
		'an error ends the execution of an agent, unless the tool’s _On Error_ is set to _Continue_',
		async () => {
			expect(await statusOfAgentRun()).toBe('error');
			expect(await statusOfAgentRun('continueRegularOutput')).toBe('success');
		},
	);
});
