/**
 * `npm run bench:callbacks`: how fast the trigger takes callbacks, compared with n8n's own Webhook node on
 * the same server. `npm run bench:callbacks -- 60 5`: bursts of 60, five rounds.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { N8nClient } from '../playground/n8n/client';
import { packPackage } from '../playground/n8n/pack';
import { startN8n } from '../playground/n8n/server';
import { callbackBody } from '../test/server/harness/callback-body';
import { median } from './results';

const [callbacks = 200, rounds = 3] = process.argv.slice(2).map(Number);
const contactsPerCallback = 200;

const owner = { email: 'demo@example.com', password: 'Playground1' };
const accountSecret = 'account-secret-7f3a9c';
const account = {
	baseUrl: 'http://localhost:9',
	accountId: 'aurora-hotels',
	accountSecret,
	masterSecret: '',
};
/** The Webhook node with a credential knows its callers by this. */
const header = { name: 'x-key', value: 'header-secret-5d2e' };
const idOf = (nth: number): string => `d1a2b3c4-0000-4000-8000-00000000001${nth}`;
const key = createHmac('sha256', accountSecret).update(idOf(0)).digest('hex');

/** A node that a call starts a workflow with. */
interface Contender {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	/** Below `/webhook/`. */
	path: string;
	/** Of each call. */
	headers: Record<string, string>;
}

const webhook = (nth: number, name: string, authentication: string): Contender => ({
	name,
	type: 'n8n-nodes-base.webhook',
	parameters: { httpMethod: 'POST', path: idOf(nth), authentication, options: {} },
	path: idOf(nth),
	headers: authentication === 'none' ? {} : { [header.name]: header.value },
});

const contenders: Contender[] = [
	{
		name: 'CRM Messaging Trigger',
		type: 'n8n-nodes-crm-messaging.crmMessagingTrigger',
		parameters: { output: 'callback' },
		path: `${idOf(0)}/crm-messaging?key=${key}`,
		headers: {},
	},
	webhook(1, 'Webhook', 'none'),
	webhook(2, 'Webhook with Header Auth', 'headerAuth'),
];

/** Imports and activates a workflow of each node alone; returns their ids. */
async function activateAll(client: N8nClient): Promise<string[]> {
	await client.enter(owner);
	const credential = await client.saveCredential('Aurora', account);
	const httpHeaderAuth = await client.saveCredential('Header', header, 'httpHeaderAuth');
	const ids: string[] = [];
	for (const [nth, { name, type, parameters, headers }] of contenders.entries()) {
		const node = {
			id: idOf(nth),
			webhookId: idOf(nth),
			name,
			type,
			typeVersion: 2,
			position: [0, 0] as [number, number],
			parameters,
			...(header.name in headers && { credentials: { httpHeaderAuth } }),
		};
		const settings = { executionOrder: 'v1' };
		const file = { name, nodes: [node], connections: {}, settings };
		const workflow = await client.importWorkflow(file, credential);
		await client.activate(workflow);
		ids.push(workflow.id);
	}
	return ids;
}

/** Sends a burst; returns the milliseconds until its last call was answered. */
async function sendBurst(url: string, headers: Record<string, string>, name: string) {
	const bodies = Array.from({ length: callbacks }, (_, at) =>
		callbackBody(`${name}-${at}`, contactsPerCallback),
	);
	const begun = performance.now();
	const statuses = await Promise.all(
		bodies.map(async (body) => {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body,
			});
			await answer.text();
			return answer.status;
		}),
	);
	const wrong = statuses.filter((status) => status !== 200).length;
	if (wrong > 0) throw new Error(`${wrong} of ${callbacks} calls were not answered 200.`);
	return performance.now() - begun;
}

/** Waits until every execution of a workflow has ended. */
async function settle(client: N8nClient, workflowId: string): Promise<void> {
	const isOver = ({ status }: { status: string }) => !['new', 'running'].includes(status);
	while (!(await client.executions(workflowId)).every(isOver)) await pause(250);
}

/** Sends bursts to all of them in turn; prints how long each took, and the trigger's rate by the others'. */
async function measure(url: string): Promise<void> {
	const say = (line: string): void => void process.stdout.write(`${line}\n`);
	const client = new N8nClient(url);
	const ids = await activateAll(client);
	const times = contenders.map((): number[] => []);
	// The first round is for warming up.
	for (let round = 0; round <= rounds; round++) {
		for (const [nth, { name, path, headers }] of contenders.entries()) {
			const burst = `${ids[nth]}-${round}`;
			const milliseconds = await sendBurst(`${url}/webhook/${path}`, headers, burst);
			await settle(client, ids[nth]!);
			if (round > 0) times[nth]!.push(milliseconds);
			say(`Round ${round}, ${name}: ${(milliseconds / 1000).toFixed(2)} s`);
		}
	}
	const [own, ...others] = times.map(median);
	for (const [at, other] of others.entries()) {
		say(
			`${contenders[0]!.name}: ${(other / own!).toFixed(2)} of the rate of ${contenders[at + 1]!.name}`,
		);
	}
}

async function main(): Promise<void> {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const engine = Object.entries(process.env).filter(([name]) =>
		name.startsWith('N8N_EXPRESSION_ENGINE'),
	);
	const env = Object.fromEntries(engine) as Record<string, string>;
	const n8n = await startN8n({ userFolder, packageTarball: packPackage(), env });
	try {
		await measure(n8n.url);
	} finally {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: Error) => {
	process.stderr.write(`\n${error.message}\n`);
	process.exitCode = 1;
});
