import type { WebhookCall } from './harness';
import { asForm, asText, hmac, job, key, TriggerRunner } from './trigger-runner';
import { account } from './node-runner';

const triggers = new TriggerRunner();
const bySignature = { authentication: 'signatureHeader' };
const signature = hmac(`${job.timestamp}${job.token}`);
const deep = (levels: number): string => `{"a": ${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a hostile caller', () => {
	it.each([
		['the same key half a million times', 'a=&'.repeat(500_000), 406, asForm],
		['a key of a megabyte of brackets', `a${'['.repeat(1_000_000)}=`, 401, asForm],
		['a text of 15 megabytes', 'x'.repeat(15_000_000), 401, asText],
	])('without the key or the secret is rejected, with %s', async (_, body, refused, type) => {
		const call = { body, headers: type };
		const byKey = await triggers.open();
		const bySecret = await triggers.open(bySignature);
		const headers = { authorization: signature, ...call.headers };
		const answers = [
			await byKey.call(call),
			await byKey.call({ ...call, query: { key: hmac('other') } }),
			await bySecret.call({ ...call, headers }),
		];
		expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused]);
		expect([byKey.started, bySecret.started]).toEqual([[], []]);
	});

	/** As many values as a callback may have, and one more. */
	const many = (more: number): object => ({ a: Array.from({ length: 99_999 + more }, () => 1) });
	const keys = (count: number): string[] => Array.from({ length: count }, (_, at) => `a${at}`);

	const asJson = { 'content-type': 'application/json' };
	it.each<[what: string, most: string, call: WebhookCall]>([
		['101 levels', '100 levels', { body: deep(101), headers: asJson }],
		['200,000 levels in a text', '100 levels', { body: deep(200_000), headers: asText }],
		['one value more than the limit', '100,000 values', { body: many(1) }],
		[
			'a form of as many',
			'100,000 values',
			{ body: keys(100_001).join('=&'), headers: asForm },
		],
	])('with the key gets 406, and starts nothing, with %s', async (_, most, call) => {
		const trigger = await triggers.open();
		const answer = await trigger.call({ ...call, query: { key } });
		expect(answer).toMatchObject({ status: 406, body: '{"error":"Refused"}' });
		expect(trigger.started).toEqual([]);
		expect(trigger.warnings).toEqual([expect.stringContaining(`more than ${most}`)]);
	});

	it('isn’t confused with the service, whose callback may reach the limit of values', async () => {
		const trigger = await triggers.open();
		const form = keys(100_000).join('=&');
		for (const call of [{ body: many(0) }, { body: form, headers: asForm }]) {
			expect((await trigger.call({ ...call, query: { key } })).status).toBe(200);
		}
	});

	it('gets answers that contain neither its data nor a secret', async () => {
		const trigger = await triggers.open();
		const text = '<script>alert(1)</script>';
		const calls: WebhookCall[] = [
			{ body: { text }, query: { text } },
			{ body: { text, ...job }, query: { text, key } },
			{ body: { text, ...job }, query: { text, key } },
			{ body: text, headers: { 'content-type': 'text/plain' }, query: { key: text } },
			{ body: JSON.parse(deep(200)) as object, query: { key } },
		];
		const answers = [];
		for (const call of calls) answers.push(await trigger.call(call));
		expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 401, 406]);
		for (const { body, headers } of answers) {
			expect(body).not.toContain('script');
			expect(body).not.toContain(account.accountSecret);
			expect(headers['content-type']).toMatch(/^application\/json/);
		}
	});
});
