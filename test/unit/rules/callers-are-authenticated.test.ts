import crypto from 'node:crypto';
import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';
import { nameOfTrusted, secretsOf } from '../../../nodes/CrmMessaging/callbacks/caller';
import { isTriggerUrl, signUrl } from '../../../nodes/CrmMessaging/service/addresses';
import { forAll } from './rule';

const secret = 'acct_secret_example';
const triggerUrl = fc
	.record({
		origin: fc.constantFrom('https://n8n.example.com', 'http://localhost:5678'),
		prefix: fc.constantFrom('/webhook', '/webhook-test', '/n8n/webhook', ''),
		id: fc.uuid(),
		query: fc.constantFrom('', '?a=1', '?a=b%20c&key=old', '?signature=x&signature=y'),
	})
	.map(({ origin, prefix, id, query }) => ({
		id,
		url: `${origin}${prefix}/${id}/crm-messaging${query}`,
	}));

describe('a signed URL', () => {
	it('changes only the key, which never contains the secret, even if signed again', () => {
		const others = (text: string) =>
			[...new URL(text).searchParams].filter(([name]) => name !== 'key');
		forAll(triggerUrl, ({ url }) => {
			const signed = signUrl(url, secret);
			expect(others(signed)).toEqual(others(url));
			expect(new URL(signed).pathname).toBe(new URL(url).pathname);
			expect(signed).not.toContain(secret);
			expect(signUrl(signed, secret)).toBe(signed);
			expect(isTriggerUrl(url)).toBe(true);
		});
	});

	it('is made only from a trigger’s URL, and other URLs stay unchanged', () => {
		for (const url of [
			...['https://example.com/crm-messaging', 'https://example.com/x/crm-messaging-2'],
			...['https://example.com/?to=/x/crm-messaging', 'webhook/id/crm-messaging', ''],
			...['https://example.com//crm-messaging', 'https://example.com/crm-messaging/x'],
			'https://n8n.example.com/webhook-waiting/7/n?signature=abc%20',
		]) {
			expect(signUrl(url, secret)).toBe(url);
			expect(isTriggerUrl(url)).toBe(false);
		}
	});
});

function hmac(text: string): string {
	return crypto.createHmac('sha256', secret).update(text).digest('hex');
}

// A caller may time comparisons. The time must not show at which character two keys differ.
describe('a key or signature', () => {
	it.each<[what: string, change: (right: string) => string]>([
		['right', (right) => right],
		['wrong in the first character', (right) => `-${right.slice(1)}`],
		['wrong in the last character', (right) => `${right.slice(0, -1)}-`],
	])('is compared in constant time if it’s %s', (_what, change) => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		const body = { timestamp: 1533909631, token: 'a'.repeat(50) };
		for (const check of ['signedUrl', 'signatureHeader'] as const) {
			const { timestamp, token } = body;
			const right = hmac(check === 'signedUrl' ? 'trigger:id' : `${timestamp}${token}`);
			const received = change(right);
			const call = { query: { key: received }, authorization: received, body };
			const name = () => nameOfTrusted(check, call, 'id', secret, timestamp * 1000);
			if (received === right) expect(name).not.toThrow();
			else expect(name).toThrow('it isn’t signed');
			expect(compare.mock.lastCall?.map(String)).toEqual([received, right]);
		}
		compare.mockRestore();
	});
});

/** A trigger with its own credential, which can change. */
class Trigger {
	private static count = 0;
	readonly id = `trigger-${Trigger.count++}`;
	accountSecret = 'theFirst';
	reads = 0;

	async ask(mode = 'webhook', credentialId = 'one'): Promise<string> {
		const credentials = { crmMessagingApi: { id: credentialId, name: 'Aurora' } };
		const { account } = await secretsOf({
			getMode: () => mode,
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: this.id, credentials }),
			getCredentials: () => {
				this.reads++;
				const account = { baseUrl: 'https://service.example.com', accountId: 'aurora' };
				return Promise.resolve({ ...account, accountSecret: this.accountSecret });
			},
		} as unknown as IWebhookFunctions);
		return account;
	}
}

describe('the account secret of a trigger', () => {
	/** Lets the time run out for which calls share a reading. */
	let endSharing: () => void;

	beforeEach(() => {
		const clock = new AbortController();
		endSharing = () => clock.abort();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
	});

	afterEach(() => jest.restoreAllMocks());

	it('is read once for parallel calls', async () => {
		const trigger = new Trigger();
		const secrets = await Promise.all(Array.from({ length: 200 }, () => trigger.ask()));
		expect(new Set(secrets)).toEqual(new Set(['theFirst']));
		expect(trigger.reads).toBe(1);
	});

	it('is read again after 5 s, so that a change takes effect and no secret is kept', async () => {
		const trigger = new Trigger();
		await trigger.ask();
		trigger.accountSecret = 'second';
		expect(await trigger.ask()).toBe('theFirst');
		expect(AbortSignal.timeout).toHaveBeenCalledWith(5000);
		endSharing();
		expect(await trigger.ask()).toBe('second');
	});

	it('isn’t shared between triggers or credentials', async () => {
		const [one, other] = [new Trigger(), new Trigger()];
		other.accountSecret = 'ofTheOther';
		expect(await Promise.all([one.ask(), other.ask()])).toEqual(['theFirst', 'ofTheOther']);
		one.accountSecret = 'ofAnotherCredential';
		expect(await one.ask('webhook', 'two')).toBe('ofAnotherCredential');
	});
});
