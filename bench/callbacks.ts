/**
 * `npm run bench:callbacks`: how fast the trigger takes callbacks, compared with n8n's own Webhook node on
 * the same server. `npm run bench:callbacks -- 60 5`: bursts of 60, five rounds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded } from '../playground/n8n/client';
import { callbackBody } from '../test/server/harness/callback-body';
import type { Node } from '../test/server/harness/import-workflow';
import { type Playground, startPlayground } from '../test/server/harness/playground';
import { processed, signedPath } from '../test/server/harness/trigger-calls';
import { median } from './results';

const [callbacks = 200, rounds = 3] = process.argv.slice(2).map(Number);
const contactsPerCallback = 200;

/** The Webhook node with a credential knows its callers by this. */
const header = { name: 'x-key', value: 'header-secret-5d2e' };

/** A workflow of one node that a call starts. */
interface Contender {
	name: string;
	workflowId: string;
	url: string;
	milliseconds: number[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Imports and activates a workflow of each node alone. */
async function contendersIn({ client, credential, n8n, service }: Playground) {
	const httpHeaderAuth = await client.saveCredential('Header', header, 'httpHeaderAuth');
	const contender = async (name: string, path: string, node: Node): Promise<Contender> => {
		const settings = { executionOrder: 'v1' };
		const file = { name, nodes: [{ ...node, name }], connections: {}, settings };
		const workflow = await client.importWorkflow(file, credential);
		await client.activate(workflow);
		return { name, workflowId: workflow.id, url: n8n.url + path, milliseconds: [] };
	};
	const webhook = (name: string, path: string, authentication: string) =>
		contender(name, `/webhook/${path}`, {
			...processed,
			webhookId: path,
			type: 'n8n-nodes-base.webhook',
			parameters: { httpMethod: 'POST', path, authentication, options: {} },
			credentials: { httpHeaderAuth },
		});
	const trigger = { ...processed, parameters: { output: 'callback' } };
	return [
		await contender(
			'CRM Messaging Trigger',
			signedPath(service.account.accountSecret),
			trigger,
		),
		await webhook('Webhook', 'open', 'none'),
		await webhook('Webhook with Header Auth', 'with-header', 'headerAuth'),
	];
}

/** Sends a burst; returns the milliseconds until its last call was answered. */
async function sendBurst(url: string, name: string): Promise<number> {
	const headers = { 'content-type': 'application/json', [header.name]: header.value };
	const bodies = Array.from({ length: callbacks }, (_, at) =>
		callbackBody(`${name}-${at}`, contactsPerCallback),
	);
	const begun = performance.now();
	const statuses = await Promise.all(
		bodies.map(async (body) => {
			const answer = await fetch(url, { method: 'POST', headers, body });
			await answer.text();
			return answer.status;
		}),
	);
	const wrong = statuses.filter((status) => status !== 200).length;
	if (wrong > 0) throw new Error(`${wrong} of ${callbacks} calls were not answered 200.`);
	return performance.now() - begun;
}

async function main(): Promise<void> {
	const engine = Object.entries(process.env).filter(([name]) =>
		name.startsWith('N8N_EXPRESSION_ENGINE'),
	);
	const env = Object.fromEntries(engine) as Record<string, string>;
	const playground = await startPlayground({}, env);
	try {
		const contenders = await contendersIn(playground);
		// The first round is for warming up.
		for (let round = 0; round <= rounds; round++) {
			for (const { name, workflowId, url, milliseconds } of contenders) {
				const time = await sendBurst(url, `${workflowId}-${round}`);
				while (!(await playground.client.executions(workflowId)).every(hasEnded))
					await pause(250);
				if (round > 0) milliseconds.push(time);
				say(`Round ${round}, ${name}: ${(time / 1000).toFixed(2)} s`);
			}
		}
		const [own, ...others] = contenders;
		for (const { name, milliseconds } of others) {
			const rate = median(milliseconds) / median(own!.milliseconds);
			say(`${own!.name}: ${rate.toFixed(2)} of the rate of ${name}`);
		}
	} finally {
		await playground.stop();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`\n${error.message}\n`);
	process.exitCode = 1;
});
