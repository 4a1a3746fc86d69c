import type { IDataObject } from 'n8n-workflow';
import { capabilities } from './harness';
import { contactsInJson, purchaseForm } from './import-forms';
import { KillBench } from './killed-executions';
import { errorsIn, hintsOf, type RunOptions } from './node-runner';
import { guests, text, WaitingRunner } from './waiting-runner';

describe('Wait for Result', () => {
	const node = new WaitingRunner();

	it('after a kill and a resend, an item that is wrong may have been sent', async () => {
		const bench = new KillBench(node, { onError: 'continueErrorOutput' });
		const { run, stored } = await bench.run({}, [...guests(1), { user_id: {} }]);
		const resend = { options: { unconfirmedRequests: 'resend' } };
		const ended = await node.end(await bench.retry(run, stored[0], resend));
		expect(ended.output).toHaveLength(1);
		expect(errorsIn(ended.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
	});

	describe('with Fail on Rejected Contacts', () => {
		const items = [...guests(2), { user_id: 'g-3', email: 'liam smith@example.com' }];
		const options = { validate: true, failOnRejected: true };
		const message = expect.stringMatching(
			/^The service rejected the contact g-3: .+ \[item 2\]$/,
		) as string;
		const error = { message, outcome: 'rejected', recipients: ['g-3'] };
		const finished = async (onError?: RunOptions['onError']) =>
			await node.end(await node.startWaiting(items, { options }, { onError }));

		it('stops the workflow, and a retry sends nothing', async () => {
			const failed = await finished();
			const description = text('Of 3 contacts, 2 were accepted and 1 was rejected');
			expect(failed.error).toMatchObject({ message, description });
			const again = await node.retry(failed);
			expect(again.error).toMatchObject({ message, description });
			const edited = await node.retry(failed, { options: { validate: true } });
			expect(edited.output.map(({ json }) => json.valid)).toEqual([true, true, false]);
			expect(hintsOf(edited)).toContainEqual(
				text('The service rejected 1 of 3 contacts: g-3 (item 2).'),
			);
			expect(node.sent).toHaveLength(1);
		});

		it('makes an error item, with the contact’s fields', async () => {
			const run = await finished('continueErrorOutput');
			expect(run.output.map(({ json }) => json.valid)).toEqual([true, true]);
			expect(run.errorOutput).toMatchObject([
				{ json: { ...items[2], error }, pairedItem: { item: 2 } },
			]);
			const regular = await finished('continueRegularOutput');
			expect(regular.output[2]!.json).toMatchObject({ valid: false, user_id: 'g-3', error });
		});

		it('shows the worst failure of an item, and the recipients of all', async () => {
			const form = { ...purchaseForm({ options }), ...contactsInJson(guests(3)) };
			const onError = 'continueErrorOutput';
			const run = await node.called(await node.startWaiting([{}], form, { onError }), {
				valid_contacts: guests(1),
				failed_contacts: [{ contact: { user_id: 'g-2' }, error: 'no' }],
			});
			expect(errorsIn(run.errorOutput)).toMatchObject([
				{ code: 'contactNotReported', outcome: 'unknown', recipients: ['g-2', 'g-3'] },
			]);
		});

		it('fails contacts that the callback doesn’t report, and none without a callback', async () => {
			const unread = await node.called(await node.startWaiting(guests(2), { options }), {
				note: 'done',
			});
			expect(unread.error).toMatchObject({
				code: 'contactNotReported',
				description:
					'The callback doesn’t name this contact. Its other keys: note. 2 contacts may have been sent. Check in the service: g-1, g-2.',
				context: { data: { accepted: [], unknown: [{ items: [0] }, { items: [1] }] } },
			});
			const onError = 'continueErrorOutput';
			const continued = await node.called(
				await node.startWaiting(guests(3), { options }, { onError }),
				{ valid_contacts: guests(1) },
			);
			expect(hintsOf(continued)).toContain(
				'Of 3 contacts, 1 was accepted and 2 may have been sent. The error items show why.',
			);
			const waiting = await node.startWaiting(guests(1), { options });
			const late = await node.timePasses(waiting);
			expect([late.status, late.output[0]!.json.valid]).toEqual(['success', null]);
		});
	});

	it('has errors of its own items next to a bulk job, called or not', async () => {
		const wrong = { user_id: 'w-3', gender: 'x' };
		const form = { options: { output: 'bulkJob' } };
		const onError = 'continueErrorOutput';
		const start = () => node.startWaiting([...guests(2), wrong], form, { onError });
		const called = await node.called(await start(), { valid_contacts: guests(2) });
		expect(called.output).toHaveLength(1);
		for (const { errorOutput } of [called, await node.timePasses(await start())]) {
			const json = { ...wrong, error: { outcome: 'notSent' } };
			expect(errorOutput).toMatchObject([{ json, pairedItem: { item: 2 } }]);
		}
	});

	it.each([true, false])('shows a booking’s contact for all its items (%s)', async (isCalled) => {
		const items = [{ contacts: [] }, { contacts: guests(1) }];
		const form = { ...purchaseForm({}), ...contactsInJson('={{ $json.contacts }}') };
		const waiting = await node.startWaiting(items, form);
		const run = isCalled
			? await node.called(waiting, { valid_contacts: guests(1) })
			: await node.timePasses(waiting);
		const json = { valid: isCalled || null, user_id: 'g-1', bulk_id: node.job._id };
		expect(run.output).toMatchObject([{ json }, { json }]);
	});

	it('doesn’t know the results of contacts that an earlier try sent', async () => {
		node.service.faults.add({ after: 1, action: { respond: { status: 400, body: {} } } });
		const options = { batchSize: 1, parallelRequests: 1 };
		const custom = { otherKeys: 'custom', processingResult: 'dontWait', options };
		const own = { valid: 'own', reason: 'own' };
		const items = guests(2).map((guest, at) => ({ ...guest, ...(at === 0 && own) }));
		const failed = await node.run(custom, { items });
		const waiting = await node.retry(failed, { processingResult: 'waitForResult' });
		const run = await node.called(waiting, { valid_contacts: guests(2) });
		const reason = 'An earlier try sent this contact, and didn’t wait for its result.';
		expect(run.output).toMatchObject([
			{ json: { valid: null, reason, user_id: 'g-1' } },
			{ json: { valid: true, user_id: 'g-2' } },
		]);
	});

	const rounds = (rows: string) => `Wait for fewer ${rows} at a time, with Loop Over Items.`;
	const alike = 'Items share a request only if their Origin and options are equal.';
	const twoOrigins = { origin: '={{ $itemIndex ? "a" : "b" }}' };
	const purchases = purchaseForm({ transactionCode: '={{ $json.user_id }}' });
	it.each<[what: string, items: number, form: IDataObject, advice: string]>([
		['more than Batch Size', 3, { options: { batchSize: 2 } }, rounds('contacts')],
		['different', 2, twoOrigins, alike],
		['purchases', 2, purchases, rounds('purchases')],
	])('sends nothing with several requests: %s', async (_, count, form, advice) => {
		const { error } = await node.run(form, { items: guests(count) });
		expect(error).toMatchObject({
			code: 'severalRequests',
			message:
				'Processing Result can’t be “Wait for Result” for 2 requests at a time [item 0]',
			description: text(advice),
		});
		expect(node.sent).toEqual([]);
	});

	it('sends nothing of a later round that stops, whatever the rounds before have sent', async () => {
		// In the second round, an item is wrong, and the others would take two requests.
		const form = {
			...contactsInJson('={{ $runIndex && !$itemIndex ? 5 : $json }}'),
			origin: '={{ $runIndex && $itemIndex > 1 ? "a" : "b" }}',
		};
		const bench = new KillBench(node, { onError: 'continueErrorOutput' });
		const continued = await node.end((await bench.run(form, guests(3), { rounds: 1 })).run);
		const description = text('This run sent nothing.');
		expect(errorsIn(continued.errorOutput)).toMatchObject(
			Array(3).fill({ code: 'severalRequests', outcome: 'notSent', description }),
		);
		const stopping = new KillBench(node);
		const stopped = await node.end((await stopping.run(form, guests(3), { rounds: 1 })).run);
		expect(stopped.error).toMatchObject({ code: 'wrongFormat', description });
		expect(node.service.state.bulkJobs).toHaveLength(2);
	});

	it('waits for ten minutes at least, and for a year at most', async () => {
		for (const maxWait of [9, 525_601]) {
			const { error } = await node.run({ maxWait }, { items: guests(1) });
			expect(error?.message).toContain('must be a number from 10 to 525600');
		}
		expect(node.sent).toEqual([]);
		for (const maxWait of [10, 525_600]) await node.startWaiting(guests(1), { maxWait });
	});

	it('doesn’t divide a request that is too large', async () => {
		node.service.faults.add({ action: { respond: { status: 413, body: {} } } });
		const { error } = await node.run({}, { items: guests(4) });
		expect(error).toMatchObject({
			code: 'requestTooLarge',
			description: text('send fewer items per round'),
		});
		expect(node.sent).toHaveLength(1);
	});

	it('is refused in a sub-workflow of n8n 1, which signs no resume URL', async () => {
		const unsigned: RunOptions = {
			items: guests(1),
			mode: 'integrated',
			whenStored: (_, live: { resumeToken?: string }) => delete live.resumeToken,
		};
		const { error } = await node.run({}, unsigned);
		expect(error).toMatchObject({
			message:
				'Processing Result can’t be “Wait for Result” in a sub-workflow of n8n 1 [item 0]',
			description: text('Wait in the calling workflow, or choose “Send to Trigger”.'),
		});
		expect(node.sent).toEqual([]);
		expect((await node.run({}, { ...unsigned, mode: 'trigger' })).status).toBe('waiting');
		if (capabilities.signedResumeUrl.isThere)
			await node.startWaiting(guests(1), {}, { mode: 'integrated' });
	});

	it('doesn’t wait in a retry if the earlier try has sent the contacts', async () => {
		const { contextData } = await node.startWaiting();
		const run = await node.run({}, { items: guests(1), contextData });
		expect([run.status, node.sent.length]).toEqual(['success', 1]);
		expect(hintsOf(run)).toContainEqual(
			text('An earlier try sent contacts and ended before it waited'),
		);
	});

	it('shows its callback URL in a preview without the key, and doesn’t wait', async () => {
		const run = await node.run({ options: { preview: 'requests' } }, { items: guests(2) });
		expect(run.status).toBe('success');
		const { options } = run.output[0]!.json.body as { options: { webhook: { url: string } } };
		expect(options.webhook.url).toMatch(/\/webhook-waiting\/.+key=\*\*\*$/);
		expect(hintsOf(run)).toContainEqual(
			expect.stringMatching(/^The service can call 127\.0\.0\.1 only from within/),
		);
	});
});
