import type { IDataObject } from 'n8n-workflow';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { operations } from '../../nodes/CrmMessaging/actions';
import { DEMO_ACCOUNT } from '../../playground/service/options';
import { processedJob } from '../engine/every-operation/processed-job';
import { agentFormOf } from './harness/agent-form';
import { agentWorkflow, heardOnError } from './harness/agent-workflow';
import { sharedPlayground } from './harness/playground';
import { setUp } from './harness/set-up';
import { StubModel } from './harness/stub-model';

/** How many characters of an agent's attention an item may take. */
const longestItem = 800;

const account = { ...DEMO_ACCOUNT, appIds: ['guest-app'] };
const playground = setUp(() => sharedPlayground({ account }));
const model = setUp(StubModel.start);

/** Lets an agent call the node with these arguments; gives what it heard. */
async function heardBy(form: IDataObject, args: IDataObject): Promise<string> {
	const { client, credential } = playground();
	const before = model().heard.length;
	model().calls = [{ with: args }];
	const modelCredential = await model().credential(client);
	const { id } = await client.importWorkflow(
		agentWorkflow(form, modelCredential, heardOnError),
		credential,
	);
	await client.execute(id, 'Start');
	await client.finishedExecutions(id, 1);
	expect(model().heard).toHaveLength(before + 1);
	return model().heard.at(-1)!;
}

beforeEach(() => {
	playground().service.reset();
	playground().service.state.bulkJobs.push(processedJob('Aurora'));
});

test.each(operations)(
	'an agent that uses $resource.label: $name is told how to fill in each field, and gets a short answer',
	async (operation) => {
		const { form, good } = agentFormOf(operation);
		const heard = await heardBy(form, good);
		const { properties = {} } = model().offered[0]!.parameters;
		expect(Object.keys(properties).sort()).toEqual(Object.keys(good).sort());
		for (const { description } of Object.values(properties)) {
			expect(description).toMatch(/\w{2,}/);
		}
		expect(heard).not.toContain('"error"');
		const items = JSON.parse(heard) as unknown[];
		expect(heard.length / items.length).toBeLessThan(longestItem);
		const asked = playground().service.requests.filter(({ method }) => method !== 'GET');
		expect(asked).toHaveLength(changes(operation.endpoint) ? 1 : 0);
	},
);

test('Map Automatically would take the agent’s own call for data, and is refused', async () => {
	const heard = await heardBy({ resource: 'contact', operation: 'upsert', origin: 'chat' }, {});
	expect(heard).toContain('can’t be “Map Automatically”');
	expect(heard).toContain('Nothing was sent.');
	expect(playground().service.requests).toEqual([]);
});
