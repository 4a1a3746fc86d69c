import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StoredWorkflow } from '../../playground/n8n/client';
import { withWebhookUrl } from '../../playground/n8n/environment';
import { unread, unreadTypes } from './harness/callback-body';
import { activated } from './harness/import-jobs';
import { inRow, type Node } from './harness/import-workflow';
import { type Playground, startLimitMs, startPlayground } from './harness/playground';
import { type PrefixProxy, startPrefixProxy } from './harness/prefix-proxy';
import { processed } from './harness/trigger-calls';
import { until } from './harness/until';

const webhookId = 'd1a2b3c4-0000-4000-8000-000000000004';
const caller = '203.0.113.7';

let proxy: PrefixProxy;
let playground: Playground;
let key: string;
let workflow: StoredWorkflow;

/** Publishes a workflow of a trigger and nothing else. */
const publish = (id: string, parameters: Node['parameters'] = {}) =>
	activated(playground, inRow(`Trigger ${id}`, { ...processed, parameters, webhookId: id }));

/** The URL that the editor shows: what n8n says of its address, and the webhook's path. */
async function productionUrl(id: string): Promise<string> {
	const settings = (await (await playground.client.get('/rest/settings')).json()) as {
		data: { urlBaseWebhook: string; endpointWebhook: string };
	};
	const { urlBaseWebhook, endpointWebhook } = settings.data;
	return `${urlBaseWebhook}${endpointWebhook}/${id}/crm-messaging`;
}

const callback = (id: string) => ({
	account_id: 'demo-hotel',
	timestamp: 1533909631,
	token: 'token-of-the-service',
	contacts_valid_count: 1,
	valid_contacts: [{ _id: id }],
});

async function call(url: string, method: string, body?: object) {
	const answer = await fetch(url, {
		method,
		...(body && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	return { status: answer.status, body: await answer.text() };
}

/** Waits for the workflow's executions; the newest has to hold a text, and there may be no more. */
async function expectExecutions(count: number, newestHolds: string): Promise<void> {
	const { client } = playground;
	const [newest] = await client.finishedExecutions(workflow.id, count);
	expect(newest).toMatchObject({ status: 'success', mode: 'webhook' });
	expect((await client.execution(newest!.id)).data).toContain(newestHolds);
	expect(await client.executions(workflow.id)).toHaveLength(count);
}

const refusals = () =>
	readFileSync(playground.n8n.logFile, 'utf8')
		.split('\n')
		.filter((line) => line.includes('CRM Messaging Trigger was refused'));

beforeAll(async () => {
	proxy = await startPrefixProxy('/tools/n8n', caller);
	const address = { ...withWebhookUrl(proxy.url), N8N_EDITOR_BASE_URL: proxy.url };
	playground = await startPlayground({}, { ...address, N8N_PROXY_HOPS: '1' });
	proxy.leadTo(playground.n8n.port);
	const { accountSecret } = playground.service.account;
	key = createHmac('sha256', accountSecret).update(webhookId).digest('hex');
	workflow = await publish(webhookId);
}, startLimitMs);

afterAll(async () => {
	await playground?.stop();
	await proxy?.stop();
});

describe('the trigger in a real n8n behind a proxy with a path of its own', () => {
	let signedUrl: string;

	test('is started by a signed callback to the URL the editor shows', async () => {
		const url = await productionUrl(webhookId);
		expect(url).toBe(`${proxy.url}webhook/${webhookId}/crm-messaging`);
		signedUrl = `${url}?key=${key}`;
		expect(await call(signedUrl, 'POST', callback('c-1'))).toEqual({
			status: 200,
			body: '{"message":"Workflow was started"}',
		});
		await expectExecutions(1, 'c-1');
	});

	test('refuses a forged callback, and says so in the log without any secret', async () => {
		for (const url of [signedUrl.replace(/.$/, 'x'), await productionUrl(webhookId)]) {
			expect(await call(url, 'POST', callback('c-forged'))).toEqual({
				status: 401,
				body: '{"error":"not signed"}',
			});
		}
		expect(refusals()).toHaveLength(2);
		for (const line of refusals()) expect(line).toContain('it isn’t signed');
		const log = readFileSync(playground.n8n.logFile, 'utf8');
		expect(log).not.toContain(playground.service.account.accountSecret);
		expect(log).not.toContain(key);
		await expectExecutions(1, 'c-1');
	});

	test('answers a repeated callback 200 and starts nothing', async () => {
		expect(await call(signedUrl, 'POST', callback('c-1'))).toEqual({
			status: 200,
			body: '{"message":"Received before"}',
		});
		const together = ['c-2', 'c-2', 'c-2'].map((id) => call(signedUrl, 'POST', callback(id)));
		expect((await Promise.all(together)).map(({ status }) => status)).toEqual([200, 200, 200]);
		await expectExecutions(2, 'c-2');
	});

	test('starts again for a repeated one while the editor listens for a test', async () => {
		const testUrl = signedUrl.replace('/webhook/', '/webhook-test/');
		const { client } = playground;
		for (const count of [3, 4]) {
			await client.execute(workflow.id, 'Processed');
			expect((await call(testUrl.slice(0, -1), 'POST', callback('c-1'))).status).toBe(401);
			expect((await call(testUrl, 'POST', callback('c-1'))).status).toBe(200);
			const [newest] = await client.finishedExecutions(workflow.id, count);
			expect(newest).toMatchObject({ status: 'success', mode: 'manual' });
		}
		expect((await call(testUrl, 'POST', callback('c-1'))).status).toBe(404);
	});

	test('reads a callback of whatever type, which n8n leaves unread', async () => {
		const id = 'd1a2b3c4-0000-4000-8000-000000000016';
		const { client } = playground;
		const { id: workflowId } = await publish(id, { authentication: 'none' });
		for (const [at, type] of unreadTypes.entries()) {
			const call = unread(type, JSON.stringify(callback(`c-type-${at}`)));
			const answer = await fetch(await productionUrl(id), call);
			expect(answer.status).toBe(200);
			const [newest] = await client.finishedExecutions(workflowId, at + 1);
			expect((await client.execution(newest!.id)).data).toContain(`c-type-${at}`);
		}
	});

	test('knows the caller’s address behind the proxy', async () => {
		const id = 'd1a2b3c4-0000-4000-8000-000000000005';
		const options = { allowedIpRanges: '203.0.113.0/24' };
		await publish(id, { authentication: 'none', options });
		const url = await productionUrl(id);
		expect(await call(url, 'POST', { a: 1 })).toMatchObject({ status: 200 });
		expect(
			await call(url.replace(proxy.url, `${playground.n8n.url}/`), 'POST', { a: 2 }),
		).toEqual({
			status: 401,
			body: '{"error":"not allowed"}',
		});
	});

	test(
		'knows after a kill which callbacks it has seen, also those that came together',
		async () => {
			const together = Array.from({ length: 12 }, (_, at) => `c-${at + 9}`);
			const send = (id: string) => call(signedUrl, 'POST', callback(id));
			const answers = await Promise.all(together.map(send));
			expect(answers.map(({ status }) => status)).toEqual(together.map(() => 200));
			await expectExecutions(16, 'c-');
			await playground.crash();
			await until('the trigger to listen', async () => {
				return (await call(await productionUrl(webhookId), 'GET')).status === 401;
			});
			for (const id of ['c-1', 'c-2', ...together]) {
				expect(await send(id)).toEqual({
					status: 200,
					body: '{"message":"Received before"}',
				});
			}
			expect((await send('c-8')).status).toBe(200);
			await expectExecutions(17, 'c-8');
		},
		startLimitMs,
	);
});
