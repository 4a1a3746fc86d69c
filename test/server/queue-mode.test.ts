import { activated } from './harness/import-jobs';
import { inRow } from './harness/import-workflow';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { setUp } from './harness/set-up';
import { callTrigger, processed, repeated, signedPath, started } from './harness/trigger-calls';

const n8n = setUp(startQueueMode);

// Both may start it: n8n offers a node no way to compare and store in one step.
test('the trigger loses no callback that two processes receive together, answers both correctly, and recognizes later duplicates', async () => {
	const { client, service, webhookProcessors } = n8n();
	const path = signedPath(service.account.accountSecret);
	const urls = webhookProcessors.map(({ url }) => url + path);
	const { id } = await activated(n8n(), inRow('Processed', processed));
	const both = await Promise.all(urls.map((url) => callTrigger(url, 'together')));
	expect(both.map(({ status }) => status)).toEqual([200, 200]);
	const starts = both.filter(({ message }) => message === started).length;
	expect(starts).toBeGreaterThan(0);
	await client.finishedExecutions(id, starts);
	for (const url of urls) {
		expect((await callTrigger(url, 'together')).message).toBe(repeated);
	}
	expect(await client.executions(id)).toHaveLength(starts);
});
