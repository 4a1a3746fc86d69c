import type { IDataObject, INodeType } from 'n8n-workflow';
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
const sendAgain = { options: { unconfirmedRequests: 'resend' } };

/** What n8n notes of an execution that a person stops. */
const stop = { name: 'ManualExecutionCancelledError', message: 'It was cancelled' } as never;

/** How n8n has stored an execution that was killed while the node was under way. */
const shapes = {
	'as it began': ({ stored }: Ran) => stored[0]!,
	'with what the event log has': ({ run, stored }: Ran) =>
		recovered(run, stored[0]!, { ended: ['Input', 'Before'], running: NODE }),
	'midway, with what the event log has': ({ run, stored }: Ran) =>
		recovered(run, stored[2]!, { ended: ['Input', 'Before'], running: NODE }),
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

describe('the retry of an execution that was killed while the node was under way', () => {
	const node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	const cases = everyEndpoint.flatMap((one) =>
		Object.entries(shapes).map(([shape, shapeOf]) => ({ ...one, shape, shapeOf })),
	);

	beforeEach(() => {
		node.service.state.bulkJobs.push(processedJob('Aurora'));
	});

	it('is tried with operations that may be repeated and such that may not', () => {
		const kinds = everyEndpoint.map(({ repeatable }) => repeatable);
		expect(new Set(kinds)).toEqual(new Set([true, false]));
	});

	it.each(cases)('sends only what may be repeated: $name, stored $shape', async (one) => {
		const bench = new KillBench(node, one.node);
		const ran = await bench.run(one.form, { items: twoGuests });
		const arrived = node.sent.length;
		expect(arrived).toBeGreaterThan(0);
		const again = await bench.retry(ran.run, one.shapeOf(ran));
		if (one.repeatable) expect(node.sent.length).toBe(2 * arrived);
		else {
			expectRefused(again);
			expect(node.sent.length).toBe(arrived);
			await bench.retry(ran.run, one.shapeOf(ran), {
				options: { ...(one.form.options as IDataObject), ...sendAgain.options },
			});
			expect(node.sent.length).toBe(2 * arrived);
		}
	});
});

describe('after a kill,', () => {
	const sms = new NodeRunner(smsToGuests);
	const bench = new KillBench(sms);
	const one = { items: guests(1) };
	const shapesOf = Object.entries(shapes);

	beforeEach(() => {
		Object.assign(bench, { before: 'passesOn', rounds: 0 });
	});

	it.each(shapesOf)(
		'a retry is refused also where the node continues (%s)',
		async (_, shapeOf) => {
			const ran = await bench.run({}, { ...one, onError: 'continueRegularOutput' });
			const again = await bench.retry(ran.run, shapeOf(ran));
			expect(again.thrown).toHaveLength(1);
			expect(sms.sent).toHaveLength(1);
		},
	);

	it.each(shapesOf)('a retry of the retry is refused as well (%s)', async (_, shapeOf) => {
		const ran = await bench.run({}, one);
		const refused = await bench.retry(ran.run, shapeOf(ran));
		const again = await bench.retry(refused);
		expectRefused(again);
		expect(sms.sent).toHaveLength(1);
		const settled = await bench.retry(again, again.data.data, sendAgain);
		expect(settled.status).toBe('success');
		expect(sms.sent).toHaveLength(2);
	});

	it.each(shapesOf)(
		'a retry that fails for another reason first leaves it so (%s)',
		async (_, shapeOf) => {
			const ran = await bench.run({}, one);
			const options = { maxTries: -1 };
			const wrong = await bench.retry(ran.run, shapeOf(ran), { options });
			expect(wrong.error?.message).toMatch(/^Batching, Max Tries/);
			expectRefused(await bench.retry(wrong, wrong.data.data, { options: {} }));
			expect(sms.sent).toHaveLength(1);
		},
	);

	it('what a person lets it send again is remembered, and the rest is still refused', async () => {
		const items = guests(2);
		const ran = await bench.run({}, { items });
		const options = { ...sendAgain.options, batchSize: 1, parallelRequests: 1, maxTries: 1 };
		sms.service.faults.add({ after: 1, action: { respond: { status: 429 } } });
		const failed = await bench.retry(ran.run, ran.stored[0], { options });
		expect(failed.error?.message).toMatch(/busy|429/);
		const { unconfirmedRequests: _, ...kept } = options;
		const refused = await bench.retry(failed, failed.data.data, { options: kept });
		expectRefused(refused);
		const again = await bench.retry(refused, refused.data.data, { options });
		expect(again.status).toBe('success');
		const taken = sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
		expect(taken).toEqual([1, 2, 1, 2].map(phoneOf));
	});

	it('what a person lets it send again is refused still where nothing of it was sent', async () => {
		const ran = await bench.run({}, one);
		sms.service.faults.add({ action: { respond: { status: 400 } } });
		const failed = await bench.retry(ran.run, ran.stored[0], sendAgain);
		expect(failed.status).toBe('error');
		expectRefused(await bench.retry(failed, failed.data.data, { options: {} }));
		expect(sms.sent).toHaveLength(2);
	});

	it('a preview is shown, and settles nothing', async () => {
		const ran = await bench.run({}, one);
		const shown = await bench.retry(ran.run, ran.stored[0], {
			options: { preview: 'messages' },
		});
		expect(shown.status).toBe('success');
		expect(shown.output).toHaveLength(1);
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

	it('it is known to have begun when the retry fails before it, and is retried', async () => {
		const ran = await bench.run({}, one);
		const stored = shapes['with what the event log has'](ran);
		bench.before = 'fails';
		const broken = await bench.retry(ran.run, stored);
		expect(broken.node('Before').error?.message).toBe('It is broken');
		bench.before = 'passesOn';
		expectRefused(await bench.retry(broken));
		expect(sms.sent).toHaveLength(1);
	});

	it('it is known to have begun when the retry waits before it', async () => {
		const ran = await bench.run({}, one);
		bench.before = 'waits';
		const waiting = await bench.retry(ran.run, shapes['with what the event log has'](ran));
		expect(waiting.status).toBe('waiting');
		expectRefused(await sms.engine.timePasses(waiting));
		expect(sms.sent).toHaveLength(1);
	});
});

describeWhere('retriedExecution')('where n8n says which execution is retried,', () => {
	// In the next round of a loop, the node has its own output.
	const sms = new NodeRunner(
		smsForm({ phoneNumber: '={{ $json.phone ?? $json.phone_number }}' }),
	);
	const bench = new KillBench(sms);
	const one = { items: guests(1) };

	beforeEach(() => {
		Object.assign(bench, { before: 'passesOn', rounds: 0 });
	});

	it('the node is refused that comes next in what was stored midway', async () => {
		const ran = await bench.run({}, one);
		expectRefused(await bench.retry(ran.run, ran.stored[2]));
		expect(sms.sent).toHaveLength(1);
	});

	it('a node counts as begun where the event log shows no node under way', async () => {
		const ran = await bench.run({}, one);
		const stored = recovered(ran.run, ran.stored[0]!, { ended: ['Input', 'Before'] });
		expectRefused(await bench.retry(ran.run, stored));
	});

	it('a node counts as begun where the event log knows nodes by names that none has any more', async () => {
		const ran = await bench.run({}, one);
		const stored = recovered(ran.run, ran.stored[0]!, {
			ended: ['Input', 'Another'],
			running: 'Before',
		});
		const { nodes } = ran.run.workflow;
		ran.run.workflow.nodes = nodes.filter(({ name }) => name !== 'Another');
		expectRefused(await bench.retry(ran.run, stored));
	});

	it('one that comes later sends', async () => {
		const ran = await bench.run({}, one);
		expect((await bench.retry(ran.run, ran.stored[1])).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
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
		const stored = recovered(ran.run, ran.stored[at]!, { running });
		const again = await bench.retry(ran.run, stored);
		if (at === 4) expectRefused(again);
		else expect(again.status).toBe('success');
		expect(sms.sent).toHaveLength(at === 4 ? 2 : 3);
	});

	it('in a loop that goes on after an error, only the round is refused that may have begun', async () => {
		const ran = await bench.run({}, { ...one, onError: 'continueRegularOutput' });
		bench.rounds = 1;
		const again = await bench.retry(ran.run, ran.stored[2]);
		expect(again.thrown).toHaveLength(1);
		expect(again.node().runs).toHaveLength(2);
		expect(sms.sent).toHaveLength(2);
	});

	it('in a loop, the round of a second kill is refused as well', async () => {
		const ran = await bench.run({}, { ...one, onError: 'continueRegularOutput' });
		bench.rounds = 1;
		const again = await bench.retry(ran.run, ran.stored[2]);
		expect(again.thrown).toHaveLength(1);
		expect(sms.sent).toHaveLength(2);
		// Before the second round, which the first retry has sent.
		const third = await bench.retry(again, bench.stored[2]);
		expect(third.thrown).toHaveLength(1);
		expect(sms.sent).toHaveLength(2);
	});

	it('a loop is refused that went on after a wait, whatever the event log has of the nodes after it', async () => {
		const { run, stored } = await bench.run({}, one);
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, one);
		const { runData } = stored.at(-1)!.resultData;
		const { data } = waiting.data;
		data.resultData.runData[NODE] = runData[NODE]!;
		expectRefused(await bench.retry(run, recovered(run, data, { running: 'After' })));
		expect(sms.sent).toHaveLength(1);
	});

	it('a loop is refused of which the event log shows only that a round has ended', async () => {
		const ran = await bench.run({}, one);
		const log = { ended: ['Input', 'Before', NODE], running: 'After' };
		expectRefused(await bench.retry(ran.run, recovered(ran.run, ran.stored[0]!, log)));
	});

	it('the retry of a retry that was killed is refused', async () => {
		sms.service.faults.add({ action: { respond: { status: 400 } } });
		const { run: failed } = await bench.run({}, one);
		expect((await bench.retry(failed)).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
		const start = bench.stored[0]!;
		expectRefused(await bench.retry(failed, start));
		const stopped = { ...start, resultData: { ...start.resultData, error: stop } };
		expectRefused(await bench.retry(failed, stopped));
		expect(sms.sent).toHaveLength(2);
	});

	it('the retry of a retry that was killed is refused also where only the first one left a log', async () => {
		const ran = await bench.run({}, one);
		const log = { ended: ['Input'], running: 'Before' };
		await bench.retry(ran.run, recovered(ran.run, ran.stored[0]!, log));
		expect(sms.sent).toHaveLength(2);
		expectRefused(await bench.retry(ran.run, bench.stored[0]));
		expect(sms.sent).toHaveLength(2);
	});

	it('the retry of one that was killed after a wait is refused, and of one that was stopped in it sends', async () => {
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, one);
		const { data } = waiting.data;
		expect(waiting.status).toBe('waiting');
		expectRefused(await bench.retry(waiting, data));
		expect(sms.sent).toEqual([]);
		const stopped = { ...data, resultData: { ...data.resultData, error: stop } };
		expect((await bench.retry(waiting, stopped)).status).toBe('success');
		expect(sms.sent).toHaveLength(1);
	});

	it('a node is refused that a person stopped, also after one that failed and went on', async () => {
		bench.before = 'failsAndGoesOn';
		const { run, stored } = await bench.run({}, one);
		const midway = { ...stored[2]!, resultData: { ...stored[2]!.resultData, error: stop } };
		expectRefused(await bench.retry(run, midway));
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
		const name = sms.engine.fullType('crmMessaging');
		const type = `${name}Tool`;
		const nodeTypes = { [type]: sms.engine.loaded.nodeTypes.get(name) as INodeType };
		const tools = new KillBench(sms, { type, nodeTypes });
		const ran = await tools.run({}, one);
		const again = await tools.retry(ran.run, ran.stored[1]);
		expect(again.error?.message).toMatch(
			/^The execution that you retry was cut short, .*\. Nothing was sent now\. /,
		);
		expect(sms.sent).toHaveLength(1);
	});
});
