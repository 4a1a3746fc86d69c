/** `npm run bench:callbacks`: how fast the trigger takes callbacks, beside n8n's own Webhook node on the same server. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../playground/n8n/client';
import { packPackage } from '../playground/n8n/pack';
import { type RunningN8n, startN8n } from '../playground/n8n/server';
import type { WorkflowFile } from '../playground/n8n/workflow-file';
import { type Burst, compareBursts } from './callback-bursts';

const burst: Burst = { callbacks: 200, contacts: 200, rounds: 4 };

const owner = { email: 'demo@example.com', password: 'Playground1' };
const accountSecret = 'account-secret-7f3a9c';
const secrets = {
	baseUrl: 'http://localhost:9',
	...{ accountId: 'aurora-hotels', accountSecret, masterSecret: '' },
};
const triggerId = 'd1a2b3c4-0000-4000-8000-000000000011';
const webhookId = 'd1a2b3c4-0000-4000-8000-000000000012';

/** A workflow of one node that a call starts. */
function workflowOf(webhook: string, node: object): WorkflowFile {
	const placed = { id: webhook, name: 'Called', webhookId: webhook, position: [0, 0] };
	return {
		name: `Callbacks ${webhook}`,
		nodes: [{ ...placed, ...node } as WorkflowFile['nodes'][number]],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
}

const trigger = workflowOf(triggerId, {
	...{ type: 'n8n-nodes-crm-messaging.crmMessagingTrigger', typeVersion: 1 },
	parameters: { output: 'callback' },
});

const webhook = workflowOf(webhookId, {
	...{ type: 'n8n-nodes-base.webhook', typeVersion: 2 },
	parameters: { httpMethod: 'POST', path: webhookId, options: {} },
});

async function measure(n8n: RunningN8n): Promise<void> {
	const client = new N8nClient(n8n.url);
	await client.enter(owner);
	const credential = await client.saveCredential('Aurora', secrets);
	const called = [];
	for (const file of [webhook, trigger]) {
		const workflow = await client.importWorkflow(file, credential);
		await client.activate(workflow);
		called.push(workflow.id);
	}
	const key = createHmac('sha256', accountSecret).update(triggerId).digest('hex');
	const [webhookWorkflow, triggerWorkflow] = called as [string, string];
	await compareBursts(
		client,
		{
			theirs: { workflowId: webhookWorkflow, url: `${n8n.url}/webhook/${webhookId}` },
			ours: {
				workflowId: triggerWorkflow,
				url: `${n8n.url}/webhook/${triggerId}/crm-messaging?key=${key}`,
			},
		},
		burst,
	);
}

async function main(): Promise<void> {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const n8n = await startN8n({ userFolder, packageTarball: packPackage() });
	try {
		await measure(n8n);
	} finally {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
});
