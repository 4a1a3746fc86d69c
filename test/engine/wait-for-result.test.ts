import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import {
	cannotWait,
	closing,
	contactReason,
	runHint,
} from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { choiceAdvice, wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import type { FaultAction } from '../../playground/service/mock-service';
import { describeWhere, type EngineRun } from './harness';
import { automatic, contactForm, purchaseForm } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner, type RunOptions } from './node-runner';
import { account } from './running-service';
import { hintText, inField, refusalOf } from './sentences';
import { oneEach, perJob, WaitBench, waitingGuests as guests } from './wait-bench';

const refusal: FaultAction = { respond: { status: 400, body: { error: 'no' } } };

/** Tests of n8n versions that can't wait are in capabilities.test.ts. */
describeWhere('waitForResult')('a run that waits for callbacks', () => {
	const bench = new WaitBench();
	const { node } = bench;

	it('receives them in any order, at separate URLs that contain no secret', async () => {
		const run = await bench.end(await bench.startWaiting(), 2, 0, 1);
		expect(bench.counts(run)).toEqual([1, 2, 3]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(new Set(bench.urls).size).toBe(3);
		expect(bench.urls.join()).not.toContain(account.accountSecret);
		expect(bench.urls.join()).not.toContain(account.masterSecret);
	});

	it.each([1, 2])('ends immediately if all arrived before it waits: %i', async (count) => {
		const answer = node.holdAnswers();
		const options = { batchSize: 1, ...perJob };
		const running = node.run({ options }, { items: guests(count) });
		while (bench.urls.length < count) await pause(5);
		for (const request of bench.urls.keys()) {
			await bench.callBack(request);
			while (!node.engine.waiting.hasEnded(bench.mailboxOf(request))) await pause(5);
		}
		answer();
		const run = await running;
		expect(run.status).toBe('success');
		expect(bench.counts(run)).toHaveLength(count);
		expect(bench.counts(run)).not.toContain(null);
		expect(bench.supervisorOf(run).status).toBe('success');
	});

	it.each([
		['n8n couldn’t store', 'too deep', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`],
		['no callback has', 'too large', JSON.stringify({ a: Array(100_000).fill(1) })],
	])('isn’t resumed by a call with content that %s', async (_, error, body) => {
		const waiting = await bench.startWaiting(oneEach, guests(1));
		const answer = await bench.post(bench.urls[0]!, body);
		expect([answer.status, await answer.json()]).toEqual([406, { error }]);
		expect(bench.counts(await bench.end(waiting, 0))).toEqual([1]);
	});

	it('reads the query parameters of a GET, except n8n’s signature', async () => {
		const resumed = node.engine.waiting.resumed(await bench.startWaiting(oneEach, guests(1)));
		const url = new URL(bench.urls[0]!);
		url.searchParams.set('contacts_valid_count', '7');
		expect((await fetch(url)).status).toBe(200);
		expect((await resumed).output[0]!.json.callback).toEqual({ contacts_valid_count: 7 });
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
			const waiting = await bench.startWaiting({ options }, items, { onError });
			const resumed = node.engine.waiting.resumed(waiting);
			node.service.endBulkJob(node.service.state.bulkJobs[0]!._id, 'processed');
			return await resumed;
		};

		it('sends a rejected contact to the error output, with its fields', async () => {
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

		it('is rejected if the output is bulk jobs', async () => {
			const run = await node.run({ options: { ...options, ...perJob } }, { items });
			expect(run.error).toMatchObject({ code: 'notTogether' });
			expect(node.service.requests).toEqual([]);
		});
	});

	it('returns null for a callback that doesn’t arrive within Max Wait', async () => {
		const waiting = await bench.startWaiting({ ...oneEach, maxWait: 0.03 });
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
		expect(run.output.map(({ json }) => json.reason)).toEqual([
			passed,
			expect.stringContaining('g-2') as string,
			passed,
		]);
		const ids = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json._id)).toEqual(ids);
		expect(node.service.requests).toHaveLength(3);
	});

	it('waits for a day by default, and rejects a Max Wait of zero', async () => {
		const day = 24 * 60 * 60_000;
		const before = Date.now();
		const waiting = await bench.startWaiting();
		expect(hintsOf(waiting).join()).not.toContain('a minute late');
		const [mailbox] = node.engine.waiting.subExecutionsOf(bench.checkerOf(waiting));
		const { waitTill } = mailbox!.data.data;
		expect(Number(waitTill)).toBeGreaterThanOrEqual(before + day);
		expect(Number(waitTill)).toBeLessThanOrEqual(Date.now() + day);
		const refused = await node.run({ maxWait: 0 }, { items: guests(1) });
		expect(refused.error?.message).toBe(
			'Max Wait (Minutes) must be a number above 0, not “0” [item 0]',
		);
		expect(node.service.requests).toHaveLength(3);
	});

	it('sends errors to the error output, with their fields, and waits for the accepted rest', async () => {
		bench.fault(refusal);
		bench.fault({ respond: { status: 500, body: {} } }, 1);
		const items = [...guests(4), { gender: 'x' }, { email: null }];
		const parameters = { options: { parallelRequests: 1, batchSize: 1 } };
		const waiting = await bench.startWaiting(parameters, items, {
			onError: 'continueErrorOutput',
		});
		const run = await bench.end(waiting, 0, 1);
		expect(bench.counts(run)).toEqual([1, 2, undefined]);
		expect(run.output[2]!.json).toEqual({ bulk_id: null, skipped: 'empty' });
		const refused = refusalOf(refusedRequest.invalidRequest(), 400, 'no');
		const wrong = inField(
			'Gender',
			wrongValue.notInList('“x”', 'FEMALE, MALE', choiceAdvice.use),
		);
		const failed = (item: number, { code, text }: Sentence, more: IDataObject = {}) => {
			const error = { code, message: `${text} [item ${item}]`, ...more };
			return { json: { ...items[item], error }, pairedItem: { item } };
		};
		expect(run.errorOutput).toMatchObject([
			failed(1, refused, { recipients: ['g-2'] }),
			{ pairedItem: { item: 2 } },
			failed(4, wrong, { outcome: 'notSent' }),
		]);
		expect(linksOf(run.output)).toEqual([[0], [3], [5]]);
	});

	it('lists contacts missing from a callback, in the output and in a hint', async () => {
		const waiting = await bench.startWaiting({}, guests(2));
		const { output } = await bench.end(waiting, 0);
		const reason = contactReason.miscounted('1 valid contact', '0');
		expect(output).toMatchObject([{ json: { reason } }, { json: { reason } }]);
		expect(hintsOf(bench.supervisorOf(waiting))).toEqual([
			hintText(runHint.contactsNotReported('2 contacts: g-1, g-2 (items 0–1)')),
		]);
	});

	it('doesn’t wait if nothing was accepted', async () => {
		bench.fault(refusal, 0, 9);
		const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
		expect([run.status, run.output, run.errorOutput.length]).toEqual(['success', [], 2]);
	});

	it('waits for both halves of a request that is too large', async () => {
		bench.fault({ respond: { status: 413, body: { error: 'large' } } }, 0);
		const run = await bench.end(await bench.startWaiting({ options: perJob }, guests(4)), 1, 0);
		expect(bench.counts(run)).toEqual([1, 2]);
	});

	it('with Retry On Fail, waits for the requests of every try', async () => {
		bench.fault({ respond: { status: 429 } });
		const retrying: RunOptions = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const options = { ...oneEach.options, maxTries: 1 };
		const run = await bench.lateEnd(
			await bench.startWaiting({ options }, guests(3), retrying),
			...[0, 1, 2],
		);
		expect(node.service.state.bulkJobs).toHaveLength(3);
		expect(bench.counts(run)).toEqual([1, 2, 3]);
	});

	it('also waits for the requests of the failed execution that it retries', async () => {
		bench.fault(refusal);
		const failed = await node.run(oneEach, { items: guests(3) });
		await bench.callBack(0);
		const again = await node.retry(failed);
		expect(bench.counts(await bench.end(again, 1, 2))).toEqual([1, 2, 3]);
		expect(node.service.state.bulkJobs).toHaveLength(3);
	});

	it('is rejected in an agent’s tool, with advice', async () => {
		const run = await node.run({}, { ...node.engine.tool(), items: guests(1) });
		const refused = inField('Processing Result', cannotWait.waitInAgent());
		expect(run.error?.message).toBe(`${hintOf(refused).message} ${closing.nothingSent}`);
		expect(node.service.requests).toEqual([]);
	});

	it('shows its callback URL in a preview, and doesn’t wait', async () => {
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

describeWhere('waitForResult')('a run with more requests than it can wait for', () => {
	// One guest with long notes fits into a request, and two don't.
	const node = new NodeRunner(
		{ ...automatic, processingResult: 'waitForResult' },
		{ processingDelayMs: 3_600_000, maxBodyBytes: 3000 },
	);

	it('sends nothing', async () => {
		const form = purchaseForm({ transactionCode: '={{ $json.user_id }}' });
		const run = await node.run(form, { items: guests(201) });
		const tooMany = cannotWait.tooManyToWaitFor('200', '201');
		const { code, text } = inField('Processing Result', tooMany);
		expect(run.error).toMatchObject({ code, message: `${text} [item 0]` });
		expect(node.service.requests).toEqual([]);
		expect(node.engine.waiting.subExecutionsOf(run)).toEqual([]);
	});

	it('stops if split requests exceed the limit, and shows how many contacts were accepted', async () => {
		const options = { batchSize: 2, parallelRequests: 1 };
		const items = guests(202).map((guest) => ({ ...guest, notes: 'x'.repeat(2000) }));
		const { error } = await node.run(contactForm({ options }), { items });
		expect(error).toMatchObject({ code: 'tooManyToWaitFor' });
		expect(error?.description).toContain('Choose “Send to Trigger”');
		const sent = node.service.requests
			.filter(({ answer }) => answer !== undefined)
			.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts)
			.map(({ user_id }) => user_id);
		expect(new Set(sent).size).toBe(sent.length);
		expect(error?.description).toContain(`${sent.length} were accepted`);
	}, 240_000);
});
