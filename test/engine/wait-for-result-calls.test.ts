import { textsIn } from './everything-in';
import { capabilities, type EngineRun } from './harness';
import { account } from './node-runner';
import { hmac } from './trigger-runner';
import { guests, WaitingRunner } from './waiting-runner';

describe('a run that waits for its callback', () => {
	const node = new WaitingRunner();
	/** The callback's URL, with other parameters. */
	const url = (change: Record<string, string | undefined> = {}): URL => {
		const changed = new URL(node.job.webhook_url);
		for (const [name, value] of Object.entries(change)) {
			if (value === undefined) changed.searchParams.delete(name);
			else changed.searchParams.set(name, value);
		}
		return changed;
	};
	const isWaiting = async (waiting: EngineRun): Promise<void> => {
		expect((await node.end(waiting)).output).toMatchObject([{ json: { valid: true } }]);
	};

	const isNotSigned = [401, { error: 'Refused' }];
	const isNotReady = [503, { error: 'Refused' }];
	const named = (wait: string) => ({ wait, key: hmac(`wait:${wait}`) });
	const deep = `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`;
	it.each<
		[what: string, change: Record<string, string | undefined>, body: unknown, answer: object]
	>([
		['with another key', { key: 'a'.repeat(64) }, { a: 1 }, isNotSigned],
		['without a key', { key: undefined }, { a: 1 }, isNotSigned],
		['without a name', { wait: undefined }, { a: 1 }, isNotSigned],
		// n8n may store that wait later.
		['of another wait', named('next'), { a: 1 }, isNotReady],
		['without content', {}, undefined, [200, { message: 'No content' }]],
		['that is too deep', {}, deep, [406, { error: 'Refused' }]],
	])('isn’t resumed by a call %s', async (_, change, body, answer) => {
		const waiting = await node.startWaiting();
		for (let nth = 0; nth < 2; nth++)
			expect(await node.call(url(change), body)).toEqual(answer);
		if (capabilities.signedResumeUrl.isThere)
			expect((await node.call(url({ ...change, signature: undefined }), body))[0]).toBe(401);
		await isWaiting(waiting);
	});

	it('isn’t resumed by a late or repeated callback of an earlier wait', async () => {
		const late = await node.startWaiting();
		const ended = url().searchParams.get('wait')!;
		const { contextData } = await node.timePasses(late);
		await node.end(await node.startWaiting());
		const received = url().searchParams.get('wait')!;
		const waiting = await node.startWaiting([{ user_id: 'next' }], {}, { contextData });
		for (const name of [ended, received]) {
			const answer = await node.call(url(named(name)), { a: 1 });
			expect(answer).toEqual([200, { message: 'Received before' }]);
		}
		await isWaiting(waiting);
	});

	it('is resumed by one of two calls at the same moment', async () => {
		const waiting = await node.startWaiting();
		let resume = (): void => undefined;
		const held = new Promise<void>((resolve) => (resume = resolve));
		const isHeld = new Promise<void>((resolve) => {
			node.engine.waiting.beforeResume = async () => {
				resolve();
				await held;
			};
		});
		const run = node.called(waiting, { valid_contacts: guests(1) });
		await isHeld;
		node.engine.waiting.beforeResume = undefined;
		expect(await node.call(url(), { a: 1 })).toEqual(isNotReady);
		resume();
		expect((await run).output).toMatchObject([{ json: { valid: true } }]);
	});

	it('is resumed through a proxy that adds a parameter, once, and shows no secret', async () => {
		const waiting = await node.startWaiting();
		const secret = account.accountSecret;
		const quoted = `Token token=${secret}`;
		const failed_contacts = [{ contact: { user_id: 'g-1' }, error: quoted }];
		const body = { failed_contacts, quoted, url: url().toString() };
		const run = await node.called(waiting, body, url({ utm_source: 'proxy' }));
		expect(run.output).toMatchObject([
			{ json: { valid: false, callback: { query: { utm_source: 'proxy' } } } },
		]);
		const texts = textsIn([run.data, run.hints]);
		expect(texts.join()).toContain('***');
		expect(texts.filter((one) => one.includes(secret))).toEqual([]);
		expect(JSON.stringify(run.output)).not.toContain(url().searchParams.get('key'));
		expect((await node.call(url(), { a: 1 }))[0]).toBe(409);
	});
});
