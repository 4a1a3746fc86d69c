import { agentWorkflow, startStubModel } from './harness/agents';
import { activated, postGuests } from './harness/import-jobs';
import { endOf, sharedPlayground, setUp } from './harness/playground';
import { type ServerCapability, serverCapabilities } from './harness/server-capabilities';
import { guests, inRow, nodeAt, split, start, submit } from './harness/workflows';

const playground = setUp(sharedPlayground);
const model = setUp(startStubModel);

const testWhereNot = (name: ServerCapability) => (serverCapabilities[name] ? test.skip : test);

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
			const trigger = nodeAt(1, 'Called', 'executeWorkflowTrigger', 1.1, {
				inputSource: 'passthrough',
			});
			const below = await activated(playground(), inRow('Below', trigger, submit));
			const call = nodeAt(4, 'Call', 'executeWorkflow', 1.2, {
				workflowId: { __rl: true, mode: 'id', value: below.id },
				options: { waitForSubWorkflow: true },
			});
			const file = inRow('Above', start('above'), split, call);
			const above = await activated(playground(), file);
			const { status, data } = await endOf(playground().client, above.id, () =>
				postGuests(playground(), 'above', guests(1)),
			);
			expect(status).toBe('error');
			expect(data).toContain('sub-workflow of n8n 1');
			expect(playground().service.state.bulkJobs).toEqual([]);
		},
	);

	testWhereNot('toolErrors')(
		'an error ends the execution of an agent, unless the tool’s _On Error_ is set to _Continue_',
		async () => {
			const { client, credential } = playground();
			const phoneNumber = "={{ $fromAI('to', 'Phone number') }}";
			const sms = { resource: 'sms', operation: 'send', sender: 'Aurora', phoneNumber };
			const form = { ...sms, messageHolder: 'Hello' };
			for (const onError of [undefined, 'continueRegularOutput']) {
				model().calls = [[{ with: { to: 'nobody' } }]];
				const file = agentWorkflow(form, await model().credential(client), onError);
				const { id } = await client.importWorkflow(file, credential);
				const { status } = await endOf(client, id, () => client.execute(id, 'Start'));
				expect(status).toBe(onError ? 'success' : 'error');
			}
		},
	);
});
