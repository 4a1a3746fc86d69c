import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient, type StoredWorkflow } from '../../playground/n8n/client';
import { withWebhookUrl } from '../../playground/n8n/environment';
import { packPackage } from '../../playground/n8n/pack';
import { freePort } from '../../playground/n8n/ports';
import { type RunningN8n, startN8n } from '../../playground/n8n/server';
import type { CredentialReference, WorkflowFile } from '../../playground/n8n/workflow-file';
import { unread, unreadTypes } from './harness/callback-body';
import { startLimitMs } from './harness/playground';
import { type PrefixProxy, startPrefixProxy } from './harness/prefix-proxy';
import { until } from './harness/until';

const owner = { email: 'demo@example.com', password: 'Playground1' };
const secrets = {
	baseUrl: 'http://localhost:9',
	accountId: 'aurora-hotels',
	accountSecret: 'account-secret-7f3a9c',
	masterSecret: '',
};
const webhookId = 'd1a2b3c4-0000-4000-8000-000000000004';
const key = createHmac('sha256', secrets.accountSecret).update(webhookId).digest('hex');
/** Who calls, as the proxy says it. */
const caller = '203.0.113.7';

const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
let proxy: PrefixProxy;
let n8n: RunningN8n;
let client: N8nClient;
let credential: CredentialReference;
let workflow: StoredWorkflow;

/** Starts n8n with what earlier ones in this file left, and logs in. */
async function startHere(port: number): Promise<void> {
	n8n = await startN8n({
		userFolder,
		port,
		packageTarball: packPackage(),
		env: {
			...withWebhookUrl(proxy.url),
			N8N_EDITOR_BASE_URL: proxy.url,
			N8N_PROXY_HOPS: '1',
		},
	});
	proxy.leadTo(n8n.port);
	client = new N8nClient(n8n.url);
	await client.enter(owner);
}

/** A workflow of a trigger and nothing else. */
function triggerWorkflow(id: string, parameters: object = {}): WorkflowFile {
	return {
		name: `Trigger ${id}`,
		nodes: [
			{
				id,
				name: 'Processed',
				type: 'n8n-nodes-crm-messaging.crmMessagingTrigger',
				parameters: { ...parameters },
				webhookId: id,
				typeVersion: 2,
				position: [0, 0],
			},
		],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
}

async function publish(file: WorkflowFile, used = credential): Promise<StoredWorkflow> {
	const stored = await client.importWorkflow(file, used);
	await client.activate(stored);
	return stored;
}

/** The URL that the editor shows: what n8n says of its address, and the webhook's path. */
async function productionUrl(id: string): Promise<string> {
	const settings = (await (await client.get('/rest/settings')).json()) as {
		data: { urlBaseWebhook: string; endpointWebhook: string };
	};
	const { urlBaseWebhook, endpointWebhook } = settings.data;
	return `${urlBaseWebhook}${endpointWebhook}/${id}/crm-messaging`;
}

const callback = (id: string) => ({
	account_id: 'aurora-hotels',
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
	const [newest] = await client.finishedExecutions(workflow.id, count);
	expect(newest).toMatchObject({ status: 'success', mode: 'webhook' });
	expect((await client.execution(newest!.id)).data).toContain(newestHolds);
	expect(await client.executions(workflow.id)).toHaveLength(count);
}

const refusals = () =>
	readFileSync(n8n.logFile, 'utf8')
		.split('\n')
		.filter((line) => line.includes('CRM Messaging Trigger was refused'));

beforeAll(async () => {
	proxy = await startPrefixProxy('/tools/n8n', caller);
	await startHere(await freePort());
	credential = await client.saveCredential('Aurora', secrets);
	workflow = await publish(triggerWorkflow(webhookId));
}, startLimitMs);

afterAll(async () => {
	await n8n?.stop();
	await proxy?.stop();
	rmSync(userFolder, { recursive: true, force: true });
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
		const log = readFileSync(n8n.logFile, 'utf8');
		expect(log).not.toContain(secrets.accountSecret);
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

	test('takes PUT and GET as well', async () => {
		expect(await call(signedUrl, 'PUT', callback('c-3'))).toMatchObject({ status: 200 });
		await expectExecutions(3, 'c-3');
		const query = 'timestamp=1533909632&valid_contacts[0][_id]=c-4';
		expect(await call(`${signedUrl}&${query}`, 'GET')).toMatchObject({ status: 200 });
		await expectExecutions(4, 'c-4');
	});

	test('is started by each of several callbacks that come at the same time', async () => {
		const ids = ['c-5', 'c-6', 'c-7'];
		const answers = await Promise.all(ids.map((id) => call(signedUrl, 'POST', callback(id))));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		await expectExecutions(7, 'c-');
	});

	test('starts again for a repeated one while the editor listens for a test', async () => {
		const testUrl = signedUrl.replace('/webhook/', '/webhook-test/');
		for (const count of [8, 9]) {
			await client.listenForTest(workflow.id, 'Processed');
			expect((await call(testUrl.slice(0, -1), 'POST', callback('c-1'))).status).toBe(401);
			expect((await call(testUrl, 'POST', callback('c-1'))).status).toBe(200);
			const [newest] = await client.finishedExecutions(workflow.id, count);
			expect(newest).toMatchObject({ status: 'success', mode: 'manual' });
		}
		expect((await call(testUrl, 'POST', callback('c-1'))).status).toBe(404);
	});

	test('reads a callback of whatever type, which n8n leaves unread', async () => {
		const id = 'd1a2b3c4-0000-4000-8000-000000000016';
		const { id: workflowId } = await publish(triggerWorkflow(id, { authentication: 'none' }));
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
		await publish(triggerWorkflow(id, { authentication: 'none', options }));
		const url = await productionUrl(id);
		expect(await call(url, 'POST', { a: 1 })).toMatchObject({ status: 200 });
		expect(await call(url.replace(proxy.url, `${n8n.url}/`), 'POST', { a: 2 })).toEqual({
			status: 401,
			body: '{"error":"not allowed"}',
		});
	});

	test('is not published with an IP range that cannot be read', async () => {
		const options = { allowedIpRanges: 'office' };
		const id = 'd1a2b3c4-0000-4000-8000-000000000006';
		await expect(publish(triggerWorkflow(id, { options }))).rejects.toThrow(
			'“office” isn’t an IP address or a range',
		);
	});

	test('answers 503 while its credential cannot be used', async () => {
		const id = 'd1a2b3c4-0000-4000-8000-000000000007';
		const wrong = { ...secrets, accountSecret: 'two words' };
		await publish(triggerWorkflow(id), await client.saveCredential('Wrong', wrong));
		expect(await call(await productionUrl(id), 'POST', callback('c-1'))).toEqual({
			status: 503,
			body: '{"error":"not ready"}',
		});
		expect(refusals().at(-1)).toContain(
			'The Account Secret of the credential contains a blank',
		);
	});

	test(
		'knows after a kill which callbacks it has seen, also those that came together',
		async () => {
			const together = Array.from({ length: 12 }, (_, at) => `c-${at + 9}`);
			const send = (id: string) => call(signedUrl, 'POST', callback(id));
			const answers = await Promise.all(together.map(send));
			expect(answers.map(({ status }) => status)).toEqual(together.map(() => 200));
			await expectExecutions(21, 'c-');
			await n8n.kill();
			await startHere(n8n.port);
			await until('the trigger to listen', async () => {
				return (await call(await productionUrl(webhookId), 'GET')).status === 401;
			});
			for (const id of ['c-1', 'c-2', 'c-3', 'c-5', 'c-6', 'c-7', ...together]) {
				expect(await send(id)).toEqual({
					status: 200,
					body: '{"message":"Received before"}',
				});
			}
			expect((await send('c-8')).status).toBe(200);
			await expectExecutions(22, 'c-8');
		},
		startLimitMs,
	);
});
