import type { IDataObject, IExecuteFunctions, INodeType, IRunExecutionData } from 'n8n-workflow';
import { everyEndpoint, guests as twoGuests } from './every-operation/cases';
import { OperationRunner } from './every-operation/operation-runner';
import { capabilities, type EngineRun } from './harness';
import { KillBench, recovered, stopped, type Ran } from './killed-executions';
import { guests, phoneOf, smsForm, smsToGuests } from './message-forms';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';

const NODE = 'Node under test';
const resend = { options: { unconfirmedRequests: 'resend' } };
const oneGuest = guests(1);
const failing = { after: 1, action: { respond: { status: 400 } } };

/** The data if it was killed while the node was running. */
const killed = ({ run, stored }: Ran) => recovered(run, stored[0]!, NODE, ['Input', 'Before']);

function expectRefused({ error }: EngineRun): void {
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		code: 'unknownEarlier',
		context: { outcome: 'unknown' },
	});
	expect(error?.message).toMatch(/^It’s unknown who was reached before/);
	expect(error?.description).toMatch(/ This run sent nothing\.$/);
}

describe('a retry of an execution that was killed while the node was running', () => {
	const node = new OperationRunner();

	it.each(everyEndpoint)('resends only what changes nothing: $name', async (endpoint) => {
		const bench = new KillBench(node);
		const ran = await bench.run(endpoint.form, twoGuests);
		const arrived = node.sent.length;
		expect(arrived).toBeGreaterThan(0);
		const again = await bench.retry(ran.run, killed(ran));
		if (endpoint.changes) {
			expectRefused(again);
			expect(node.sent.length).toBe(arrived);
			await bench.retry(ran.run, killed(ran), {
				options: { ...(endpoint.form.options as IDataObject), ...resend.options },
			});
		}
		expect(node.sent.length).toBe(2 * arrived);
	});
});

describe('after a kill,', () => {
	const sms = new NodeRunner(smsToGuests);
	const bench = new KillBench(sms);

	it.each<[what: string, edit: IDataObject]>([
		['is refused', {}],
		['has a wrong option', { options: { parallelRequests: -1 } }],
		['reads', { resource: 'bulkJob', operation: 'get', bulkId: 'x' }],
		['has no such operation', { operation: 'nothing' }],
	])('a retry whose node %s keeps the doubt, until the user resends', async (_, edit) => {
		const ran = await bench.run({}, oneGuest);
		const wrong = await bench.retry(ran.run, killed(ran), edit);
		const { resource, operation } = smsToGuests;
		const right = { resource, operation, options: {} };
		const again = await bench.retry(wrong, wrong.data.data, right);
		expectRefused(again);
		expect([wrong.status, sms.phones.length]).toEqual(['error', 1]);
		expect((await bench.retry(again, again.data.data, resend)).status).toBe('success');
		expect(sms.phones).toHaveLength(2);
	});

	it.each<[what: string, edit: IDataObject]>([
		['is wrong', { messageHolder: 'Dear %{name}' }],
		['is refused by the service', {}],
	])('an item that %s when it’s resent may have been sent', async (_, edit) => {
		const ran = await bench.run({}, oneGuest);
		sms.service.faults.add({ times: 2, action: { respond: { status: 400 } } });
		const stops = await bench.retry(ran.run, killed(ran), { ...edit, ...resend });
		expect(stops.error?.description).not.toContain('This run sent nothing.');
		ran.run.workflow.nodes.forEach((one) => (one.onError = 'continueErrorOutput'));
		const continues = await bench.retry(ran.run, killed(ran), { ...edit, ...resend });
		expect(errorsIn(continues.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
	});

	it('resent messages are remembered, and the rest is still refused', async () => {
		const ran = await bench.run({}, guests(2));
		const options = { batchSize: 1, parallelRequests: 1 };
		const again = { options: { ...options, ...resend.options } };
		sms.service.faults.add(failing);
		const failed = await bench.retry(ran.run, ran.stored[0], again);
		expect(failed.error?.message).toMatch(/\(HTTP 400\)/);
		const refused = await bench.retry(failed, failed.data.data, { options });
		expectRefused(refused);
		const preview = { options: { ...options, preview: 'messages' } };
		const shown = await bench.retry(refused, refused.data.data, preview);
		expect(linksOf(shown.output)).toEqual([[1]]);
		sms.service.faults.add({ action: 'processThenReset' });
		const last = await bench.retry(refused, refused.data.data, again);
		const known = await bench.retry(last, last.data.data, { options });
		expect([last, known].map(({ error }) => error?.code)).toEqual(['noAnswer', 'noAnswer']);
		expect(sms.phones).toEqual([1, 2, 1, 2].map(phoneOf));
	});

	it('a preview works, and doesn’t allow a resend', async () => {
		const ran = await bench.run({}, oneGuest);
		const preview = { options: { preview: 'messages' } };
		const shown = await bench.retry(ran.run, ran.stored[0], preview);
		expect([shown.status, shown.output.length]).toEqual(['success', 1]);
		expect(hintsOf(shown).join()).toContain('so the preview shows every recipient');
		const memory = { crmMessagingSent: { notes: [{ resent: [] }] } };
		expect(shown.contextData[`node:${NODE}`]).toMatchObject(memory);
		expectRefused(await bench.retry(ran.run, ran.stored[0]));
		expect(sms.sent).toHaveLength(1);
	});

	it.each(['fails', 'waits'] as const)(
		'a retry is still refused if an earlier retry %s before the node',
		async (before) => {
			const ran = await bench.run({}, oneGuest);
			const retried = await bench.retry(ran.run, killed(ran), {}, { before });
			expect(retried.status).toBe(before === 'fails' ? 'error' : 'waiting');
			expectRefused(
				before === 'fails'
					? await bench.retry(retried)
					: await sms.engine.waiting.timePasses(retried),
			);
			expect(sms.sent).toHaveLength(1);
		},
	);
});

/** n8n queues the end of a wait again and again while its concurrency limit is reached. */
describe('an execution that n8n runs twice', () => {
	const sms = new NodeRunner(smsToGuests);
	const bench = new KillBench(sms);

	it('sends once, at the same time or later, and a retry is refused', async () => {
		const { run } = await bench.run({}, guests(2), { before: 'waits' });
		const ends = async () => await sms.engine.waiting.timePasses(run);
		const both = await Promise.all([ends(), ends()]);
		expect(both.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		const later = await ends();
		expectRefused(later);
		expectRefused(await bench.retry(later));
		expect(sms.phones).toEqual([1, 2].map(phoneOf));
	});
});

/** capabilities.test.ts shows what older versions do. */
const describeIfShown = capabilities.retriedExecution.isThere ? describe : describe.skip;
describeIfShown('if n8n shows which execution is retried,', () => {
	// In the next round of a loop, the node has its own output.
	const sms = new NodeRunner(
		smsForm({ phoneNumber: '={{ $json.phone ?? $json.phone_number }}' }),
	);
	const bench = new KillBench(sms);

	type Call = (
		run: (context: IExecuteFunctions) => unknown,
		context: IExecuteFunctions,
	) => unknown;
	/** Runs the node as an agent's tool that is called in another way, and retries that execution. */
	const retryOfTool = async (call: Call): Promise<EngineRun> => {
		const { type, nodeTypes } = sms.engine.tool();
		const node = nodeTypes[type] as INodeType;
		const value = function (this: IExecuteFunctions) {
			return call((context) => node.execute!.call(context), this);
		};
		const tool = Object.create(node, { execute: { value } }) as INodeType;
		const options = { type, nodeTypes: { [type]: tool }, items: oneGuest };
		const failed = await sms.run({}, options);
		const retried = { ...options, credential: sms.credential, retryOf: failed };
		return await sms.engine.runWorkflow(failed.workflow, retried);
	};

	it.each([{ parallelRequests: -1 }, { ...resend.options, maxMessages: 1 }])(
		'a killed retry may have sent the rest, even if an option stops the next one: %j',
		async (options) => {
			sms.service.faults.add(failing);
			const inTurn = { options: { batchSize: 1, parallelRequests: 1 } };
			const { run: failed } = await bench.run(inTurn, guests(2));
			await bench.retry(failed);
			const [start] = bench.stored;
			failed.workflow.nodes.forEach((one) => (one.onError = 'continueErrorOutput'));
			const wrong = await bench.retry(failed, start, { options });
			const outcomes = ['accepted', 'unknown'].map((outcome) => ({ outcome }));
			expect(errorsIn(wrong.errorOutput)).toMatchObject(outcomes);
		},
	);

	it.each<[what: string, storedOf: (ran: Ran) => IRunExecutionData, before?: 'continues']>([
		['that is next in the data stored midway', ({ stored }) => stored[2]!],
		[
			'in a log in which an earlier node was running',
			({ run, stored }) => recovered(run, stored[0]!, 'Before'),
		],
		['that a user stopped', ({ stored }) => stopped(stored[2]!)],
		[
			'that a user stopped, behind a failed one',
			({ stored }) => stopped(stored[2]!),
			'continues',
		],
	])('the retry of a node %s is refused, as it didn’t end in order', async (...one) => {
		const [, storedOf, before] = one;
		const ran = await bench.run({}, oneGuest, { before });
		expectRefused(await bench.retry(ran.run, storedOf(ran)));
		expect(sms.sent).toHaveLength(1);
	});

	it('only the rounds of a loop that were wholly sent again are known', async () => {
		const twice = { rounds: 1 };
		const { run, stored } = await bench.run({}, oneGuest, twice);
		const first = await bench.retry(run, stored[0], {}, twice);
		expectRefused(first);
		sms.service.faults.add(failing);
		const again = await bench.retry(first, first.data.data, resend, twice);
		expect([again.status, sms.sent.length]).toEqual(['error', 4]);
		expect(again.error).toMatchObject({ context: { outcome: 'unknown' } });
		const refused = await bench.retry(again, again.data.data, { options: {} });
		expectRefused(refused);
		expect((await bench.retry(refused, refused.data.data, resend)).status).toBe('success');
		expect(sms.phones).toHaveLength(4);
	});

	it('a round of a loop that failed in order is sent by a retry', async () => {
		sms.service.faults.add({ after: 1, action: { respond: { status: 400 } } });
		const { run: failed } = await bench.run({}, oneGuest, { rounds: 1 });
		expect([failed.status, sms.sent.length]).toEqual(['error', 2]);
		expect((await bench.retry(failed)).status).toBe('success');
		expect(sms.sent).toHaveLength(3);
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
		const { run: waiting } = await bench.run({}, oneGuest, { before: 'waits' });
		const { data } = waiting.data;
		expectRefused(await bench.retry(waiting, data));
		expect(sms.sent).toEqual([]);
		expect((await bench.retry(waiting, stopped(data))).status).toBe('success');
		expect(sms.sent).toHaveLength(1);
	});

	it('parallel calls of an agent are known after a failure in order', async () => {
		const answers: PromiseSettledResult<unknown>[] = [];
		await retryOfTool(async (run, context) => {
			const calls = [1, 2].map(async () => await run(context));
			answers.push(...(await Promise.allSettled(calls)));
			if (answers.length === 2) throw new Error('The model is not available');
			return [[]];
		});
		expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
		expect(sms.sent).toHaveLength(1);
	});

	it('a retry is refused if the retried execution can’t be read', async () => {
		const getExecutionDataById = { value: async () => await Promise.reject(new Error('x')) };
		sms.service.faults.add({ action: { respond: { status: 400 } } });
		const again = await retryOfTool((run, context) =>
			run(Object.create(context, { getExecutionDataById }) as IExecuteFunctions),
		);
		expect(again.error?.message).toMatch(/^It’s unknown who was reached before/);
		expect(sms.sent).toHaveLength(1);
	});

	it('a tool is refused, however far its agent may have got', async () => {
		const tools = new KillBench(sms, sms.engine.tool());
		const ran = await tools.run({}, oneGuest);
		const again = await tools.retry(ran.run, ran.stored[1]);
		expect(again.error?.message).toMatch(
			/^It’s unknown who was reached before: .*\. This run sent nothing\.$/,
		);
		expect(sms.sent).toHaveLength(1);
	});
});
