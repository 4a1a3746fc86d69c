import { setTimeout as pause } from 'node:timers/promises';
import type { FaultAction } from '../../playground/service/mock-service';
import { sharedMemoryIn } from '../../nodes/CrmMessaging/n8n/execution';
import { describeWhere, type EngineRun } from './harness';
import { oneEach, perJob, WaitBench, waitingGuests as guests } from './wait-bench';

const refusal: FaultAction = { respond: { status: 400, body: { error: 'no' } } };
/** The callbacks that the execution that checks the mailboxes has copied. */
const receivedOf = ({ data }: EngineRun) =>
	(sharedMemoryIn(data.data) as { received?: object }).received ?? {};
const ended = /was stopped or lost/;

describeWhere('waitForResult')('the sub-executions of a wait', () => {
	const bench = new WaitBench();
	const { node } = bench;

	it('never load the large waiting execution, and resend nothing', async () => {
		const parameters = { options: { ...perJob, parallelRequests: 1 } };
		const waiting = await bench.startWaiting(parameters, guests(6000));
		const run = await bench.end(waiting, 0, 1, 2, 3, 4, 5);
		expect(bench.counts(run)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(node.service.requests).toHaveLength(6);
		expect(node.engine.waiting.read).not.toContain(waiting.executionId);
	});

	it('show their purpose in the list of executions', async () => {
		const waiting = await bench.startWaiting(oneEach, guests(2));
		const [mailbox] = node.engine.waiting.subExecutionsOf(bench.checkerOf(waiting));
		const purposes = [bench.supervisorOf(waiting), bench.checkerOf(waiting), mailbox!].map(
			({ data }) => data.data.resultData.metadata?.crmMessaging,
		);
		expect(purposes).toEqual([
			'Wait for results',
			'Wait for several callbacks',
			'Wait for one callback',
		]);
	});

	it('don’t start if an item is wrong', async () => {
		const run = await node.run({}, { items: [...guests(1), { gender: 'x' }] });
		expect(run.status).toBe('error');
		expect(node.engine.waiting.subExecutionsOf(run)).toEqual([]);
	});

	it('end if their requests are rejected', async () => {
		bench.fault(refusal);
		const waiting = await bench.startWaiting(oneEach, guests(3), {
			onError: 'continueRegularOutput',
		});
		const mailboxes = node.engine.waiting.subExecutionsOf(bench.checkerOf(waiting));
		const closings = mailboxes.map((mailbox) => node.engine.waiting.subExecutionsOf(mailbox));
		expect(closings.map(({ length }) => length)).toEqual([0, 1, 0]);
		await node.engine.waiting.timePasses(closings[1]![0]!);
		await node.engine.waiting.resumed(mailboxes[1]!);
		const now = node.engine.waiting
			.subExecutionsOf(bench.checkerOf(waiting))
			.map(({ status }) => status);
		expect(now).toEqual(['waiting', 'success', 'waiting']);
		await bench.end(waiting, 0, 1);
	});

	it('end if the run fails, except for the mailboxes of accepted requests', async () => {
		bench.fault(refusal);
		const failed = await node.run(oneEach, { items: guests(3) });
		expect(failed.status).toBe('error');
		const rest = [bench.supervisorOf(failed), bench.checkerOf(failed)];
		expect(rest.map(({ status }) => status)).toEqual(['success', 'success']);
	});

	it.each([1, 3])('may be stopped: the first of %i mailboxes', async (count) => {
		const waiting = await bench.startWaiting(oneEach, guests(count));
		node.engine.waiting.stop(bench.mailboxOf(0));
		const others = Array.from({ length: count - 1 }, (_, at) => at + 1);
		const run = await bench.lateEnd(waiting, ...others);
		expect(bench.counts(run)).toEqual([null, ...others.map((at) => at + 1)]);
		expect(run.output[0]!.json.reason).toMatch(ended);
	});

	it('may be stopped: the one that checks the mailboxes', async () => {
		const waiting = await bench.startWaiting();
		await bench.callBack(1);
		const resumed = node.engine.waiting.resumed(waiting);
		node.engine.waiting.stop(bench.checkerOf(waiting));
		node.engine.waiting.sweep();
		const run = await resumed;
		expect(bench.counts(run)).toEqual([null, 2, null]);
		expect(run.output[0]!.json.reason).toMatch(ended);
	});

	it('may be stopped: the one that the run waits for, and then the run fails', async () => {
		const waiting = await bench.startWaiting();
		const resumed = node.engine.waiting.resumed(waiting);
		node.engine.waiting.stop(bench.supervisorOf(waiting));
		node.engine.waiting.sweep();
		expect((await resumed).error?.message).toMatch(/cancelled manually/);
	});

	it('replace the one that checks the mailboxes if it’s lost', async () => {
		const waiting = await bench.startWaiting();
		await bench.callBack(1);
		node.engine.waiting.lose(bench.checkerOf(waiting));
		node.engine.waiting.sweep();
		const checkers = () => node.engine.waiting.subExecutionsOf(bench.supervisorOf(waiting));
		while (checkers().length < 2) await pause(20);
		expect(bench.counts(await bench.lateEnd(waiting, 0, 2))).toEqual([1, 2, 3]);
	});

	it('end if all callbacks arrive after it was lost', async () => {
		const waiting = await bench.startWaiting();
		node.engine.waiting.lose(bench.checkerOf(waiting));
		expect(bench.counts(await bench.lateEnd(waiting, 0, 1, 2))).toEqual([1, 2, 3]);
	});

	it.each([1, 3])('may be lost: the last of %i mailboxes', async (count) => {
		const waiting = await bench.startWaiting(oneEach, guests(count));
		node.engine.waiting.lose(bench.mailboxOf(count - 1));
		const others = Array.from({ length: count - 1 }, (_, at) => at);
		const run = await bench.lateEnd(waiting, ...others);
		expect(bench.counts(run)).toEqual([...others.map((at) => at + 1), null]);
		expect(run.output.at(-1)!.json.reason).toMatch(ended);
	});

	it('find the last mailbox if it’s lost while the others wait', async () => {
		const waiting = await bench.startWaiting();
		const lost = bench.mailboxOf(2);
		node.engine.waiting.lose(lost);
		const resumeOnce = async (checker: EngineRun) => {
			const next = node.engine.waiting.resumed(checker);
			node.engine.waiting.sweep();
			return await next;
		};
		// At first, it isn't clear which one n8n resumed it for.
		const checker = await resumeOnce(await resumeOnce(bench.checkerOf(waiting)));
		expect(Object.keys(receivedOf(checker))).toEqual([lost.executionId]);
		expect(bench.counts(await bench.end(waiting, 0, 1))).toEqual([1, 2, null]);
	});

	it('keep received callbacks if n8n deletes their mailboxes', async () => {
		const waiting = await bench.startWaiting();
		for (const request of [0, 1]) {
			await bench.callBack(request);
			const mailbox = bench.mailboxOf(request);
			while (!(mailbox.executionId in receivedOf(bench.checkerOf(waiting)))) await pause(20);
			node.engine.waiting.pruned(mailbox);
		}
		expect(bench.counts(await bench.end(waiting, 2))).toEqual([1, 2, 3]);
	});
});
