import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import {
	closing,
	earlierTry,
	runHint,
	wrongSetting,
} from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { everyEndpoint, guests as twoGuests } from './every-operation/endpoint-cases';
import { OperationRunner } from './every-operation/operation-runner';
import { describeWhere, type EngineRun } from './harness';
import { type EventLog, KillBench, recovered, type Ran } from './killed-executions';
import { guests, hintsOf, phoneOf, smsForm, smsToGuests } from './message-forms';
import { errorsIn, NodeRunner } from './node-runner';

const NODE = 'Node under test';
const resend = { options: { unconfirmedRequests: 'resend' } };
const oneGuest = { items: guests(1) };

/** The error that n8n stores when a user stops an execution. */
const stop = { name: 'ManualExecutionCancelledError', message: 'It was cancelled' } as never;
const stopped = (data: IRunExecutionData): IRunExecutionData => ({
	...data,
	resultData: { ...data.resultData, error: stop },
});

const logged = { ended: ['Input', 'Before'], running: NODE };
/** The stored data of an execution that was killed while the node was running. */
const shapes = {
	'at its start': ({ stored }: Ran) => stored[0]!,
	'with the event log': ({ run, stored }: Ran) => recovered(run, stored[0]!, logged),
	'midway, with the event log': ({ run, stored }: Ran) => recovered(run, stored[2]!, logged),
};

const cutShort = wrongSetting.unknownEarlier({ reason: earlierTry.cutShort });

function expectRefused(run: EngineRun): void {
	expect(run.error).toMatchObject({
		name: 'NodeOperationError',
		code: cutShort.code,
		message: cutShort.text,
		description: `${cutShort.advice} ${closing.nothingSentNow}`,
		context: { outcome: 'unknown' },
	});
}

describe('a retry of an execution that was killed while the node was running', () => {
	const node = new OperationRunner();
	const cases = everyEndpoint.flatMap((endpoint) =>
		Object.entries(shapes).map(([shape, shapeOf]) => ({ ...endpoint, shape, shapeOf })),
	);

	it.each(cases)('resends only repeatable requests: $name, stored $shape', async (endpoint) => {
		const bench = new KillBench(node, endpoint.node);
		const ran = await bench.run(endpoint.form, { items: twoGuests });
		const arrived = node.sent.length;
		expect(arrived).toBeGreaterThan(0);
		const again = await bench.retry(ran.run, endpoint.shapeOf(ran));
		if (!endpoint.repeatable) {
			expectRefused(again);
			expect(node.sent.length).toBe(arrived);
			await bench.retry(ran.run, endpoint.shapeOf(ran), {
				options: { ...(endpoint.form.options as IDataObject), ...resend.options },
			});
		}
		expect(node.sent.length).toBe(2 * arrived);
	});
});

describe('after a kill,', () => {
	const sms = new NodeRunner(smsToGuests);
	const bench = new KillBench(sms);
	const killed = shapes['with the event log'];
	beforeEach(() => bench.reset());

	it('a retry of the retry is also refused, until the user chooses to resend', async () => {
		const ran = await bench.run({}, oneGuest);
		const options = { parallelRequests: -1 };
		const wrong = await bench.retry(ran.run, killed(ran), { options });
		expect(wrong.error?.message).toMatch(/^Parallel Requests/);
		const again = await bench.retry(wrong, wrong.data.data, { options: {} });
		expectRefused(again);
		const third = await bench.retry(again);
		expectRefused(third);
		expect(sms.sent).toHaveLength(1);
		expect((await bench.retry(third, third.data.data, resend)).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
	});

	it('resent messages are remembered, and the rest is still refused', async () => {
		const ran = await bench.run({}, { items: guests(2) });
		const options = { batchSize: 1, parallelRequests: 1 };
		const again = { options: { ...options, ...resend.options } };
		sms.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
		const failed = await bench.retry(ran.run, ran.stored[0], again);
		expect(failed.error?.message).toMatch(/\(HTTP 400\)/);
		const refused = await bench.retry(failed, failed.data.data, { options });
		expectRefused(refused);
		const last = await bench.retry(refused, refused.data.data, again);
		expect(last.status).toBe('success');
		expect(sms.phones).toEqual([1, 2, 1, 2].map(phoneOf));
	});

	it('a preview works, and doesn’t allow a resend', async () => {
		const ran = await bench.run({}, oneGuest);
		const preview = { options: { preview: 'messages' } };
		const shown = await bench.retry(ran.run, ran.stored[0], preview);
		expect([shown.status, shown.output.length]).toEqual(['success', 1]);
		expect(hintsOf(shown)).toContain(hintOf(runHint.previewOfDoubt()).message);
		expect(sms.sent).toHaveLength(1);
		expectRefused(await bench.retry(ran.run, ran.stored[0]));
	});

	it('a node sends if the event log shows that it hadn’t started', async () => {
		const ran = await bench.run({}, oneGuest);
		const log = { ended: ['Input'], running: 'Before' };
		const stored = recovered(ran.run, ran.stored[0]!, log);
		expect((await bench.retry(ran.run, stored)).status).toBe('success');
		expect(sms.sent).toHaveLength(2);
	});

	it.each(['fails', 'waits'] as const)(
		'a retry is still refused if an earlier retry %s before the node',
		async (before) => {
			const ran = await bench.run({}, oneGuest);
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

	type Case = [
		title: string,
		expected: 'is refused' | 'is sent',
		storedOf: (ran: Ran) => IRunExecutionData,
		setting?: Partial<KillBench>,
	];
	/** With an event log on top of the data that was stored after a number of nodes. */
	const withLog =
		(step: number, log: EventLog) =>
		({ run, stored }: Ran) =>
			recovered(run, stored[step]!, log);
	const inLoop = { rounds: 1 };

	it.each<Case>([
		['that is next in the data stored midway', 'is refused', ({ stored }) => stored[2]!],
		['that comes later', 'is sent', ({ stored }) => stored[1]!],
		['in a log that shows no node running', 'is refused', withLog(0, { ended })],
		[
			'in a loop whose log shows only that a round ended',
			'is refused',
			withLog(0, { ended: [...ended, NODE], running: 'After' }),
		],
		[
			'that a user stopped, after another that failed and continued',
			'is refused',
			({ stored }) => stopped(stored[2]!),
			{ before: 'failsAndContinues' },
		],
		[
			'in a log with nodes that no longer exist',
			'is refused',
			(ran) => {
				const { workflow } = ran.run;
				const log = { ended: ['Input', 'Another'], running: 'Before' };
				const stored = withLog(0, log)(ran);
				workflow.nodes = workflow.nodes.filter(({ name }) => name !== 'Another');
				return stored;
			},
		],
		['whose next round hadn’t started', 'is sent', withLog(3, {}), inLoop],
		[
			'whose next round hadn’t started, as the log shows',
			'is sent',
			withLog(3, { running: 'After' }),
			inLoop,
		],
		['whose next round may have started', 'is refused', withLog(4, {}), inLoop],
	])('the retry of a node %s %s', async (_, expected, storedOf, setting = {}) => {
		Object.assign(bench, setting);
		const ran = await bench.run({}, oneGuest);
		const sent = sms.sent.length;
		Object.assign(bench, setting);
		const again = await bench.retry(ran.run, storedOf(ran));
		if (expected === 'is refused') expectRefused(again);
		else expect(again.status).toBe('success');
		expect(sms.sent).toHaveLength(expected === 'is refused' ? sent : sent + 1);
	});

	it('in a loop that continues on errors, only the interrupted rounds are refused', async () => {
		const ran = await bench.run({}, { ...oneGuest, onError: 'continueRegularOutput' });
		bench.rounds = 1;
		const again = await bench.retry(ran.run, ran.stored[2]);
		expectErrorItem(again, 0);
		expect(again.runs).toHaveLength(2);
		expect(sms.sent).toHaveLength(2);
		// Killed again before the second round, which the first retry has sent.
		const third = await bench.retry(again, bench.stored[2]);
		expectErrorItem(third, 0);
		expect(sms.sent).toHaveLength(2);
	});

	/** n8n would let the node's input leave as sent if it threw. */
	function expectErrorItem(run: EngineRun, round: number): void {
		expect(run.thrown).toEqual([]);
		expect(errorsIn(run.runs[round]!.flat())).toMatchObject([
			{ code: 'unknownEarlier', outcome: 'unknown' },
		]);
	}

	it('a loop that resumed after a wait is refused, whatever the log shows of later nodes', async () => {
		const { run, stored } = await bench.run({}, oneGuest);
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, oneGuest);
		const { runData } = stored.at(-1)!.resultData;
		const { data } = waiting.data;
		data.resultData.runData[NODE] = runData[NODE]!;
		expectRefused(await bench.retry(run, recovered(run, data, { running: 'After' })));
		expect(sms.sent).toHaveLength(1);
	});

	it('a retry of a killed or stopped retry is refused', async () => {
		sms.service.faults.add({ action: { respond: { status: 400 } } });
		const { run: failed } = await bench.run({}, oneGuest);
		expect((await bench.retry(failed)).status).toBe('success');
		const start = bench.stored[0]!;
		for (const data of [start, stopped(start)]) {
			expectRefused(await bench.retry(failed, data));
		}
		expect(sms.sent).toHaveLength(2);
	});

	it('a retry is refused after a kill during a wait, and sends after a stop', async () => {
		bench.before = 'waits';
		const { run: waiting } = await bench.run({}, oneGuest);
		const { data } = waiting.data;
		expectRefused(await bench.retry(waiting, data));
		expect(sms.sent).toEqual([]);
		expect((await bench.retry(waiting, stopped(data))).status).toBe('success');
		expect(sms.sent).toHaveLength(1);
	});

	it('a tool is refused, however far its agent may have got', async () => {
		const tools = new KillBench(sms, sms.engine.tool());
		const ran = await tools.run({}, oneGuest);
		const again = await tools.retry(ran.run, ran.stored[1]);
		expect(again.error?.message).toMatch(
			/^The execution that you retry was cut short, .*\. Nothing was sent now\.$/,
		);
		expect(sms.sent).toHaveLength(1);
	});
});
