import { setTimeout as pause } from 'node:timers/promises';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import {
	cannotWait,
	closing,
	contactReason,
	runHint,
} from '../../nodes/CrmMessaging/catalogue/runs';
import { choiceAdvice, wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import type { FaultAction } from '../../playground/service/mock-service';
import { describeWhere, type EngineRun } from './harness';
import { KillBench } from './killed-executions';
import { hintsOf } from './message-forms';
import { linksOf, type RunOptions } from './node-runner';
import { account } from './running-service';
import { hintText, inField, refusalOf } from './sentences';
import { oneEach, perJob, WaitBench, waitingGuests as guests } from './wait-bench';
import { failedItem } from './what-became';

const refusal: FaultAction = { respond: { status: 400, body: { error: 'no' } } };

/** Tests of n8n versions that can't wait are in capabilities.test.ts. */
describeWhere('waitForResult')('a run that waits for callbacks', () => {
	const bench = new WaitBench();
	const { node } = bench;

	it('receives them in any order, at addresses of their own that hold no secret', async () => {
		const run = await bench.end(await bench.park(), 2, 0, 1);
		expect(bench.counts(run)).toEqual([1, 2, 3]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(new Set(bench.urls).size).toBe(3);
		expect(bench.urls.join()).not.toContain(account.accountSecret);
		expect(bench.urls.join()).not.toContain(account.masterSecret);
	});

	it('receives them at the same instant', async () => {
		const resumed = node.engine.waiting.resumed(await bench.park());
		const answers = bench.urls.map((url, index) => bench.call(url, index));
		expect(await Promise.all(answers)).toEqual([200, 200, 200]);
		expect(bench.counts(await resumed)).toEqual([0, 1, 2]);
	});

	it('receives one before all requests are sent', async () => {
		const answer = bench.holdAnswer(1);
		const running = node.run(oneEach, { items: guests(2) });
		while (bench.urls.length === 0) await pause(5);
		await bench.callBack(0);
		answer();
		expect(bench.counts(await bench.end(await running, 1))).toEqual([1, 2]);
	});

	it('ends at once if all came before it waits', async () => {
		const answer = bench.holdAnswer(0);
		const running = node.run(oneEach, { items: guests(1) });
		while (bench.urls.length === 0) await pause(5);
		await bench.callBack(0);
		while (!node.engine.waiting.hasEnded(bench.mailboxOf(0))) await pause(5);
		answer();
		const run = await running;
		expect(run.status).toBe('success');
		expect(bench.counts(run)).toEqual([1]);
		expect(bench.watchOf(run).status).toBe('success');
	});

	it('refuses a repeated callback, keeps the first one, and waits on', async () => {
		const waiting = await bench.park();
		await bench.callBack(0);
		expect(await bench.call(bench.urls[0]!, 99)).toBe(409);
		expect(bench.counts(await bench.end(waiting, 1, 2))).toEqual([1, 2, 3]);
	});

	it.each([
		['n8n could not store', 'too deep', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`],
		['no callback has', 'too large', JSON.stringify({ a: Array(100_000).fill(1) })],
	])('is not moved by a call whose content %s', async (_, error, body) => {
		const waiting = await bench.park(oneEach, guests(1));
		const answer = await bench.post(bench.urls[0]!, body);
		expect([answer.status, await answer.json()]).toEqual([406, { error }]);
		expect(bench.counts(await bench.end(waiting, 0))).toEqual([1]);
	});

	it.each(['GET', 'POST'])(
		'reads data in the URL of a %s, without n8n’s signature',
		async (method) => {
			const resumed = node.engine.waiting.resumed(await bench.park(oneEach, guests(1)));
			const url = new URL(bench.urls[0]!);
			url.searchParams.set('contacts_valid_count', '7');
			expect((await fetch(url, { method })).status).toBe(200);
			expect((await resumed).output[0]!.json.callback).toEqual({ contacts_valid_count: 7 });
		},
	);

	it('refuses a call without the signature of its own execution', async () => {
		const waiting = [
			await bench.park(oneEach, guests(2)),
			await bench.park(oneEach, guests(1)),
		];
		const signatures = bench.urls.map((url) => new URL(url).searchParams.get('signature')!);
		expect(new Set(signatures).size).toBe(3);
		for (const foreign of ['', 'a'.repeat(64), ...signatures.slice(1)]) {
			const url = new URL(bench.urls[0]!);
			url.searchParams.set('signature', foreign);
			expect(await bench.call(url, 99)).toBe(401);
		}
		expect(bench.counts(await bench.end(waiting[0]!, 0, 1))).toEqual([1, 2]);
		expect(bench.counts(await bench.end(waiting[1]!, 2))).toEqual([3]);
	});

	describe('with Fail on Rejected Contacts', () => {
		const items = [...guests(2), { user_id: 'g-3', email: 'no address' }];
		const options = { validate: true, failOnRejected: true };
		const error = {
			message: expect.stringMatching(
				/^The service rejected the contact g-3: .+ \[item 2\]$/,
			) as string,
			outcome: 'rejected',
			recipients: ['g-3'],
		};
		const finished = async (onError?: RunOptions['onError']): Promise<EngineRun> => {
			const waiting = await bench.park({ options }, items, { onError });
			const resumed = node.engine.waiting.resumed(waiting);
			node.service.endBulkJob(node.service.state.bulkJobs[0]!._id, 'processed');
			return await resumed;
		};

		it('leads a rejected contact to the error output, with its fields', async () => {
			const run = await finished('continueErrorOutput');
			expect(run.output).toMatchObject([
				{ json: { user_id: 'g-1', valid: true }, pairedItem: { item: 0 } },
				{ json: { user_id: 'g-2', valid: true }, pairedItem: { item: 1 } },
			]);
			expect(run.errorOutput).toMatchObject([
				{ json: { ...items[2], error }, pairedItem: { item: 2 } },
			]);
		});

		it('stops the workflow otherwise, after the last callback', async () => {
			const run = await finished();
			expect(run.status).toBe('error');
			expect(run.error).toMatchObject({
				message: error.message,
				description: expect.stringContaining(
					'Of 3 contacts, 2 were accepted and 1 was rejected',
				) as string,
			});
		});

		it('is refused if only bulk jobs come out', async () => {
			const run = await node.run({ options: { ...options, ...perJob } }, { items });
			expect(run.error).toMatchObject({ code: 'notTogether' });
			expect(node.service.requests).toEqual([]);
		});
	});

	it('returns null for what didn’t come within the limit', async () => {
		const waiting = await bench.park({ ...oneEach, maxWait: 0.03 });
		expect(hintsOf(waiting)).toContainEqual(
			expect.stringContaining('may end up to a minute late'),
		);
		await bench.callBack(1);
		const resumed = node.engine.waiting.resumed(waiting);
		for (const request of [0, 2])
			await node.engine.waiting.timePasses(bench.mailboxOf(request));
		const run = await resumed;
		expect(bench.counts(run)).toEqual([null, 2, null]);
		const passed = 'No callback came within Max Wait.';
		expect(run.output.map(({ json }) => json.reason)).toEqual([passed, undefined, passed]);
		const ids = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual(ids);
		expect(node.service.requests).toHaveLength(3);
	});

	it('has a limit of a day, and refuses zero', async () => {
		const day = 24 * 60 * 60_000;
		const before = Date.now();
		const waiting = await bench.park();
		expect(hintsOf(waiting).join()).not.toContain('a minute late');
		const [mailbox] = node.engine.waiting.subExecutionsOf(bench.lookOf(waiting));
		const { waitTill } = mailbox!.data.data;
		expect(Number(waitTill)).toBeGreaterThanOrEqual(before + day);
		expect(Number(waitTill)).toBeLessThanOrEqual(Date.now() + day);
		const refused = await node.run({ maxWait: 0 }, { items: guests(1) });
		expect(refused.error?.message).toBe(
			'Max Wait (Minutes) must be a number above 0, not “0” [item 0]',
		);
		expect(node.service.requests).toHaveLength(3);
	});

	it('puts errors on their own output, with their fields, and waits for the accepted rest', async () => {
		bench.fault(refusal);
		bench.fault({ respond: { status: 500, body: {} } }, 1);
		const items = [...guests(4), { gender: 'x' }, { email: null }];
		const parameters = { options: { parallelRequests: 1, batchSize: 1 } };
		const waiting = await bench.park(parameters, items, { onError: 'continueErrorOutput' });
		const run = await bench.end(waiting, 0, 1);
		expect(bench.counts(run)).toEqual([1, 2, undefined]);
		expect(run.output[2]!.json).toEqual({ bulk_id: null, skipped: 'empty' });
		const refused = refusalOf(refusedRequest.invalidRequest(), 400, 'no');
		const wrong = inField(
			'Gender',
			wrongValue.notInList('“x”', 'FEMALE, MALE', choiceAdvice.use),
		);
		expect(run.errorOutput).toEqual([
			failedItem(1, items[1]!, refused, { httpCode: 400, recipients: ['g-2'] }),
			expect.objectContaining({ pairedItem: { item: 2 } }),
			failedItem(4, items[4]!, wrong),
		]);
		expect(linksOf(run.output)).toEqual([[0], [3], [5]]);
	});

	it('says whom a callback leaves out, in the output and as a hint where it waited', async () => {
		const waiting = await bench.park({}, guests(2));
		const { output } = await bench.end(waiting, 0);
		const reason = contactReason.notNamed;
		expect(output).toMatchObject([{ json: { reason } }, { json: { reason } }]);
		expect(hintsOf(bench.watchOf(waiting))).toEqual([
			hintText(runHint.contactsNotReported('2 contacts: g-1, g-2 (items 0–1)')),
		]);
	});

	it('doesn’t wait if nothing was accepted', async () => {
		bench.fault(refusal, 0, 9);
		const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
		expect([run.status, run.output, run.errorOutput.length]).toEqual(['success', [], 2]);
	});

	it('waits for the halves of a request that is too large', async () => {
		bench.fault({ respond: { status: 413, body: { error: 'large' } } }, 0);
		const run = await bench.end(await bench.park({ options: perJob }, guests(4)), 1, 0);
		expect(bench.counts(run)).toEqual([1, 2]);
	});

	it('with Retry On Fail, waits for the requests of every try', async () => {
		bench.fault({ respond: { status: 429 } });
		const retrying: RunOptions = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const options = { ...oneEach.options, maxTries: 1 };
		const run = await bench.lateEnd(
			await bench.park({ options }, guests(3), retrying),
			...[0, 1, 2],
		);
		expect(node.service.state.bulkJobs).toHaveLength(3);
		expect(bench.counts(run)).toEqual([1, 2, 3]);
	});

	it('waits as well for the requests of the failed execution that it retries', async () => {
		bench.fault(refusal);
		const failed = await node.run(oneEach, { items: guests(3) });
		await bench.callBack(0);
		const again = await node.retry(failed);
		expect(bench.counts(await bench.end(again, 1, 2))).toEqual([1, 2, 3]);
		expect(node.service.state.bulkJobs).toHaveLength(3);
	});

	it('keeps nothing of earlier rounds of a loop, which n8n would store each time', async () => {
		const loop = new KillBench(node);
		loop.rounds = 2;
		let { run } = await loop.run({ otherKeys: 'leaveOut' }, { items: guests(50) });
		const kept = () => JSON.stringify(run.data.data.executionData!.contextData).length;
		const sizes = [kept()];
		for (const round of [0, 1]) {
			const resumed = node.engine.waiting.resumed(run);
			await bench.callBack(round);
			run = await resumed;
			expect(run.status).toBe('waiting');
			sizes.push(kept());
		}
		expect(sizes[2]! - sizes[1]!).toBeLessThan(sizes[0]! / 4);
	});

	it('is refused as an agent’s tool, with advice', async () => {
		const run = await node.run({}, { ...node.engine.tool(), items: guests(1) });
		const refused = inField('Processing Result', cannotWait.waitInAgent());
		expect(run.error?.message).toBe(`${hintOf(refused).message} ${closing.nothingSent}`);
		expect(node.service.requests).toEqual([]);
	});

	it('shows its address in a preview, and doesn’t wait', async () => {
		const run = await node.run({ options: { preview: 'requests' } }, { items: guests(2) });
		expect(run.status).toBe('success');
		const { options } = run.output[0]!.json.body as { options: { webhook: { url: string } } };
		expect(options.webhook.url).toContain('/webhook-waiting/');
		expect(hintsOf(run)).toContainEqual(
			expect.stringMatching(/^The service can call 127\.0\.0\.1 only from within/),
		);
		expect(node.service.requests).toEqual([]);
		expect(node.engine.waiting.subExecutionsOf(run)).toEqual([]);
	});
});
