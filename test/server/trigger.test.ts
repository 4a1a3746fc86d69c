import { randomUUID } from 'node:crypto';
import type { StoredWorkflow } from '../../playground/n8n/client';
import { activated } from './harness/import-jobs';
import { startPlayground, setUp, until } from './harness/playground';
import {
	callTrigger,
	inRow,
	type Node,
	processed,
	repeated,
	signedPath,
	started,
} from './harness/workflows';

const playground = setUp(() => startPlayground());

/** Publishes a workflow with only a trigger; returns its URL, plain and signed. */
async function publish(parameters: Node['parameters'] = {}) {
	const id = randomUUID();
	const trigger = { ...processed, parameters, webhookId: id };
	const workflow = await activated(playground(), inRow(`Trigger ${id}`, trigger));
	const { url, service } = playground();
	const signedUrl = url + signedPath(service.account.accountSecret, id);
	return { workflow, url: signedUrl.split('?')[0]!, signedUrl };
}

const isStarted = { status: 200, message: started };
const isRepeated = { status: 200, message: repeated };

/** Waits for a number of executions; the newest must contain a text, and there may be no more. */
async function expectExecutions(
	{ workflow }: { workflow: StoredWorkflow },
	count: number,
	newestContains: string,
	mode = 'webhook',
): Promise<void> {
	const { client } = playground();
	const [newest] = await client.finishedExecutions(workflow.id, count);
	expect(newest).toMatchObject({ status: 'success', mode });
	expect((await client.execution(newest!.id)).data).toContain(newestContains);
	expect(await client.executions(workflow.id)).toHaveLength(count);
}

describe('the trigger', () => {
	test('starts once for each of many callbacks at the same moment, and for two equal ones', async () => {
		const trigger = await publish();
		const tokens = Array.from({ length: 30 }, (_, nth) => `token-${nth}`);
		const answers = await Promise.all(
			[...tokens, ...tokens].map((token) => callTrigger(trigger.signedUrl, token)),
		);
		for (const { status } of answers) expect([200, 503]).toContain(status);
		const starts = answers.filter(({ message }) => message === started);
		expect(starts.map(({ token }) => token).sort()).toEqual(tokens.sort());
		for (const token of tokens) {
			expect(await callTrigger(trigger.signedUrl, token)).toMatchObject(isRepeated);
		}
		await expectExecutions(trigger, tokens.length, 'token-');
	});

	test('starts again with a mark for a callback from before a restart', async () => {
		const trigger = await publish();
		const call = () => callTrigger(trigger.signedUrl, 'c-1');
		expect(await call()).toMatchObject(isStarted);
		await playground().crash();
		// While it starts, n8n answers 200 to everything.
		await until('a start', async () => (await call()).message === started);
		await expectExecutions(trigger, 2, 'possibleRepeat');
		expect(await call()).toMatchObject(isRepeated);
	});

	test('starts again for a duplicate callback while the editor listens for a test event', async () => {
		const trigger = await publish();
		const testUrl = trigger.signedUrl.replace('/webhook/', '/webhook-test/');
		for (const count of [1, 2]) {
			await playground().client.execute(trigger.workflow.id, 'Processed');
			expect((await callTrigger(testUrl.slice(0, -1), 'c-1')).status).toBe(401);
			expect((await callTrigger(testUrl, 'c-1')).status).toBe(200);
			await expectExecutions(trigger, count, 'c-1', 'manual');
		}
		expect((await callTrigger(testUrl, 'c-1')).status).toBe(404);
	});

	test('reads a callback of any content type, even if n8n leaves its body unread', async () => {
		const trigger = await publish({ authentication: 'none' });
		// The empty one means no type.
		const types = ['application/vnd.api+json', 'application/octet-stream', ''];
		for (const [index, type] of types.entries()) {
			const headers: Record<string, string> = type ? { 'content-type': type } : {};
			// `fetch` would add the type of a text to a string.
			const body = Buffer.from(`{ "valid_contacts": [{ "_id": "c-type-${index}" }] }`);
			const { status } = await fetch(trigger.url, { method: 'POST', headers, body });
			expect(status).toBe(200);
			await expectExecutions(trigger, index + 1, `c-type-${index}`);
		}
	});
});
