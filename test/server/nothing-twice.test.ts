import type { StoredWorkflow } from '../../playground/n8n/client';
import type { FaultAction } from '../../playground/service/stand-in';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './harness/playground';

let playground: SharedPlayground;

beforeAll(async () => {
	playground = await sharedPlayground();
}, startLimitMs);

afterAll(() => playground?.stop());

beforeEach(() => playground.service.reset());

const phones = Array.from({ length: 6 }, (_, index) => `+3460020000${index}`);
const path = (name: string): string => `nothing-twice-${name}`;

/** Guests come in at a webhook and are texted, two a request; the node's settings are the test's. */
function textGuests(name: string, settings: object): WorkflowFile {
	return {
		name: `Text guests, ${name}`,
		nodes: [
			{
				id: 'a0000000-0000-4000-8000-000000000001',
				name: 'Guests',
				type: 'n8n-nodes-base.webhook',
				parameters: { httpMethod: 'POST', path: path(name), options: {} },
				webhookId: path(name),
				typeVersion: 2,
				position: [0, 0],
			},
			{
				id: 'a0000000-0000-4000-8000-000000000002',
				name: 'Split',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'body.phones', options: {} },
				typeVersion: 1,
				position: [200, 0],
			},
			{
				id: 'a0000000-0000-4000-8000-000000000003',
				name: 'Text',
				type: 'n8n-nodes-crm-messaging.crmMessaging',
				parameters: {
					resource: 'sms',
					operation: 'send',
					sender: 'Aurora',
					messageHolder: '={{ "It is " + $now.toMillis() }}',
					phoneNumber: "={{ $json['body.phones'] }}",
					options: { batching: { batchSize: 1, parallelRequests: 1, maxTries: 1 } },
				},
				typeVersion: 1,
				position: [400, 0],
				...settings,
			},
		],
		connections: {
			Guests: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
			Split: { main: [[{ node: 'Text', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

async function textAll(name: string, settings: object): Promise<StoredWorkflow> {
	const { client, credential, n8n } = playground;
	const workflow = await client.importWorkflow(textGuests(name, settings), credential);
	await client.activate(workflow);
	const answer = await fetch(`${n8n.url}/webhook/${path(name)}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ phones }),
	});
	expect(answer.status).toBe(200);
	return workflow;
}

const texted = (): string[] =>
	playground.service.state.smsDeliveries.map(({ phone_number }) => phone_number).sort();

/** A service that turns a request away, and says when to come back. */
const busy: FaultAction = { respond: { status: 503, headers: { 'retry-after': '0' } } };

describe('on a real n8n, nobody is texted twice', () => {
	test('when Retry On Fail runs the node again after a fault in the middle', async () => {
		playground.service.faults.add({ after: 3, action: busy });
		const workflow = await textAll('retry-on-fail', {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 200,
		});
		const [execution] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(execution?.status).toBe('success');
		expect(texted()).toEqual(phones);
		expect(playground.service.requests).toHaveLength(phones.length + 1);
	});

	test.each([
		['retries the failed execution from the list', 'by-hand', undefined],
		['edits the node and retries with the saved workflow', 'edited', 'Another text'],
	])('when a person %s', async (_, name, messageHolder) => {
		playground.service.faults.add({ after: 3, action: busy });
		const workflow = await textAll(`retried-${name}`, {});
		const [failed] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(failed?.status).toBe('error');
		expect(texted()).toEqual(phones.slice(0, 3));
		if (messageHolder) {
			const options = { batching: { batchSize: 2, parallelRequests: 1, maxTries: 3 } };
			await playground.client.edit(workflow.id, 'Text', { messageHolder, options });
		}
		await playground.client.retry(failed!.id, messageHolder !== undefined);
		const [again] = await playground.client.finishedExecutions(workflow.id, 2);
		expect(again?.status).toBe('success');
		expect(texted()).toEqual(phones);
		const texts = playground.service.state.smsDeliveries.map(({ text }) => text);
		if (messageHolder) expect(texts.slice(3)).toEqual(Array(3).fill(messageHolder));
	});
});
