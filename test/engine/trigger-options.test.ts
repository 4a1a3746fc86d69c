import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { startEngine } from './harness';
import type { Engine, LiveTrigger } from './harness';
import { account, credentialFor } from './running-service';

/** Who may call, and when, as the trigger's options say. */
describe('the options of the trigger', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await startEngine();
	});
	afterAll(() => engine.stop());

	const open = (parameters: IDataObject): Promise<LiveTrigger> =>
		engine.trigger({
			node: { parameters },
			credential: credentialFor('https://service.example.com'),
		});

	describe('timestamp allowance', () => {
		const token = 'a'.repeat(50);
		const now = Math.floor(Date.now() / 1000);
		const call = (timestamp: unknown) => ({
			body: { timestamp, token },
			headers: {
				authorization: createHmac('sha256', account.accountSecret)
					.update(`${String(timestamp)}${token}`)
					.digest('hex'),
			},
		});
		const signed = (options: IDataObject) =>
			open({ authentication: 'signatureHeader', options });

		it.each<[timestamp: unknown, status: number, body: string]>([
			[now, 200, ''],
			[String(now), 200, ''],
			[now - 4 * 60, 200, ''],
			[now + 4 * 60, 200, ''],
			[now - 6 * 60, 401, '{"error":"too old"}'],
			[now + 6 * 60, 401, '{"error":"too early"}'],
			['yesterday', 401, '{"error":"too old"}'],
		])('of 5 minutes: %s is answered %i %s', async (timestamp, status, body) => {
			const trigger = await signed({ timestampAllowance: 5 });
			const answer = await trigger.call(call(timestamp));
			expect(answer).toMatchObject({ status, body: expect.stringContaining(body) as string });
			const isRefused = status === 401;
			expect(trigger.started).toHaveLength(isRefused ? 0 : 1);
			expect(trigger.warnings).toHaveLength(isRefused ? 1 : 0);
			for (const line of trigger.warnings) expect(line).not.toContain(token);
		});

		it.each([{}, { timestampAllowance: 0 }])('is off with %j', async (options) => {
			const trigger = await signed(options);
			expect((await trigger.call(call(1533909631))).status).toBe(200);
		});

		it('tells nothing to callers whose signature is wrong', async () => {
			const trigger = await signed({ timestampAllowance: 5 });
			const { body } = call(1533909631);
			expect(await trigger.call({ body })).toMatchObject({
				status: 401,
				body: '{"error":"not signed"}',
			});
		});

		it('does not matter with another check', async () => {
			const options = { timestampAllowance: 5 };
			const trigger = await open({ authentication: 'none', options });
			expect((await trigger.call(call(1533909631))).status).toBe(200);
		});
	});

	describe('allowed IP ranges', () => {
		const ranged = (allowedIpRanges: string) =>
			open({ authentication: 'none', options: { allowedIpRanges } });

		it.each(['', ' ', '127.0.0.1', '10.0.0.0/8, 127.0.0.0/8', '::ffff:127.0.0.1,'])(
			'“%s” lets this machine call',
			async (ranges) => {
				const trigger = await ranged(ranges);
				expect((await trigger.call({ body: { a: 1 } })).status).toBe(200);
				await expect(trigger.activate()).resolves.toBeUndefined();
			},
		);

		it.each(['10.0.0.0/8', '127.0.0.2', '::1', '::/0', ','])(
			'“%s” refuses calls of this machine',
			async (ranges) => {
				const trigger = await ranged(ranges);
				const answer = await trigger.call({ body: { a: 1 } });
				expect(answer).toMatchObject({ status: 401, body: '{"error":"not allowed"}' });
				expect(trigger.started).toEqual([]);
				expect(trigger.warnings).toEqual([
					expect.stringContaining('127.0.0.1 is in none of the Allowed IP Ranges'),
				]);
			},
		);

		it('refuse everybody when one of them cannot be read, and the log names it', async () => {
			const trigger = await ranged('127.0.0.1, 10.0.0.0/33');
			const answer = await trigger.call({ body: { a: 1 } });
			expect(answer).toMatchObject({ status: 401, body: '{"error":"not allowed"}' });
			expect(trigger.started).toEqual([]);
			expect(trigger.warnings).toEqual([expect.stringContaining('“10.0.0.0/33” is neither')]);
		});

		it('keep the workflow from being published when one cannot be read', async () => {
			const trigger = await ranged('127.0.0.1, office');
			await expect(trigger.activate()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message:
					'Allowed IP Ranges: “office” is neither an IP address nor a range such as 203.0.113.0/24',
			});
		});
	});
});
