import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { EngineRun } from './harness';
import { linksOf, NodeRunner } from './node-runner';
import { account } from './running-service';

/** A job stays queued until a test ends it, unless the service is told otherwise. */
const byHand = 3_600_000;

const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		user_id: `g-${index + 1}`,
		email: `guest${index + 1}@example.com`,
	}));

const form = {
	...{ resource: 'contact', operation: 'upsert', origin: 'pms' },
	...{ contactsFrom: 'mapAutomatically', callback: 'waitHere' },
};

describe.each(['json', 'form'] as const)('a run that waits for callbacks (%s)', (callbackForm) => {
	const node = new NodeRunner(form, {
		processingDelayMs: 150,
		callbackForm,
		callbackRetryDelaysMs: Array<number>(20).fill(50),
	});

	it('goes on when the service has called back, with what it said', async () => {
		const items = [...guests(2), { user_id: 'g-3', email: 'no address' }];
		const waiting = await node.run({ options: { validate: true } }, { items });
		expect(waiting.status).toBe('waiting');
		const run = await node.engine.resumed(waiting);
		expect(run.status).toBe('success');
		expect(run.output).toHaveLength(1);
		expect(run.output[0]!.json).toMatchObject({
			_id: node.service.state.bulkJobs[0]!._id,
			callback: {
				contacts_valid_count: 2,
				contacts_failed_count: 1,
				failed_contacts: [{ contact: { user_id: 'g-3' } }],
			},
		});
		expect(linksOf(run.output)).toEqual([[0, 1, 2]]);
		expect(node.engine.webhookFailures).toEqual([]);
	});

	it('waits for every request, and sends none again', async () => {
		const waiting = await node.run({}, { items: guests(2500) });
		let run = waiting;
		while (run.status === 'waiting') run = await node.engine.resumed(run);
		expect(run.status).toBe('success');
		expect(node.service.requests).toHaveLength(3);
		expect(run.output.map(({ json }) => json.number_of_contacts)).toEqual([1000, 1000, 500]);
		expect(run.output.map(({ json }) => json.callback)).toMatchObject([
			{ contacts_valid_count: 1000 },
			{ contacts_valid_count: 1000 },
			{ contacts_valid_count: 500 },
		]);
		expect(linksOf(run.output).map((links) => links.length)).toEqual([1000, 1000, 500]);
	});
});

describe('a run that waits for callbacks', () => {
	const node = new NodeRunner(form, { processingDelayMs: byHand });

	const park = async (parameters: IDataObject = {}, count = 3): Promise<EngineRun> => {
		const run = await node.run(
			{ options: { batchSize: 1 }, ...parameters },
			{ items: guests(count) },
		);
		expect(run.status).toBe('waiting');
		return run;
	};
	const urls = (): string[] => node.service.state.bulkJobs.map(({ webhook_url }) => webhook_url);
	const say = (count: number): IDataObject => ({
		account_id: account.id,
		...{ timestamp: 1533909631, token: 'a'.repeat(50) },
		...{ contacts_valid_count: count, contacts_failed_count: 0 },
		...{ valid_contacts: [], failed_contacts: [] },
	});
	const keyFor = (subject: string, secret: string): string =>
		createHmac('sha256', secret).update(subject).digest('hex');
	const call = async (url: string | URL, body: IDataObject, method = 'POST'): Promise<number> => {
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
		return answer.status;
	};
	/** Calls back, and waits until the execution waits again or has ended. */
	const callBack = async (run: EngineRun, request: number, count: number): Promise<EngineRun> => {
		const next = node.engine.resumed(run);
		expect(await call(urls()[request]!, say(count))).toBe(200);
		return await next;
	};
	const counts = (run: EngineRun): unknown[] =>
		run.output.map(({ json }) => (json.callback as IDataObject | null)?.contacts_valid_count);

	it('takes callbacks in any order', async () => {
		let run = await park();
		for (const request of [2, 0, 1]) {
			expect(run.status).toBe('waiting');
			run = await callBack(run, request, request + 1);
		}
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([1, 2, 3]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('takes callbacks that come at the same instant', async () => {
		const waiting = await park();
		const resumed = node.engine.resumed(waiting);
		const answers = await Promise.all(urls().map((url, index) => call(url, say(index + 1))));
		expect(answers).toEqual([200, 200, 200]);
		const run = await resumed;
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([1, 2, 3]);
	});

	it('takes callbacks that come in quick succession', async () => {
		const waiting = await park({}, 6);
		const resumed = node.engine.resumed(waiting);
		const answers: Array<Promise<number>> = [];
		for (const [index, url] of urls().entries()) {
			answers.push(call(url, say(index)));
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		expect(await Promise.all(answers)).toEqual(Array(6).fill(200));
		const run = await resumed;
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('answers a repeated callback 200, keeps what came first, and waits on', async () => {
		let run = await park();
		run = await callBack(run, 0, 1);
		expect(await call(urls()[0]!, say(99))).toBe(200);
		run = await callBack(run, 1, 2);
		run = await callBack(run, 2, 3);
		expect(counts(run)).toEqual([1, 2, 3]);
	});

	it.each<[title: string, change: (url: URL) => void]>([
		['has no key', (url) => url.searchParams.delete('key')],
		['has a wrong key', (url) => url.searchParams.set('key', 'a'.repeat(64))],
		[
			'names another request',
			(url) => url.searchParams.set('request', `${url.searchParams.get('request')}0`),
		],
		['names no request', (url) => url.searchParams.delete('request')],
		[
			'was meant for another execution',
			(url) => {
				const name = url.searchParams.get('request')!.replace(/^\d+/, '999');
				url.searchParams.set('request', name);
				url.searchParams.set('key', keyFor(name, account.accountSecret));
			},
		],
		[
			'has a key made with the master secret',
			(url) => {
				const name = url.searchParams.get('request')!;
				url.searchParams.set('key', keyFor(name, account.masterSecret));
			},
		],
	])('refuses a call that %s', async (_, change) => {
		const waiting = await park();
		const forged = new URL(urls()[0]!);
		change(forged);
		expect(await call(forged, say(1))).toBe(401);
		let run = waiting;
		for (const request of [0, 1, 2]) run = await callBack(run, request, 7);
		expect(counts(run)).toEqual([7, 7, 7]);
	});

	it('takes a call without a body as a callback that says nothing', async () => {
		let run = await park({}, 1);
		const next = node.engine.resumed(run);
		expect((await fetch(urls()[0]!, { method: 'POST' })).status).toBe(200);
		run = await next;
		expect(run.output[0]!.json.callback).toEqual({});
	});

	it('keeps no secret in the address it hands out', async () => {
		await park();
		for (const url of urls()) {
			expect(url).not.toContain(account.accountSecret);
			expect(url).not.toContain(account.masterSecret);
		}
		expect(new Set(urls()).size).toBe(3);
	});

	it('gives what it has, and null for the rest, when the limit of the wait passes', async () => {
		const before = Date.now();
		let run = await park({ options: { batchSize: 1, waitLimit: 30 } });
		expect(Number(run.data.waitTill) - before).toBeGreaterThan(29 * 60_000);
		expect(Number(run.data.waitTill) - before).toBeLessThan(31 * 60_000);
		run = await callBack(run, 1, 2);
		expect(Number(run.data.waitTill) - before).toBeLessThan(31 * 60_000);
		run = await node.engine.timePasses(run);
		expect(run.status).toBe('success');
		expect(run.output.map(({ json }) => json)).toMatchObject([
			{ _id: expect.any(String) as string, callback: null },
			{ callback: { contacts_valid_count: 2 } },
			{ callback: null },
		]);
		expect(node.service.requests).toHaveLength(3);
	});

	it('waits without an end where no limit is set', async () => {
		const run = await park();
		expect(new Date(run.data.waitTill!).getFullYear()).toBeGreaterThan(2999);
	});

	it('with Continue on, gives what was refused as errors once the rest was called back', async () => {
		node.service.faults.add({
			after: 1,
			action: { respond: { status: 400, body: { error: 'no' } } },
		});
		let run = await node.run(
			{ options: { batchSize: 1 } },
			{ items: [...guests(3), { email: null }], onError: 'continueErrorOutput' },
		);
		expect(run.status).toBe('waiting');
		run = await callBack(run, 0, 1);
		run = await callBack(run, 1, 3);
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([1, 3]);
		expect(linksOf(run.output)).toEqual([[0], [2]]);
		expect(run.errorOutput.map(({ json }) => json.error)).toEqual([
			'The service refused the request (HTTP 400): no [item 1]',
			'Contact has no field with a value; give at least one [item 3]',
		]);
		expect(linksOf(run.errorOutput)).toEqual([[1], [3]]);
	});

	it('does not wait where nothing was taken', async () => {
		node.service.faults.add({ times: 9, action: { respond: { status: 400, body: {} } } });
		const run = await node.run({}, { items: guests(2), onError: 'continueErrorOutput' });
		expect(run.status).toBe('success');
		expect(run.errorOutput).toHaveLength(2);
	});

	it('with Retry On Fail, waits for what every try sent', async () => {
		node.service.faults.add({ after: 1, action: { respond: { status: 503 } } });
		let run = await node.run(
			{ options: { batchSize: 1, tries: 1 } },
			{ items: guests(3), retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		);
		expect(run.status).toBe('waiting');
		expect(node.service.state.bulkJobs).toHaveLength(3);
		for (const request of [0, 1, 2]) run = await callBack(run, request, request);
		expect(counts(run)).toEqual([0, 1, 2]);
	});

	it('does not wait for what the failed execution sent that is being retried', async () => {
		node.service.faults.add({ after: 1, action: { respond: { status: 400, body: {} } } });
		const failed = await node.run({ options: { batchSize: 1 } }, { items: guests(3) });
		expect(failed.status).toBe('error');
		expect(failed.error?.description).toContain('Before it, 1 contacts were accepted');
		let run = await node.engine.runWorkflow(failed.workflow, {
			retryOf: failed,
			credential: node.credential,
			observe: failed.nodeName,
		});
		expect(run.status).toBe('waiting');
		for (const request of [1, 2]) run = await callBack(run, request, request);
		expect(run.output.map(({ json }) => json.callback)).toMatchObject([
			null,
			{ contacts_valid_count: 1 },
			{ contacts_valid_count: 2 },
		]);
		expect(node.service.state.bulkJobs).toHaveLength(3);
	});

	it('is refused where an AI agent uses the node, with advice', async () => {
		const type = node.engine.fullType('crmMessaging');
		const tool = node.engine.loaded.nodeTypes.get(type)!;
		const run = await node.engine.run({
			node: { type: `${type}Tool`, parameters: form },
			nodeTypes: { [`${type}Tool`]: tool },
			items: guests(1),
			credential: node.credential,
		});
		expect(run.error?.message).toBe(
			'Callback is “Wait Here”, which is not possible when an AI agent uses the node; choose “None”, and give the agent Bulk Job: Get as well [item 0]',
		);
		expect(node.service.requests).toEqual([]);
	});

	it('is told that a service on the internet cannot call back a private address', async () => {
		const run = await node.run({ options: { preview: true } }, { items: guests(1) });
		expect(run.hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^The service can call 127\.0\.0\.1 only from within/),
		);
	});

	it('shows the address in a preview, and does not wait', async () => {
		const run = await node.run({ options: { preview: true } }, { items: guests(2) });
		expect(run.status).toBe('success');
		const { options } = run.output[0]!.json.body as { options: { webhook: { url: string } } };
		expect(options.webhook.url).toContain('/webhook-waiting/');
		expect(node.service.requests).toEqual([]);
	});

	it('waits for a purchase, and gives one item for each input item', async () => {
		const parameters = {
			...{ resource: 'purchase', operation: 'record', contactsFrom: 'mapAutomatically' },
			...{ uuid: 'room-1', transactionCode: 'T-1', price: 10, currency: 'EUR', options: {} },
		};
		let run = await park(parameters, 2);
		run = await callBack(run, 0, 2);
		expect(run.status).toBe('success');
		expect(counts(run)).toEqual([2, 2]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});
});
