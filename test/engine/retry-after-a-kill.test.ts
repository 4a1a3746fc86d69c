import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import { runHint, wrongSetting, earlierTry } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { everyEndpoint, guests as twoGuests } from './every-operation/endpoint-cases';
import { madeUpEndpoints } from './every-operation/made-up';
import { processedJob } from './every-operation/processed-job';
import { describeWhere, type EngineRun } from './harness';
import { KillBench, recovered, type Ran } from './killed-executions';
import { guests, hintsOf, phoneOf, smsForm, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';

const NODE = 'Node under test';
const resend = { options: { unconfirmedRequests: 'resend' } };
const one = { items: guests(1) };

/** The error that n8n stores when a person stops an execution. */
const stop = { name: 'ManualExecutionCancelledError', message: 'It was cancelled' } as never;
const stopped = (data: IRunExecutionData): IRunExecutionData => ({
	...data,
	resultData: { ...data.resultData, error: stop },
});

const logged = { ended: ['Input', 'Before'], running: NODE };
/** How n8n has stored an execution that was killed while the node was running. */
const shapes = {
	'as it began': ({ stored }: Ran) => stored[0]!,
	'with what the event log has': ({ run, stored }: Ran) => recovered(run, stored[0]!, logged),
	'midway, with what the event log has': ({ run, stored }: Ran) =>
		recovered(run, stored[2]!, logged),
};

const cutShort = wrongSetting.unknownEarlier(earlierTry.cutShort);

function expectRefused(run: EngineRun): void {
	expect(run.error).toMatchObject({
		name: 'NodeOperationError',
		code: cutShort.code,
		message: cutShort.text,
		description: cutShort.advice,
		context: { outcome: 'unknown' },
	});
}

describe('the retry of an execution that was killed while the node was running', () => {
	const node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	const cases = everyEndpoint.flatMap((endpoint) =>
		Object.entries(shapes).map(([shape, shapeOf]) => ({ ...endpoint, shape, shapeOf })),
	);

	beforeEach(() => {
		node.service.state.bulkJobs.push(processedJob('Aurora'));
	});

	it.each(cases)('sends only what may be repeated: $name, stored $shape', async (given) => {
		const bench = new KillBench(node, given.node);
		const ran = await bench.run(given.form, { items: twoGuests });
		const arrived = node.sent.length;
		expect(arrived).toBeGreaterThan(0);
		const again = await bench.retry(ran.run, given.shapeOf(ran));
		if (!given.repeatable) {
			expectRefused(again);
			expect(node.sent.length).toBe(arrived);
			await bench.retry(ran.run, given.shapeOf(ran), {
				options: { ...(given.form.options as IDataObject), ...resend.options },
			});
		}
		expect(node.sent.length).toBe(2 * arrived);
	});
});

describe('after a kill,', () => {
	const sms = new NodeRunner(smsToGuests);
	const bench = new KillBench(sms);
	const killed = shapes['with what the event log has'];
	beforeEach(() => bench.reset());

	it('a retry of the retry is refused too, until the person chooses to resend', async () => {
		const ran = await bench.run({}, one);
		const options = { maxTries: -1 };
		const wrong = await bench.retry(ran.run, killed(ran), { options });
		expect(wrong.error?.message).toMatch(/^Batching, Max Tries/);
		const again = await bench.retry(wrong, wrong.data.data, { options: {} });
		expectRefused(again);
		const third = await bench.retry(again);
		expectRefused(third);
		expect(sms.sent).toHaveLength(1);
		expect((await bench.retry(third, third.data.data, resend)).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
	});

	it('what was sent again is remembered, and the rest is still refused', async () => {
		const ran = await bench.run({}, { items: guests(2) });
		const options = { batchSize: 1, parallelRequests: 1, maxTries: 1 };
		const again = { options: { ...options, ...resend.options } };
		sms.service.faults.add({ after: 1, action: { respond: { status: 429 } } });
		const failed = await bench.retry(ran.run, ran.stored[0], again);
		expect(failed.error?.message).toMatch(/busy|429/);
		const refused = await bench.retry(failed, failed.data.data, { options });
		expectRefused(refused);
		const last = await bench.retry(refused, refused.data.data, again);
		expect(last.status).toBe('success');
		const accepted = sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
		expect(accepted).toEqual([1, 2, 1, 2].map(phoneOf));
	});

	it('a preview is shown, and settles nothing', async () => {
		const ran = await bench.run({}, one);
		const preview = { options: { preview: 'messages' } };
		const shown = await bench.retry(ran.run, ran.stored[0], preview);
		expect([shown.status, shown.output.length]).toEqual(['success', 1]);
		expect(hintsOf(shown)).toContain(hintOf(runHint.previewOfDoubt()).message);
		expect(sms.sent).toHaveLength(1);
		expectRefused(await bench.retry(ran.run, ran.stored[0]));
	});

	it('a node that had not begun, as the event log shows, sends', async () => {
		const ran = await bench.run({}, one);
		const log = { ended: ['Input'], running: 'Before' };
		const stored = recovered(ran.run, ran.stored[0]!, log);
		expect((await bench.retry(ran.run, stored)).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
	});

	it.each(['fails', 'waits'] as const)(
		'the node is known to have begun if the retry %s before it',
		async (before) => {
			const ran = await bench.run({}, one);
			bench.before = before;
			const retried = await bench.retry(ran.run, killed(ran));
			expect(retried.status).toBe(before === 'fails' ? 'error' : 'waiting');
			bench.before = 'passesOn';
			expectRefused(
				before === 'fails'
					? await bench.retry(retried)
					: await sms.engine.waiting.timePasses(retried),
			);
			expect(sms.sent).toHaveLength(1);
		},
	);
});

describeWhere('retriedExecution')('if n8n shows which execution is retried,', () => {
	// In the next round of a loop, the node has its own output.
	const sms = new NodeRunner(
		smsForm({ phoneNumber: '={{ $json.phone ?? $json.phone_number }}' }),
	);
	const bench = new KillBench(sms);
	const ended = ['Input', 'Before'];
	beforeEach(() => bench.reset());

	it.each<[string, 'is refused' | 'sends', (ran: Ran) => IRunExecutionData]>([
		['that is next in what was stored midway', 'is refused', ({ stored }) => stored[2]!],
		['that comes later', 'sends', ({ stored }) => stored[1]!],
		[
			'of a log that shows no node running',
			'is refused',
			({ run, stored }) => recovered(run, stored[0]!, { ended }),
		],
		[
			'in a loop of which the log shows only that a round has ended',
			'is refused',
			({ run, stored }) =>
				recovered(run, stored[0]!, { ended: [...ended, NODE], running: 'After' }),
		],
		[
			'that a person stopped, after another that failed and continued',
			'is refused',
			({ stored }) => stopped(stored[2]!),
		],
	])('a node %s %s', async (title, expected, storedOf) => {
		if (title.includes('failed and continued')) bench.before = 'failsAndGoesOn';
		const ran = await bench.run({}, one);
		const again = await bench.retry(ran.run, storedOf(ran));
		if (expected === 'is refused') expectRefused(again);
		else expect(again.status).toBe('success');
		expect(sms.sent).toHaveLength(expected === 'sends' ? 2 : 1);
	});

	it('a node has begun if the event log has names that no node has any more', async () => {
		const ran = await bench.run({}, one);
		const log = { ended: ['Input', 'Another'], running: 'Before' };
		const stored = recovered(ran.run, ran.stored[0]!, log);
		const { workflow } = ran.run;
		workflow.nodes = workflow.nodes.filter(({ name }) => name !== 'Another');
		expectRefused(await bench.retry(ran.run, stored));
	});

	/** After *Input*, *Before* and the first round of the node and of *After*. */
	it.each([
		['the next round that had not begun sends', 3, undefined],
		['the next round that had not begun sends, as the event log shows', 3, 'After'],
		['the next round that may have begun is refused', 4, undefined],
	])('in a loop, %s', async (_, at, running) => {
		bench.rounds = 1;
		const ran = await bench.run({}, one);
		expect(sms.sent).toHaveLength(2);
		bench.rounds = 1;
		const again = await bench.retry(ran.run, recovered(ran.run, ran.stored[at]!, { running }));
		if (at === 4) expectRefused(again);
		else expect(again.status).toBe('success');
		expect(sms.sent).toHaveLength(at === 4 ? 2 : 3);
	});

	it('in a loop that continues on errors, only the rounds of the kills are refused', async () => {
		const ran = await bench.run({}, { ...one, onError: 'continueRegularOutput' });
		bench.rounds = 1;
		const again = await bench.retry(ran.run, ran.stored[2]);
		expect(again.thrown).toHaveLength(1);
		expect(again.runs).toHaveLength(2);
		expect(sms.sent).toHaveLength(2);
		// Killed again before the second round, which the first retry has sent.
		const third = await bench.retry(again, bench.stored[2]);
		expect(third.thrown).toHaveLength(1);
		expect(sms.sent).toHaveLength(2);
	});

	it('a loop that resumed after a wait is refused, whatever the log has of later nodes', async () => {
		const { run, stored } = await bench.run({}, one);
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, one);
		const { runData } = stored.at(-1)!.resultData;
		const { data } = waiting.data;
		data.resultData.runData[NODE] = runData[NODE]!;
		expectRefused(await bench.retry(run, recovered(run, data, { running: 'After' })));
		expect(sms.sent).toHaveLength(1);
	});

	it('the retry of a killed or stopped retry is refused', async () => {
		sms.service.faults.add({ action: { respond: { status: 400 } } });
		const { run: failed } = await bench.run({}, one);
		expect((await bench.retry(failed)).status).toBe('success');
		const start = bench.stored[0]!;
		for (const data of [start, stopped(start)]) {
			expectRefused(await bench.retry(failed, data));
		}
		expect(sms.sent).toHaveLength(2);
	});

	it('a retry is refused after a kill in a wait, and sends after a stop in it', async () => {
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, one);
		const { data } = waiting.data;
		expectRefused(await bench.retry(waiting, data));
		expect(sms.sent).toEqual([]);
		expect((await bench.retry(waiting, stopped(data))).status).toBe('success');
		expect(sms.sent).toHaveLength(1);
	});

	it('the retry of one that failed before the node sends', async () => {
		bench.before = 'fails';
		const { run: failed } = await bench.run({}, one);
		bench.before = 'passesOn';
		expect((await bench.retry(failed)).status).toBe('success');
		expect(sms.sent).toHaveLength(1);
	});

	it('a tool is refused wherever its agent may have been', async () => {
		const tools = new KillBench(sms, sms.engine.tool());
		const ran = await tools.run({}, one);
		const again = await tools.retry(ran.run, ran.stored[1]);
		expect(again.error?.message).toMatch(
			/^The execution that you retry was cut short, .*\. Nothing was sent now\. /,
		);
		expect(sms.sent).toHaveLength(1);
	});
});
