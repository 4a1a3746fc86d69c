import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../nodes/CrmMessaging/actions';
import type { Operation } from '../../nodes/CrmMessaging/engine/operation';
import { changes } from '../../nodes/CrmMessaging/service/endpoints';
import { DEMO_ACCOUNT } from '../../playground/service/options';
import { formsOf } from '../engine/every-operation/forms';
import { processedJob } from '../engine/every-operation/processed-job';
import { agentWorkflow, onErrorForAgent, type PlannedCall, startStubModel } from './harness/agents';
import { ran, sharedPlayground, setUp } from './harness/playground';

/** The most characters that an item may add to an agent's context. */
const longestItem = 800;

const account = { ...DEMO_ACCOUNT, appIds: ['guest-app'] };
const playground = setUp(() => sharedPlayground({ account }));
const model = setUp(startStubModel);

/**
 * A form of every field that a person can let the model define, without options. `good` has the
 * arguments of a sensible model.
 */
function agentFormOf(operation: Operation) {
	const { ways, item } = formsOf(operation);
	const all = ways['each field mapped'] ?? ways['']!;
	const way = { ...all, options: undefined, additionalFields: undefined, filters: undefined };
	const good: IDataObject = {};
	const form = JSON.stringify(way).replace(/\{\{ \$json\.(\w+) \}\}/g, (_, key: string) => {
		const known = key === 'message_holder' ? 'Your room is ready' : item[key];
		const argument = typeof known === 'object' ? JSON.stringify(known) : known!;
		const name = key in good ? `${key}_${Object.keys(good).length}` : key;
		good[name] = argument;
		return `{{ $fromAI('${name}', 'the ${key}', '${typeof argument}') }}`;
	});
	return { form: JSON.parse(form) as IDataObject, good };
}

/** Lets an agent make the model's calls of the node; returns the node's answers. */
async function answersTo(
	form: IDataObject,
	calls: PlannedCall[][],
	...more: [version?: number, tools?: string[]]
): Promise<string[]> {
	const { client, credential } = playground();
	const before = model().toolAnswers.length;
	model().calls = calls;
	const file = agentWorkflow(form, await model().credential(client), onErrorForAgent, ...more);
	const { id } = await client.importWorkflow(file, credential);
	await ran(playground(), id);
	const answers = model().toolAnswers.slice(before);
	expect(answers).toHaveLength(calls.flat().length);
	return answers;
}

beforeEach(() => {
	playground().service.reset();
	playground().service.state.bulkJobs.push(processedJob('Aurora'));
});

test.each(operations)(
	'an agent gets a short answer: $resource.label, $choice.label',
	async (operation) => {
		const { form, good } = agentFormOf(operation);
		const [answer = ''] = await answersTo(form, [[{ with: good }]]);
		const { properties = {} } = model().offered[0]!.parameters;
		expect(Object.keys(properties).sort()).toEqual(Object.keys(good).sort());
		for (const { description } of Object.values(properties)) {
			expect(description).toMatch(/\w{2,}/);
		}
		expect(answer).not.toContain('"error"');
		const items = JSON.parse(answer) as unknown[];
		expect(answer.length / items.length).toBeLessThan(longestItem);
		const writes = playground().service.requests.filter(({ method }) => method !== 'GET');
		expect(writes).toHaveLength(changes(operation.endpoint) ? 1 : 0);
	},
);

/** Older agents run the calls of one answer in parallel, newer ones one after the other. */
describe.each([1.9, 3])('an agent of version %s', (version) => {
	const form = {
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		phoneNumber: "={{ $fromAI('phone_number', 'the number', 'string') }}",
		messageHolder: "={{ $fromAI('text', 'the text', 'string') }}",
	};
	const one = { phone_number: '+34600100001', text: 'One' };
	const two = { phone_number: '+34600100002', text: 'Two' };

	it('sends a message once that it asks two tools for', async () => {
		const tool = 'Another';
		const calls = [[{ with: one }, { with: one, tool }, { with: two }], [{ with: one, tool }]];
		const answers = await answersTo(form, calls, version, ['Tool', tool]);
		const texts = playground().service.state.smsDeliveries.map(({ text }) => text);
		expect(texts.sort()).toEqual(['One', 'Two']);
		expect(answers.filter((answer) => answer.includes('acceptedBefore'))).toHaveLength(2);
	});
});
