import { earlierTry, wrongSetting } from '../../nodes/CrmMessaging/catalogue/runs';
import type { StoredWorkflow } from '../../playground/n8n/client';
import { activated, postGuests } from './harness/import-jobs';
import { inRow, nodeAt, split, start, text } from './harness/import-workflow';
import { listen } from './harness/listening-server';
import { startPlayground } from './harness/playground';
import { setUp, startLimitMs } from './harness/set-up';
import { until } from './harness/until';

/** Whether the slow address answers, and whether it was called. */
let answers = false;
let isCalled = false;

const slow = setUp(() =>
	listen(({ url = '' }, response) => {
		isCalled = true;
		response.setHeader('content-type', 'application/json');
		if (answers) response.end(JSON.stringify({ user_id: decodeURIComponent(url.slice(1)) }));
	}),
);
const playground = setUp(startPlayground);

const rejection = wrongSetting.unknownEarlier({ reason: earlierTry.cutShort }).text;
const names = ['killed', 'killed-midway', 'killed-before'];
const oneByOne = { batchSize: 1, parallelRequests: 1 };
/** Three phone numbers for each workflow. */
const phones = (nth: number): string[] => [0, 1, 2].map((index) => `+3460021${nth}00${index}`);

/** How often the guests of a workflow were texted. */
const texted = (nth: number): number =>
	playground().service.state.smsDeliveries.filter(({ phone_number }) =>
		phones(nth).includes(phone_number),
	).length;

/** Starts an execution that texts three guests one by one. */
const begin = (nth: number) => postGuests(playground(), names[nth]!, phones(nth));

/** Presses Retry, and returns the new execution. */
async function retried({ id }: StoredWorkflow, withSaved = false) {
	const { client } = playground();
	const before = await client.finishedExecutions(id, 1);
	await client.retry(before[0]!.id, withSaved);
	const [newest] = await client.finishedExecutions(id, before.length + 1);
	return await client.execution(newest!.id);
}

async function expectRejected(workflow: StoredWorkflow): Promise<void> {
	const { status, data } = await retried(workflow);
	expect(status).toBe('error');
	expect(data).toContain(rejection);
}

describe('a manual retry after n8n was killed', () => {
	const workflows: StoredWorkflow[] = [];
	beforeAll(async () => {
		const url = `={{ "${slow().url}/" + encodeURIComponent($json.user_id) }}`;
		const ask = nodeAt(4, 'Ask', 'httpRequest', 4.2, { url, options: {} });
		for (const name of names) {
			const texts = text('Hello', oneByOne);
			const nodes = name === 'killed-before' ? [ask] : [];
			const file = inRow(name, start(name), split, ...nodes, texts);
			const saves = name === 'killed-midway';
			file.settings = { ...file.settings, saveExecutionProgress: saves };
			workflows.push(await activated(playground(), file));
		}
		await begin(2);
		await until('a call of the slow address', () => isCalled);
		const slowly = { path: /sms/, times: 6, action: { delayMs: 3000 } };
		playground().service.faults.add(slowly);
		await Promise.all([begin(0), begin(1)]);
		await until('both to text', () => texted(0) > 0 && texted(1) > 0);
		await playground().crash();
		playground().service.faults.clear();
		answers = true;
	}, startLimitMs);

	test.each([0, 1])('is rejected before anything is sent (%#)', async (nth) => {
		const [workflow, before] = [workflows[nth]!, texted(nth)];
		const [crashed] = await playground().client.finishedExecutions(workflow.id, 1);
		expect(crashed?.status).toBe('crashed');
		expect(before).toBeLessThan(3);
		await expectRejected(workflow);
		await expectRejected(workflow);
		expect(texted(nth)).toBe(before);

		const options = { ...oneByOne, unconfirmedRequests: 'resend' };
		await playground().client.edit(workflow.id, 'Text', { options });
		expect((await retried(workflow, true)).status).toBe('success');
		expect(texted(nth)).toBe(before + 3);
	});

	test('is rejected as well if an earlier node was running', async () => {
		await expectRejected(workflows[2]!);
		expect(texted(2)).toBe(0);
	});
});
