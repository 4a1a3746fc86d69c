import { quotations, tells } from '../tells-secret';
import { textsIn } from './everything-in';
import type { IDataObject } from 'n8n-workflow';
import { contactUpsert } from '../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { nodeOf } from './every-operation/operation-runner';
import {
	choiceInstead,
	contactReason,
	runHint,
	wrongSetting,
} from '../../nodes/CrmMessaging/catalogue/runs';
import { refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { capabilities, type EngineRun } from './harness';
import { automatic, contactForm, contactsInJson, purchaseForm } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner, type RunOptions } from './node-runner';
import { account } from './running-service';
import { hintText, inField } from './sentences';
import { hmac } from './trigger-runner';

const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ user_id: `g-${index + 1}` }));
const wait = { processingResult: 'waitForResult' };
const perJob = { options: { output: 'bulkJob' } };

describe('a run that waits for its callback', () => {
	const node = new NodeRunner(contactForm({ ...automatic, ...wait }), {
		processingDelayMs: 3_600_000,
	});
	const job = () => node.service.state.bulkJobs.at(-1)!;
	const url = () => new URL(job().webhook_url);

	const startWaiting = async (
		items = guests(3),
		parameters: IDataObject = {},
		options: RunOptions = {},
	): Promise<EngineRun> => {
		const run = await node.run(parameters, { items, ...options });
		expect([run.error?.message, run.status]).toEqual([undefined, 'waiting']);
		return run;
	};
	const call = async (to: URL, body?: unknown): Promise<[number, unknown]> => {
		const headers = { 'content-type': 'application/json' };
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const answer = await fetch(to, { method: 'POST', headers, body: text });
		return [answer.status, await answer.json()];
	};
	/** The service processes the job, and calls back. */
	const end = async (waiting: EngineRun): Promise<EngineRun> => {
		const resumed = node.engine.waiting.resumed(waiting);
		node.service.endBulkJob(job()._id, 'processed');
		return await resumed;
	};
	const called = async (waiting: EngineRun, body: unknown): Promise<EngineRun> => {
		const resumed = node.engine.waiting.resumed(waiting);
		expect((await call(url(), body))[0]).toBe(200);
		return await resumed;
	};
	const isWaiting = async (waiting: EngineRun): Promise<void> => {
		expect((await end(waiting)).output).toMatchObject([{ json: { valid: true } }]);
	};

	it('returns an item for each contact in input order, its result first', async () => {
		const run = await end(await startWaiting());
		const bulk_id = job()._id;
		expect(run.output.map(({ json }) => json)).toMatchObject(
			guests(3).map((guest) => ({ valid: true, reason: null, ...guest, bulk_id })),
		);
		const keys = Object.keys(run.output[0]!.json);
		expect([keys.slice(0, 2), keys.slice(-2)]).toEqual([
			['valid', 'reason'],
			['bulk_id', 'callback'],
		]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(node.sent).toHaveLength(1);
	});

	it('returns contacts that the callback doesn’t name as unknown, the reason second', async () => {
		const body = { valid_contacts: [{ user_id: 'g-2' }], contacts_valid_count: 1 };
		const run = await called(await startWaiting(), body);
		expect(run.output.map(({ json }) => json.valid)).toEqual([null, true, null]);
		expect(Object.entries(run.output[0]!.json).slice(0, 3)).toEqual([
			['valid', null],
			['reason', contactReason.notNamed],
			['user_id', 'g-1'],
		]);
		const unreported = runHint.contactsNotReported({
			contacts: '2 contacts: g-1, g-3 (items 0, 2)',
		});
		expect(run.hints).toContainEqual(
			expect.objectContaining({ message: hintOf(unreported).message }),
		);
	});

	it('returns contacts that weren’t sent as a part of each contact’s callback', async () => {
		const stranger = { user_id: 'x' };
		const body = { valid_contacts: [...guests(2), stranger], contacts_valid_count: 3 };
		const run = await called(await startWaiting(guests(2)), body);
		const callback = { unmatchedContacts: [{ ...stranger, valid: true, reason: null }] };
		const json = { valid: true, callback };
		expect(run.output).toMatchObject([{ json }, { json }]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
		expect(hintsOf(run)).toContain(
			hintText(runHint.unmatchedContacts({ contacts: '1 contact' })),
		);
	});

	it('returns the job and the whole callback with One Item per Bulk Job', async () => {
		const run = await end(await startWaiting(guests(2), perJob));
		const { _id } = job();
		expect(run.output).toMatchObject([
			{ json: { _id, callback: { valid_contacts: [{}, {}] } } },
		]);
		expect(linksOf(run.output)).toEqual([[0, 1]]);
	});

	it('returns the contacts of a booking in one item, and the callback of one without', async () => {
		const some = [...guests(2), { user_id: 'g-3', email: 'no address' }];
		const form = {
			...purchaseForm({ options: { validate: true } }),
			...contactsInJson(some),
		};
		const run = await end(await startWaiting([{}], form));
		const contacts = some.map(({ user_id }) => ({ valid: user_id !== 'g-3', user_id }));
		expect(run.output).toMatchObject([{ json: { contacts } }]);
		const rejected = runHint.rejectedEntries({ entries: '1 of 3 contacts: g-3 (item 0)' });
		expect(hintsOf(run)).toContain(hintText(rejected));
		const alone = await end(await startWaiting([{}], { ...form, ...contactsInJson([]) }));
		expect(alone.output[0]!.json).toMatchObject({ _id: job()._id, callback: {} });
	});

	it('has no valid contact if the callback reports that its booking failed', async () => {
		const form = { ...purchaseForm({}), ...contactsInJson(guests(1)) };
		const purchase = { transaction_code: 'T1', valid: false, error: 'UUID unknown' };
		const body = { valid_contacts: guests(1), failed_contacts: [], purchase };
		const run = await called(await startWaiting([{}], form), body);
		const reason =
			'The callback reports a failure: {"purchase":{"valid":false,"error":"UUID unknown"}}.';
		expect(run.output).toMatchObject([
			{ json: { valid: null, reason, callback: { purchase } } },
		]);
		expect(run.hints.map(({ type }) => type)).toContain('danger');
	});

	it('isn’t resumed by a forged call', async () => {
		const waiting = await startWaiting(guests(1));
		const forged = url();
		forged.searchParams.set('key', 'a'.repeat(64));
		expect(await call(forged, { a: 1 })).toEqual([401, { error: 'not signed' }]);
		for (const [name, isChecked] of [
			['key', true],
			['wait', true],
			['signature', capabilities.signedResumeUrl.isThere],
		] as const) {
			const without = url();
			without.searchParams.delete(name);
			if (isChecked) expect((await call(without, { a: 1 }))[0]).toBe(401);
		}
		await isWaiting(waiting);
	});

	/** A call with the name of another wait, and its key. */
	const callAs = async (name: string): Promise<[number, unknown]> => {
		const other = url();
		other.searchParams.set('wait', name);
		other.searchParams.set('key', hmac(`wait:${name}`));
		return await call(other, { a: 1 });
	};
	const isRepeated = [200, { message: 'Received before' }];
	const isNotReady = [503, { error: 'not ready' }];

	it('isn’t resumed by a late callback of an earlier wait, or a call without content', async () => {
		const late = await startWaiting(guests(1));
		const ended = url().searchParams.get('wait')!;
		const { contextData } = await node.engine.waiting.timePasses(late);
		await end(await startWaiting(guests(1)));
		const received = url().searchParams.get('wait')!;
		const waiting = await startWaiting([{ user_id: 'next' }], {}, { contextData });
		expect(await callAs(ended)).toEqual(isNotReady);
		expect(await callAs(received)).toEqual(isRepeated);
		expect(await call(url())).toEqual([200, { message: 'No content' }]);
		await isWaiting(waiting);
	});

	it('leaves a callback of another wait to its next try, as n8n may store that wait later', async () => {
		const waiting = await startWaiting(guests(1));
		for (let nth = 0; nth < 2; nth++) expect(await callAs('next')).toEqual(isNotReady);
		await isWaiting(waiting);
	});

	it('is resumed by one of two calls at the same moment', async () => {
		const waiting = await startWaiting(guests(1));
		let resume = (): void => undefined;
		const held = new Promise<void>((resolve) => (resume = resolve));
		const isHeld = new Promise<void>((resolve) => {
			node.engine.waiting.beforeResume = async () => {
				resolve();
				await held;
			};
		});
		const run = called(waiting, { valid_contacts: guests(1) });
		await isHeld;
		node.engine.waiting.beforeResume = undefined;
		expect(await call(url(), { a: 1 })).toEqual(isNotReady);
		resume();
		expect((await run).output).toMatchObject([{ json: { valid: true } }]);
	});

	it('isn’t confused by a parameter that a proxy adds to the URL', async () => {
		const waiting = await startWaiting(guests(1));
		const resumed = node.engine.waiting.resumed(waiting);
		const proxied = url();
		proxied.searchParams.set('utm_source', 'proxy');
		expect((await call(proxied, { valid_contacts: guests(1) }))[0]).toBe(200);
		const reason = 'The callback also holds {"query":{"utm_source":"proxy"}}.';
		expect((await resumed).output).toMatchObject([{ json: { valid: true, reason } }]);
	});

	it.each(['constructor', 'It’s "here" \\'])(
		'is resumed if the node is named %s',
		async (name) => {
			const { nodes, ...workflow } = node.workflow({}, {});
			nodes[1]!.name = name;
			const connections = { Input: { main: [[{ node: name, type: 'main', index: 0 }]] } };
			const start = { node: 'Input', items: guests(1) };
			const options = { start, credential: node.credential, observe: name };
			const whole = { ...workflow, nodes, connections } as typeof workflow & {
				nodes: typeof nodes;
			};
			const waiting = await node.engine.runWorkflow(whole, options);
			expect(waiting.status).toBe('waiting');
			await isWaiting(waiting);
		},
	);

	it('is refused in a sub-workflow of n8n 1, which signs no resume URL', async () => {
		const unsigned: RunOptions = {
			items: guests(1),
			mode: 'integrated',
			whenStored: (_, live: { resumeToken?: string }) => delete live.resumeToken,
		};
		const { error } = await node.run({}, unsigned);
		const { code, text, advice } = inField('Processing Result', wrongSetting.subWorkflow());
		expect(error).toMatchObject({ code, message: `${text} [item 0]` });
		expect(error?.description).toContain(advice);
		expect(node.sent).toEqual([]);
		expect((await node.run({}, { ...unsigned, mode: 'trigger' })).status).toBe('waiting');
		const webhookUrl = 'https://n8n.example.com/webhook/1/crm-messaging';
		const toTrigger = { processingResult: 'sendToTrigger', webhookUrl };
		expect((await node.run(toTrigger, unsigned)).status).toBe('success');
		if (capabilities.signedResumeUrl.isThere)
			await startWaiting(guests(1), {}, { mode: 'integrated' });
	});

	it.each([
		['too deep', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`],
		['too large', JSON.stringify({ a: Array(100_000).fill(1) })],
	])('isn’t resumed by content that is %s', async (_, body) => {
		const waiting = await startWaiting(guests(1));
		expect(await call(url(), body)).toEqual([406, { error: 'unreadable' }]);
		await isWaiting(waiting);
	});

	it('is resumed once, and shows no secret of the callback', async () => {
		const waiting = await startWaiting(guests(1));
		const secret = account.accountSecret;
		const quoted = Object.values(quotations).map((quote) => quote(`Token token=${secret}`));
		const failed_contacts = [{ contact: { user_id: 'g-1' }, error: quoted.join(' ') }];
		const run = await called(waiting, { failed_contacts, quoted, url: url().toString() });
		expect(run.output).toMatchObject([{ json: { valid: false } }]);
		const texts = textsIn([run.data, run.hints]);
		expect(texts.join()).toContain('***');
		expect(texts.filter((text) => tells(text, secret, secret.length))).toEqual([]);
		expect(JSON.stringify(run.output)).not.toContain(url().searchParams.get('key'));
		expect((await call(url(), { a: 1 }))[0]).toBe(409);
	});

	it('comes out with what was accepted, whatever fails after the callback, if it continues', async () => {
		let isResumed = false;
		const broken = {
			...contactUpsert,
			failsOnRejected() {
				if (isResumed) throw new TypeError('Cannot read properties of undefined');
				return false;
			},
		};
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			isResumed = false;
			const waiting = await startWaiting(guests(1), {}, { onError, ...nodeOf(broken) });
			isResumed = true;
			const run = await end(waiting);
			expect([run.status, run.thrown]).toEqual(['success', []]);
			const [item] = onError === 'continueErrorOutput' ? run.errorOutput : run.output;
			const error = { outcome: 'accepted', recipients: ['g-1'] };
			expect(item!.json).toMatchObject({ user_id: 'g-1', error });
		}
	});

	it('doesn’t know the results if none came within Max Wait, which is a day by default', async () => {
		const before = Date.now();
		const items = [...guests(1), { gender: 'x' }, {}];
		const waiting = await startWaiting(items, {}, { onError: 'continueErrorOutput' });
		const limit = Number(waiting.data.data.waitTill) - 24 * 60 * 60_000;
		expect(limit).toBeGreaterThanOrEqual(before);
		expect(limit).toBeLessThanOrEqual(Date.now());
		const run = await node.engine.waiting.timePasses(waiting);
		const none = {
			valid: null,
			reason: contactReason.noCallback,
			...guests(1)[0],
			bulk_id: job()._id,
		};
		expect(run.output.map(({ json }) => json)).toEqual([
			{ ...none, callback: null },
			{ bulk_id: null, skipped: 'empty' },
		]);
		expect(run.errorOutput).toMatchObject([{ json: { gender: 'x', error: {} } }]);
		// The node before keeps its own output.
		const [input] = run.data.data.resultData.runData.Input!;
		expect(input!.data!.main).toMatchObject([items.map((json) => ({ json }))]);
	});

	it('doesn’t know the results at Max Wait if the node runs once', async () => {
		const workflow = node.workflow({}, {});
		workflow.nodes.at(-1)!.executeOnce = true;
		const start = { node: 'Input', items: guests(3) };
		const options = {
			start,
			credential: node.credential,
			observe: workflow.nodes.at(-1)!.name,
		};
		const waiting = await node.engine.runWorkflow(workflow, options);
		expect(node.service.state.bulkJobs[0]!.number_of_contacts).toBe(1);
		const run = await node.engine.waiting.timePasses(waiting);
		expect(run.output).toMatchObject([{ json: { valid: null, user_id: 'g-1' } }]);
	});

	it('waits for ten minutes at least, and for a year at most', async () => {
		for (const maxWait of [9, 525_601, 9_999_999_999]) {
			const { error } = await node.run({ maxWait }, { items: guests(1) });
			const range = 'Max Wait (Minutes) must be a number from 10 to 525600';
			expect(error?.message).toContain(range);
		}
		expect(node.sent).toEqual([]);
		for (const maxWait of [10, 525_600]) await startWaiting(guests(1), { maxWait });
	});

	describe('with Fail on Rejected Contacts', () => {
		const items = [...guests(2), { user_id: 'g-3', email: 'no address' }];
		const options = { validate: true, failOnRejected: true };
		const message = expect.stringMatching(
			/^The service rejected the contact g-3: .+ \[item 2\]$/,
		) as string;
		const error = { message, outcome: 'rejected', recipients: ['g-3'] };
		const finished = async (onError?: RunOptions['onError']) =>
			await end(await startWaiting(items, { options }, { onError }));

		it('stops the workflow, and a retry sends nothing', async () => {
			const failed = await finished();
			const description = expect.stringContaining(
				'Of 3 contacts, 2 were accepted and 1 was rejected',
			) as string;
			expect(failed.error).toMatchObject({ message, description });
			const again = await node.retry(failed);
			expect(again.error).toMatchObject({ message, description });
			const edit = { options: { validate: true } };
			const edited = await node.retry(failed, edit);
			expect(edited.output.map(({ json }) => json.valid)).toEqual([true, true, false]);
			expect(hintsOf(edited)).toContain(
				hintText(runHint.rejectedEntries({ entries: '1 of 3 contacts: g-3 (item 2)' })),
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

		it('fails contacts that the callback doesn’t report, and none without a callback', async () => {
			const { error: unread } = await called(await startWaiting(guests(2), { options }), {
				note: 'done',
			});
			expect(unread).toMatchObject({ code: 'contactNotReported' });
			const late = await node.engine.waiting.timePasses(
				await startWaiting(guests(1), { options }),
			);
			expect([late.status, late.output[0]!.json.valid]).toEqual(['success', null]);
		});
	});

	const several = (advice: string) => wrongSetting.severalRequests({ requests: '2', advice });
	const inRounds = (rows: string) => several(choiceInstead.fewer({ rows }));
	const contactsPerItem = (count: number) => contactsInJson(guests(count));
	it.each([
		['too many', 1001, {}, inRounds('contacts')],
		['too many of one item', 1, contactsPerItem(1001), inRounds('contacts')],
		['more than Batch Size', 3, { options: { batchSize: 2 } }, inRounds('contacts')],
		['different', 2, { origin: '={{ $itemIndex ? "a" : "b" }}' }, several(choiceInstead.alike)],
		[
			'purchases',
			2,
			purchaseForm({ transactionCode: '={{ $json.user_id }}' }),
			inRounds('purchases'),
		],
	] as const)('sends nothing with several requests: %s', async (_, count, form, sentence) => {
		const run = await node.run(form, { items: guests(count) });
		const { code, text, advice } = inField('Processing Result', sentence);
		expect(run.error).toMatchObject({ code, message: `${text} [item 0]` });
		expect(run.error?.description).toContain(advice);
		expect(node.sent).toEqual([]);
	});

	it('doesn’t divide a request that is too large', async () => {
		node.service.faults.add({ action: { respond: { status: 413, body: {} } } });
		const { error } = await node.run({}, { items: guests(4) });
		expect(error).toMatchObject({ code: refusedRequest.requestTooLarge().code });
		expect(error?.description).toContain('send fewer items per round');
		expect(node.sent).toHaveLength(1);
	});

	it('names the wrong optional values that were left out', async () => {
		const items = [{ ...guests(1)[0], gender: 'x' }];
		const options = { ifOptionalValueIsWrong: 'leaveOut' };
		const run = await end(await startWaiting(items, { options }));
		expect(run.output).toMatchObject([{ json: { valid: true, left_out: ['gender'] } }]);
	});

	it('keeps an item’s error, whatever the item’s fields say', async () => {
		const items = [...guests(1), { ...guests(2)[1], valid: false, gender: 'x' }];
		const form = { options: { failOnRejected: true } };
		const onError = 'continueRegularOutput';
		const run = await end(await startWaiting(items, form, { onError }));
		expect(run.output.map(({ json }) => json.valid)).toEqual([true, false]);
		expect(run.output[1]!.json.error).toMatchObject({ outcome: 'notSent' });
	});

	it('waits in a retry, unless the earlier try has sent the contacts', async () => {
		const fault = { respond: { status: 400, body: {} } };
		node.service.faults.add({ action: fault });
		const failed = await node.run({}, { items: guests(2) });
		const waiting = await node.retry(failed);
		expect(waiting.status).toBe('waiting');
		const { contextData } = waiting;
		const run = await node.run({}, { items: guests(2), contextData });
		expect(hintsOf(run)).toContain(hintText(runHint.sentEarlier()));
		expect(node.service.state.bulkJobs).toHaveLength(1);
	});

	it('is refused in an agent’s tool', async () => {
		const run = await node.run({}, { ...node.engine.tool(), items: guests(1) });
		const advice = choiceInstead.wait;
		const agents = wrongSetting.notForAgents({ choice: 'Wait for Result', advice });
		const refused = inField('Processing Result', agents);
		expect(run.error?.message).toContain(hintOf(refused).message);
		expect(node.sent).toEqual([]);
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
