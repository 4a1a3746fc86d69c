import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../../playground/n8n/client';
import { packPackage } from '../../playground/n8n/pack';
import { type RunningN8n, startN8n } from '../../playground/n8n/server';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { startLimitMs } from './harness/playground';
import { until } from './harness/until';

const owner = { email: 'demo@example.com', password: 'Playground1' };
const secrets = {
	baseUrl: 'http://localhost:9',
	accountId: 'aurora-hotels',
	accountSecret: 'account-secret-7f3a9c',
	masterSecret: '',
};

/** So many workflows are each called so often at the same instant. */
const workflowCount = 10;
const together = 12;

const ids = Array.from(
	{ length: workflowCount },
	(_, index) => `d1a2b3c4-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
);
const calls = Array.from({ length: together }, (_, index) => `c-${index}`);
const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
let n8n: RunningN8n;
let client: N8nClient;

async function start(port?: number): Promise<void> {
	n8n = await startN8n({ userFolder, port, packageTarball: packPackage() });
	client = new N8nClient(n8n.url);
	await client.enter(owner);
}

function triggerWorkflow(id: string): WorkflowFile {
	const node = {
		id,
		name: 'Processed',
		type: 'n8n-nodes-crm-messaging.crmMessagingTrigger',
		parameters: {},
		webhookId: id,
		typeVersion: 1,
		position: [0, 0],
	};
	const settings = { executionOrder: 'v1' };
	return { name: `Trigger ${id}`, nodes: [node], connections: {}, settings };
}

async function call(id: string, contact: string): Promise<{ status: number; body: string }> {
	const url = new URL(`${n8n.url}/webhook/${id}/crm-messaging`);
	const key = createHmac('sha256', secrets.accountSecret).update(id).digest('hex');
	url.searchParams.set('key', key);
	const said = { timestamp: 1533909631, token: id + contact, valid_contacts: [{ _id: contact }] };
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(said) });
	return { status: answer.status, body: await answer.text() };
}

beforeAll(() => start(), startLimitMs);

afterAll(async () => {
	await n8n?.stop();
	rmSync(userFolder, { recursive: true, force: true });
});

test(
	'a trigger knows after a kill every callback of those that came at the same instant',
	async () => {
		const credential = await client.saveCredential('Aurora', secrets);
		const workflows = [];
		for (const id of ids) {
			const stored = await client.importWorkflow(triggerWorkflow(id), credential);
			await client.activate(stored);
			workflows.push(stored);
		}
		for (const [index, id] of ids.entries()) {
			const answers = await Promise.all(calls.map((contact) => call(id, contact)));
			expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
			await client.finishedExecutions(workflows[index]!.id, together);
		}
		await n8n.kill();
		await start(n8n.port);
		const forgotten: string[] = [];
		for (const id of ids) {
			await until('the trigger to listen', async () => {
				const address = `${n8n.url}/webhook/${id}/crm-messaging`;
				return (await fetch(address)).status === 401;
			});
			for (const contact of calls) {
				const { status, body } = await call(id, contact);
				if (status !== 200 || !body.includes('Received before'))
					forgotten.push(id + contact);
			}
		}
		expect(forgotten).toEqual([]);
	},
	2 * startLimitMs,
);
