/**
 * `npm run bench:callbacks`: how fast the trigger takes callbacks, beside n8n's own Webhook node on the
 * same server. `npm run bench:callbacks -- 60 5`: bursts of 60, five rounds.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../playground/n8n/client';
import { packPackage } from '../playground/n8n/pack';
import { type RunningN8n, startN8n } from '../playground/n8n/server';
import type { CredentialReference, WorkflowFile } from '../playground/n8n/workflow-file';
import { type Burst, type Called, measureBursts } from './callback-bursts';

const [callbacks = 200, rounds = 3] = process.argv.slice(2).map(Number);
const burst: Burst = { callbacks, contacts: 200, rounds };

const owner = { email: 'demo@example.com', password: 'Playground1' };
const accountSecret = 'account-secret-7f3a9c';
const secrets = {
	baseUrl: 'http://localhost:9',
	accountId: 'aurora-hotels',
	accountSecret,
	masterSecret: '',
};
const idOf = (nth: number) => `d1a2b3c4-0000-4000-8000-00000000001${nth}`;
const key = createHmac('sha256', accountSecret).update(idOf(0)).digest('hex');

/** What the Webhook node with a credential knows its callers by. */
const header = { name: 'x-key', value: 'header-secret-5d2e' };

/** A node that a call starts a workflow with. */
interface Contender {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	/** Behind `/webhook/`. */
	path: string;
	/** Whether callers are known by a credential for n8n's own nodes. */
	byHeader?: boolean;
}

/** n8n's own node, in the version that it takes the least time for. */
const webhook = (nth: number) => ({
	type: 'n8n-nodes-base.webhook',
	path: idOf(nth),
	parameters: { httpMethod: 'POST', path: idOf(nth), options: {} },
});

const contenders: Contender[] = [
	{
		name: 'CRM Messaging Trigger',
		type: 'n8n-nodes-crm-messaging.crmMessagingTrigger',
		parameters: { output: 'callback' },
		path: `${idOf(0)}/crm-messaging?key=${key}`,
	},
	{ name: 'Webhook', ...webhook(1) },
	{
		name: 'Webhook with Header Auth',
		byHeader: true,
		...webhook(2),
		parameters: { ...webhook(2).parameters, authentication: 'headerAuth' },
	},
];

/** A workflow of that node and nothing else. */
function workflowOf(
	{ name, type, parameters, byHeader }: Contender,
	nth: number,
	headerAuth: CredentialReference,
): WorkflowFile {
	const node = { id: idOf(nth), name, type, parameters, webhookId: idOf(nth) };
	const own = byHeader ? { credentials: { httpHeaderAuth: headerAuth } } : {};
	return {
		name,
		nodes: [{ ...node, ...own, typeVersion: 2, position: [0, 0] }],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
}

async function measure(n8n: RunningN8n): Promise<void> {
	const client = new N8nClient(n8n.url);
	await client.enter(owner);
	const credential = await client.saveCredential('Aurora', secrets);
	const headerAuth = await client.saveCredential('Header', header, 'httpHeaderAuth');
	const called: Called[] = [];
	for (const [nth, contender] of contenders.entries()) {
		const workflow = await client.importWorkflow(
			workflowOf(contender, nth, headerAuth),
			credential,
		);
		await client.activate(workflow);
		const url = `${n8n.url}/webhook/${contender.path}`;
		const headers = contender.byHeader ? { [header.name]: header.value } : {};
		called.push({ name: contender.name, workflowId: workflow.id, url, headers });
	}
	await measureBursts(client, called, burst, (line) => process.stdout.write(`${line}\n`));
}

/** What the caller says of n8n's expression engine. */
const engineSettings = Object.fromEntries(
	Object.entries(process.env).flatMap(([name, value]) =>
		name.startsWith('N8N_EXPRESSION_ENGINE') && value !== undefined ? [[name, value]] : [],
	),
);

async function main(): Promise<void> {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const n8n = await startN8n({ userFolder, packageTarball: packPackage(), env: engineSettings });
	try {
		await measure(n8n);
	} finally {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: Error) => {
	process.stderr.write(`\n${error.message}\n`);
	process.exitCode = 1;
});
