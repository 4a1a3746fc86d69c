import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import {
	runHint,
	cannotWait,
	entryFailure,
	closing,
	contactReason,
} from '../../nodes/CrmMessaging/catalogue/runs';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { wrongValue, choiceAdvice } from '../../nodes/CrmMessaging/catalogue/values';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { inField, refusalOf } from './sentences';
import type { FaultAction } from '../../playground/service/stand-in';
import type { EngineRun } from './harness';
import { describeWhere } from './harness';
import { KillBench } from './killed-executions';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import type { RunOptions } from './node-runner';
import { account } from './running-service';
import { hmac, job } from './trigger-runner';
import { failedItem } from './what-became';

/** A job stays queued until a test ends it, unless the service is told otherwise. */
const byHand = 3_600_000;

const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		user_id: `g-${index + 1}`,
		email: `guest${index + 1}@example.com`,
	}));

const form = {
	resource: 'contact',
	operation: 'upsert',
	origin: 'pms',
	contactsFrom: 'mapAutomatically',
	processingResult: 'waitForResult',
};
const perJob = { output: 'bulkJob' };

jest.setTimeout(60_000);

/** That it is refused elsewhere stands in capabilities.test.ts. */
const describeWaiting = describeWhere('waitForResult');

describeWaiting.each(['json', 'form'] as const)(
	'a run that waits for callbacks (%s)',
	(callbackForm) => {
		const node = new NodeRunner(form, {
			processingDelayMs: 150,
			readings: { callbackForm },
			callbackRetryDelaysMs: Array<number>(20).fill(50),
		});

		it('goes on when the service has called back, with what became of each contact', async () => {
			const items = [...guests(2), { user_id: 'g-3', email: 'no address' }];
			const waiting = await node.run({ options: { validate: true } }, { items });
			expect(waiting.status).toBe('waiting');
			const run = await node.engine.resumed(waiting);
			expect(run.status).toBe('success');
			const bulk_id = node.service.state.bulkJobs[0]!._id;
			const callback = { contacts_valid_count: 2, contacts_failed_count: 1 };
			expect(run.output.map(({ json }) => json)).toMatchObject([
				{ bulk_id, user_id: 'g-1', valid: true, callback },
				{ bulk_id, user_id: 'g-2', valid: true, callback },
				{ bulk_id, user_id: 'g-3', valid: false, callback },
			]);
			expect(run.output[2]!.json.reason).toMatch(/./);
			expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
			expect(node.engine.webhookFailures).toEqual([]);
		});

		describe('where a rejected contact is to fail', () => {
			const items = [...guests(2), { user_id: 'g-3', email: 'no address' }];
			const options = { validate: true, failOnRejected: true };
			const message: unknown = expect.stringMatching(
				/^The service rejected the contact g-3: .+ \[item 2\]$/,
			);
			const error = { message, outcome: 'rejected', recipients: ['g-3'] };
			const finished = async (onError?: RunOptions['onError']): Promise<EngineRun> => {
				const waiting = await node.run({ options }, { items, onError });
				return await node.engine.resumed(waiting);
			};

			it('leads it to the error output, with the fields of its item', async () => {
				const run = await finished('continueErrorOutput');
				expect(linksOf(run.output)).toEqual([[0], [1]]);
				expect(run.errorOutput).toMatchObject([
					{
						json: { user_id: 'g-3', email: 'no address', error },
						pairedItem: { item: 2 },
					},
				]);
			});

			it('keeps it among the others with Continue', async () => {
				const run = await finished('continueRegularOutput');
				expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
				expect(run.output[2]!.json).toMatchObject({ user_id: 'g-3', error });
			});

			it('stops the workflow otherwise, when all was called back', async () => {
				const run = await finished();
				expect(run.status).toBe('error');
				expect(run.error).toMatchObject({
					message,
					description:
						'Everything else was sent. Of 3 contacts, 2 were accepted and 1 was rejected by the service.',
				});
				expect(run.output).toEqual([]);
			});
		});

		it('gives each item the outcome of the contact that its own went into', async () => {
			const items = [...guests(2), { user_id: 'g-1', city: 'Sevilla' }];
			const waiting = await node.run({ options: { duplicateContacts: 'merge' } }, { items });
			const run = await node.engine.resumed(waiting);
			const { contacts } = node.service.requests[0]!.body as { contacts: IDataObject[] };
			expect(contacts).toEqual([{ ...items[0], city: 'Sevilla' }, items[1]]);
			expect(run.output.map(({ json }) => [json.user_id, json.valid])).toEqual([
				['g-1', true],
				['g-2', true],
				['g-1', true],
			]);
			expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		});

		it('waits for every request, and sends none again', async () => {
			const waiting = await node.run({ options: perJob }, { items: guests(2500) });
			const run = await node.engine.resumed(waiting);
			expect(run.status).toBe('success');
			expect(node.service.requests).toHaveLength(3);
			expect(run.output.map(({ json }) => json)).toMatchObject(
				[1000, 1000, 500].map((count) => ({
					number_of_contacts: count,
					callback: { contacts_valid_count: count },
				})),
			);
		});
	},
);

describeWaiting('a run that waits for callbacks', () => {
	const node = new NodeRunner(form, { processingDelayMs: byHand });
	const oneEach = { options: { parallelRequests: 1, batchSize: 1, ...perJob } };

	/** A run that waits for one callback for each guest. */
	const park = async (
		parameters: IDataObject = oneEach,
		items = guests(3),
		options: RunOptions = {},
	): Promise<EngineRun> => {
		const run = await node.run(parameters, { items, ...options });
		expect(run.status).toBe('waiting');
		return run;
	};
	/** The execution that the sender waits for. */
	const watchOf = (sender: EngineRun): EngineRun => node.engine.subExecutionsOf(sender)[0]!;
	/** The execution that looks at many mailboxes. */
	const lookOf = (sender: EngineRun): EngineRun =>
		node.engine.subExecutionsOf(watchOf(sender))[0]!;
	/** The execution that receives the callback of a request. */
	const mailboxOf = (request: number): Pick<EngineRun, 'executionId'> => {
		const [, executionId = ''] = /webhook-waiting\/(\d+)/.exec(urls()[request]!) ?? [];
		return { executionId };
	};
	const urls = (): string[] => node.service.state.bulkJobs.map(({ webhook_url }) => webhook_url);
	const call = async (url: string | URL, count: number): Promise<number> => {
		const headers = { 'content-type': 'application/json' };
		const said = { ...job, contacts_valid_count: count };
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(said) });
		return answer.status;
	};
	/** Calls back for requests one after the other. */
	const callBack = async (...requests: number[]): Promise<void> => {
		for (const request of requests) {
			expect(await call(urls()[request]!, request + 1)).toBe(200);
		}
	};
	const end = async (waiting: EngineRun, ...requests: number[]): Promise<EngineRun> => {
		const resumed = node.engine.resumed(waiting);
		await callBack(...requests);
		const run = await resumed;
		expect(run.status).toBe('success');
		return run;
	};
	/** The same where n8n misses the last callback, and looks again after a minute. */
	const lateEnd = async (waiting: EngineRun, ...requests: number[]): Promise<EngineRun> => {
		let run: EngineRun | undefined;
		void node.engine.resumed(waiting).then((ended) => (run = ended));
		await callBack(...requests);
		for (; !run; await pause(200)) node.engine.sweep();
		return run;
	};
	const retried = async (failed: EngineRun): Promise<EngineRun> =>
		await node.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			credential: node.credential,
			observe: failed.nodeName,
		});
	/** What was called back for each output item; null for what was not. */
	const counts = ({ output }: EngineRun): unknown[] =>
		output.map(
			({ json }) => json.callback && (json.callback as IDataObject).contacts_valid_count,
		);
	const fault = (action: FaultAction, after = 1, times = 1): void => {
		node.service.faults.add({ after, times, action });
	};
	const refusal: FaultAction = { respond: { status: 400, body: { error: 'no' } } };

	it('takes callbacks in any order, at addresses of their own that hold no secret', async () => {
		const run = await end(await park(), 2, 0, 1);
		expect(counts(run)).toEqual([1, 2, 3]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(new Set(urls()).size).toBe(3);
		expect(urls().join()).not.toContain(account.accountSecret);
		expect(urls().join()).not.toContain(account.masterSecret);
	});

	it.each([
		['at the same instant', 3, 0],
		['in quick succession', 6, 100],
	])('takes callbacks that come %s', async (_, count, apart) => {
		const resumed = node.engine.resumed(await park(oneEach, guests(count)));
		const answers: Array<Promise<number>> = [];
		for (const [index, url] of urls().entries()) {
			answers.push(call(url, index));
			if (apart > 0) await pause(apart);
		}
		expect(await Promise.all(answers)).toEqual(Array(count).fill(200));
		const run = await resumed;
		expect(counts(run)).toEqual(Array.from({ length: count }, (_, index) => index));
	});

	it('takes a callback that comes before all is sent', async () => {
		fault({ delayMs: 600 });
		const running = node.run(oneEach, { items: guests(2) });
		while (urls().length === 0) await pause(5);
		await callBack(0);
		expect(counts(await end(await running, 1))).toEqual([1, 2]);
	});

	it.each([
		['each its own where they are named as often', ['one', 'other'], ['one', 'other']],
		['all the same where they are named once', ['one'], ['one', 'one']],
	])('gives contacts who are alike %s', async (_, named, expected) => {
		const items = [...guests(1), ...guests(1)];
		const resumed = node.engine.resumed(await park({}, items));
		const valid_contacts = named.map((_id) => ({ _id, ...items[0] }));
		const body = JSON.stringify({ ...job, valid_contacts, failed_contacts: [] });
		const headers = { 'content-type': 'application/json' };
		expect((await fetch(urls()[0]!, { method: 'POST', headers, body })).status).toBe(200);
		const run = await resumed;
		expect(run.output.map(({ json }) => json._id)).toEqual(expected);
	});

	it('refuses a repeated callback, keeps what came first, and waits on', async () => {
		const waiting = await park();
		await callBack(0);
		expect(await call(urls()[0]!, 99)).toBe(409);
		expect(counts(await end(waiting, 1, 2))).toEqual([1, 2, 3]);
	});

	it.each([
		['n8n could not store', 'too deep', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`],
		['no callback has', 'too large', JSON.stringify({ a: Array(100_000).fill(1) })],
	])('is not moved by a call whose content %s', async (_, error, body) => {
		const waiting = await park(oneEach, guests(1));
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(urls()[0]!, { method: 'POST', headers, body });
		expect([answer.status, await answer.json()]).toEqual([406, { error }]);
		expect(counts(await end(waiting, 0))).toEqual([1]);
	});

	it.each<[title: string, change: (url: URL) => void]>([
		['no signature', (url) => url.searchParams.delete('signature')],
		['a wrong signature', (url) => url.searchParams.set('signature', 'a'.repeat(64))],
		[
			'a signature made with the account secret',
			(url) => url.searchParams.set('signature', hmac(url.pathname)),
		],
		[
			'a signature made with the master secret',
			(url) => url.searchParams.set('signature', hmac(url.pathname, account.masterSecret)),
		],
	])('refuses a call that has %s', async (_, change) => {
		const waiting = await park(oneEach, guests(1));
		const forged = new URL(urls()[0]!);
		change(forged);
		expect(await call(forged, 99)).toBe(401);
		expect(counts(await end(waiting, 0))).toEqual([1]);
	});

	it('refuses the signature of another execution, also of the same run', async () => {
		const waiting = [await park(oneEach, guests(2)), await park(oneEach, guests(1))];
		const signatures = urls().map((url) => new URL(url).searchParams.get('signature')!);
		expect(new Set(signatures).size).toBe(3);
		for (const foreign of signatures.slice(1)) {
			const url = new URL(urls()[0]!);
			url.searchParams.set('signature', foreign);
			expect(await call(url, 99)).toBe(401);
		}
		expect(counts(await end(waiting[0]!, 0, 1))).toEqual([1, 2]);
		expect(counts(await end(waiting[1]!, 2))).toEqual([3]);
	});

	it.each([
		['POST without a body', 'POST', {}],
		['PUT without a body', 'PUT', {}],
		['GET with what it says in its URL', 'GET', { contacts_valid_count: 7 }],
		['POST with what it says in its URL', 'POST', { contacts_valid_count: 7 }],
		['PUT with what it says in its URL', 'PUT', { contacts_valid_count: 7 }],
	])('takes a %s', async (title, method, expected) => {
		const resumed = node.engine.resumed(await park(oneEach, guests(1)));
		const url = new URL(urls()[0]!);
		if (title.endsWith('URL')) url.searchParams.set('contacts_valid_count', '7');
		expect((await fetch(url, { method })).status).toBe(200);
		expect((await resumed).output[0]!.json.callback).toEqual(expected);
	});

	it.each([
		['null', 'null', { body: null }],
		['an empty list', '[]', { body: [] }],
		['a list', '[1]', { body: [1] }],
		['an empty object', '{}', {}],
	])('takes a body that is %s, and knows it again', async (_, body, expected) => {
		const waiting = await park(oneEach, guests(2));
		const resumed = node.engine.resumed(waiting);
		const headers = { 'content-type': 'application/json' };
		const [first, second] = urls() as [string, string];
		const statuses: number[] = [];
		for (const url of [first, first, second]) {
			statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
		}
		expect(statuses).toEqual([200, 409, 200]);
		const { output } = await resumed;
		expect(output.map(({ json }) => json.callback)).toEqual([expected, expected]);
	});

	const passed = 'No callback came within Max Wait.';

	const ended = /was stopped or lost/;

	it('gives what it has when a person stops the execution that looks at the mailboxes', async () => {
		const waiting = await park();
		await callBack(1);
		const resumed = node.engine.resumed(waiting);
		node.engine.stopped(lookOf(waiting));
		node.engine.sweep();
		const run = await resumed;
		expect(counts(run)).toEqual([null, 2, null]);
		expect(run.output[0]!.json.reason).toMatch(ended);
	});

	it('waits on for the others when a person stops one mailbox', async () => {
		const waiting = await park();
		node.engine.stopped(mailboxOf(0));
		const run = await end(waiting, 1, 2);
		expect(counts(run)).toEqual([null, 2, 3]);
		expect(run.output[0]!.json.reason).toMatch(ended);
	});

	it('gives what it has when a person stops the only mailbox', async () => {
		const waiting = await park(oneEach, guests(1));
		const resumed = node.engine.resumed(waiting);
		node.engine.stopped(mailboxOf(0));
		node.engine.sweep();
		const run = await resumed;
		expect(counts(run)).toEqual([null]);
		expect(run.output[0]!.json.reason).toMatch(ended);
	});

	it('fails when a person stops the execution that it waits for', async () => {
		const waiting = await park();
		const resumed = node.engine.resumed(waiting);
		node.engine.stopped(watchOf(waiting));
		node.engine.sweep();
		expect((await resumed).error?.message).toMatch(/cancelled manually/);
	});

	it('waits on with another execution where the one that looks at the mailboxes has failed', async () => {
		const waiting = await park();
		await callBack(1);
		node.engine.failed(lookOf(waiting));
		node.engine.sweep();
		await pause(1500);
		expect(counts(await lateEnd(waiting, 0, 2))).toEqual([1, 2, 3]);
	});

	it('keeps what was called back when n8n deletes the executions that received it', async () => {
		const waiting = await park();
		for (const request of [0, 1]) {
			await callBack(request);
			await pause(1500);
			node.engine.pruned(mailboxOf(request));
		}
		expect(counts(await end(waiting, 2))).toEqual([1, 2, 3]);
	});

	it('gives the output at once where all was called back before it waits', async () => {
		fault({ delayMs: 600 }, 0);
		const running = node.run(oneEach, { items: guests(1) });
		while (urls().length === 0) await pause(5);
		await callBack(0);
		const run = await running;
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([1]);
		expect(watchOf(run).status).toBe('success');
	});

	it('never reads a large execution that waits', async () => {
		const waiting = await park({ options: { ...perJob, parallelRequests: 1 } }, guests(6000));
		expect(counts(await end(waiting, 0, 1, 2, 3, 4, 5))).toEqual([1, 2, 3, 4, 5, 6]);
		expect(node.engine.executionsRead).not.toContain(waiting.executionId);
	});

	describe('with a request that is too large', () => {
		const isTooLarge: FaultAction = { respond: { status: 413, body: { error: 'large' } } };

		it('waits for its halves', async () => {
			fault(isTooLarge, 0);
			const run = await end(await park({ options: perJob }, guests(4)), 1, 0);
			expect(counts(run)).toEqual([1, 2]);
			const sizes = node.service.state.bulkJobs.map((one) => one.number_of_contacts);
			expect(sizes).toEqual([2, 2]);
		});
	});

	it('lets people tell the executions of a wait apart', async () => {
		const waiting = await park(oneEach, guests(2));
		const [mailbox] = node.engine.subExecutionsOf(lookOf(waiting));
		const purposes = [watchOf(waiting), lookOf(waiting), mailbox!].map(
			({ data }) => data.data.resultData.metadata?.crmMessaging,
		);
		expect(purposes).toEqual([
			'Wait for results',
			'Wait for several callbacks',
			'Wait for one callback',
		]);
		await end(waiting, 0, 1);
	});

	it('ends the mailboxes of refused requests', async () => {
		fault(refusal);
		const continuing: RunOptions = { onError: 'continueRegularOutput' };
		const waiting = await park(oneEach, guests(3), continuing);
		const mailboxes = node.engine.subExecutionsOf(lookOf(waiting));
		const closings = mailboxes.map((mailbox) => node.engine.subExecutionsOf(mailbox));
		expect(closings.map(({ length }) => length)).toEqual([0, 1, 0]);
		await node.engine.timePasses(closings[1]![0]!);
		await node.engine.resumed(mailboxes[1]!);
		const now = node.engine.subExecutionsOf(lookOf(waiting)).map(({ status }) => status);
		expect(now).toEqual(['waiting', 'success', 'waiting']);
		await end(waiting, 0, 1);
	});

	it('leaves nothing waiting but the mailboxes of accepted requests where it fails', async () => {
		fault(refusal);
		const failed = await node.run(oneEach, { items: guests(3) });
		expect(failed.status).toBe('error');
		expect([watchOf(failed), lookOf(failed)].map(({ status }) => status)).toEqual([
			'success',
			'success',
		]);
	});

	it('waits for 200 requests at most, and sends none of more', async () => {
		const run = await node.run(oneEach, { items: guests(201) });
		const tooMany = inField('Processing Result', cannotWait.tooManyToWaitFor('200', '201'));
		expect(run.error?.message).toBe(`${tooMany.text} [item 0]`);
		expect(node.service.requests).toEqual([]);
	});

	describe('that says nothing of one contact of two', () => {
		const callbackOfOne = {
			data: { contacts: [{ user_id: 'g-1', valid: true }, { user_id: 'g-2' }] },
		};
		const called = async (
			parameters: IDataObject,
			onError?: RunOptions['onError'],
		): Promise<EngineRun> => {
			const waiting = await park(parameters, guests(2), { onError });
			const resumed = node.engine.resumed(waiting);
			const headers = { 'content-type': 'application/json' };
			const body = JSON.stringify(callbackOfOne);
			expect((await fetch(urls()[0]!, { method: 'POST', headers, body })).status).toBe(200);
			return await resumed;
		};
		const failing = { options: { failOnRejected: true } };
		const reason = contactReason.noVerdict;
		const silent = entryFailure.contactNotReported('the contact g-2', 'data');
		const message = `${silent.text} [item 1]`;

		it('is taken, and the item says so', async () => {
			const run = await called({});
			expect(run.status).toBe('success');
			expect(run.output.map(({ json }) => json)).toMatchObject([
				{ user_id: 'g-1', valid: true, callback: { data: {} } },
				{ user_id: 'g-2', valid: null, reason },
			]);
		});

		it('says so of the bulk job', async () => {
			const run = await called({ options: perJob });
			expect(run.output[0]!.json).toMatchObject({
				callback: callbackOfOne,
				reason: hintOf(runHint.contactsNotReported('the contact g-2')).message,
			});
		});

		it('stops the workflow where rejected contacts do', async () => {
			const run = await called(failing);
			expect(run.status).toBe('error');
			expect(run.error).toMatchObject({
				message,
				description: `${silent.advice} Of 2 contacts, 1 was accepted and 1 may have been sent. ${closing.unknown('g-2')}`,
			});
		});

		it('leads its item to the error output, with its fields', async () => {
			const run = await called(failing, 'continueErrorOutput');
			expect(linksOf(run.output)).toEqual([[0]]);
			const error = { code: silent.code, message, outcome: 'unknown', recipients: ['g-2'] };
			expect(run.errorOutput).toMatchObject([
				{ json: { ...guests(2)[1], error }, pairedItem: { item: 1 } },
			]);
		});
	});

	it('gives what it has, and null for the rest, when the limit of the wait passes', async () => {
		const waiting = await park({ ...oneEach, maxWait: 0.03 });
		expect(hintsOf(waiting)).toContainEqual(
			expect.stringContaining('may end up to a minute late'),
		);
		await callBack(1);
		const resumed = node.engine.resumed(waiting);
		await node.engine.timePasses(mailboxOf(0));
		await node.engine.timePasses(mailboxOf(2));
		const run = await resumed;
		expect(counts(run)).toEqual([null, 2, null]);
		const reasons = run.output.map(({ json }) => json.reason);
		expect(reasons).toEqual([passed, undefined, passed]);
		const ids = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual(ids);
		expect(node.service.requests).toHaveLength(3);
	});

	it('has a limit of a day, and refuses one that is none', async () => {
		const waiting = await park();
		const [mailbox] = node.engine.subExecutionsOf(lookOf(waiting));
		const { waitTill } = mailbox!.data.data;
		const day = 24 * 60 * 60_000;
		expect(Math.abs(Number(waitTill) - Date.now() - day)).toBeLessThan(60_000);
		const refused = await node.run({ maxWait: 0 }, { items: guests(1) });
		expect(refused.error?.message).toBe(
			'Max Wait (Minutes) must be a number above 0, not “0” [item 0]',
		);
		expect(node.service.requests).toHaveLength(3);
	});

	it('gives errors on their own output, with their fields, once the rest was called back', async () => {
		fault(refusal);
		const items = [...guests(3), { gender: 'x' }, { email: null }];
		const options = { parallelRequests: 1, batchSize: 1 };
		const run = await end(
			await park({ options }, items, { onError: 'continueErrorOutput' }),
			...[0, 1],
		);
		expect(counts(run)).toEqual([1, 2, undefined]);
		expect(linksOf(run.output)).toEqual([[0], [2], [4]]);
		expect(run.output[2]!.json).toEqual({ bulk_id: null, skipped: 'empty' });
		const refused = refusalOf(refusedRequest.invalidRequest(), 400, 'no');
		const wrong = inField(
			'Gender',
			wrongValue.notInList('“x”', 'FEMALE, MALE', choiceAdvice.use),
		);
		expect(run.errorOutput).toEqual([
			failedItem(1, items[1]!, refused, { httpCode: 400, recipients: ['g-2'] }),
			failedItem(3, items[3]!, wrong),
		]);
	});

	it('does not wait where nothing was taken', async () => {
		fault(refusal, 0, 9);
		const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
		expect(run.status).toBe('success');
		expect(run.errorOutput).toHaveLength(2);
		expect(run.output).toEqual([]);
	});

	it('waits for no request that was refused or in doubt', async () => {
		fault(refusal);
		fault({ respond: { status: 500, body: {} } }, 1);
		const waiting = await park(oneEach, guests(4), { onError: 'continueRegularOutput' });
		const run = await end(waiting, ...urls().keys());
		expect(counts(run).filter((count) => count !== undefined)).toEqual([1, 2]);
	});

	it('with Retry On Fail, waits for what every try sent', async () => {
		fault({ respond: { status: 429 } });
		const retrying: RunOptions = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const options = { ...oneEach.options, maxTries: 1 };
		const waiting = await park({ options }, guests(3), retrying);
		const run = await lateEnd(waiting, 0, 1, 2);
		expect(node.service.state.bulkJobs).toHaveLength(3);
		expect(counts(run)).toEqual([1, 2, 3]);
	});

	it('waits as well for what the failed execution sent that is being retried', async () => {
		fault(refusal);
		const failed = await node.run(oneEach, { items: guests(3) });
		expect(failed.error?.description).toContain('Of 3 contacts, 1 was accepted');
		await callBack(0);
		const run = await end(await retried(failed), 1, 2);
		expect(counts(run)).toEqual([1, 2, 3]);
		expect(node.service.state.bulkJobs).toHaveLength(3);
	});

	it('cannot fail a contact where only bulk jobs come out', async () => {
		const options = { ...perJob, failOnRejected: true };
		const run = await node.run({ options }, { items: guests(1) });
		expect(run.error).toMatchObject({ code: 'notTogether' });
		expect(node.service.requests).toEqual([]);
		const hasty = { processingResult: 'dontWait', options: { failOnRejected: true } };
		expect(hintsOf(await node.run(hasty, { items: guests(1) }))).toEqual([
			hintOf(
				runHint.noEffect(
					'Fail on Rejected Contacts',
					'Processing Result isn’t Wait for Result',
				),
			).message,
		]);
	});

	it('starts no execution where an item is wrong', async () => {
		const run = await node.run({}, { items: [...guests(1), { gender: 'x' }] });
		expect(run.status).toBe('error');
		expect(node.engine.subExecutionsOf(run)).toEqual([]);
	});

	it('keeps nothing of earlier rounds of a loop, which n8n would store again each time', async () => {
		const bench = new KillBench(node);
		bench.rounds = 2;
		const { run: first } = await bench.run({ otherKeys: 'leaveOut' }, { items: guests(50) });
		const kept = ({ data }: EngineRun): number =>
			JSON.stringify(data.data.executionData!.contextData).length;
		const sizes = [kept(first)];
		let run = first;
		for (const round of [0, 1]) {
			const woken = node.engine.resumed(run);
			await callBack(round);
			run = await woken;
			expect(run.status).toBe('waiting');
			sizes.push(kept(run));
		}
		expect(sizes[2]! - sizes[1]!).toBeLessThan(sizes[0]! / 4);
	});

	it('is refused where an AI agent uses the node, with advice', async () => {
		const type = node.engine.fullType('crmMessaging');
		const run = await node.engine.run({
			node: { type: `${type}Tool`, parameters: form },
			nodeTypes: { [`${type}Tool`]: node.engine.loaded.nodeTypes.get(type)! },
			items: guests(1),
			credential: node.credential,
		});
		const refused = inField('Processing Result', cannotWait.waitInAgent());
		expect(run.error?.message).toBe(hintOf(refused).message + ` ${closing.nothingSent}`);
		expect(node.service.requests).toEqual([]);
	});

	it('shows its address in a preview, with advice for one of this network only, and does not wait', async () => {
		const run = await node.run({ options: { preview: 'requests' } }, { items: guests(2) });
		expect(run.status).toBe('success');
		const { options } = run.output[0]!.json.body as { options: { webhook: { url: string } } };
		expect(options.webhook.url).toContain('/webhook-waiting/');
		expect(hintsOf(run)).toContainEqual(
			expect.stringMatching(/^The service can call 127\.0\.0\.1 only from within/),
		);
		expect(node.service.requests).toEqual([]);
		expect(node.engine.subExecutionsOf(run)).toEqual([]);
	});

	it('waits for a purchase, and gives one item for each input item', async () => {
		const parameters = {
			resource: 'purchase',
			operation: 'upsert',
			contactsFrom: 'mapAutomatically',
			uuid: 'room-1',
			transactionCode: 'T-1',
			price: 10,
			currency: 'EUR',
			options: {},
		};
		const run = await end(await park(parameters, guests(2)), 0);
		expect(counts(run)).toEqual([1, 1]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});
});
