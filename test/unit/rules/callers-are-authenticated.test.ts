import crypto from 'node:crypto';
import fc from 'fast-check';
import {
	isTrusted,
	timestampProblem,
	type SignedCall,
	secretsOf,
} from '../../../nodes/CrmMessaging/callbacks/caller';
import { isTriggerUrl, signUrl } from '../../../nodes/CrmMessaging/service/addresses';
import { forAll } from './rule';
import type { IWebhookFunctions } from 'n8n-workflow';

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
const bare: SignedCall = { query: {}, authorization: undefined, body: {} };

/** Whether a call to the URL is trusted. */
const trusts = (url: string, id: string, key = secret) => {
	const query = Object.fromEntries(new URL(url).searchParams);
	return isTrusted('signedUrl', { ...bare, query }, id, key);
};

describe('a signed URL', () => {
	it('is trusted only by its own trigger, whatever path prefix a proxy adds', () => {
		forAll(triggerUrl, fc.uuid(), ({ url, id }, other) => {
			fc.pre(other !== id);
			const signed = signUrl(url, secret);
			expect(trusts(signed, id)).toBe(true);
			expect(trusts(signed, other)).toBe(false);
			expect(trusts(signed, id, `${secret}x`)).toBe(false);
			expect(trusts(url, id)).toBe(false);
			expect(isTrusted('none', bare, id, secret)).toBe(true);
		});
	});

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

describe('the service’s signature header', () => {
	const timestamp = 1533909631;
	const token = 'a'.repeat(50);
	const known = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
	const trustsHeader = (authorization: string | undefined, change: object) => {
		const body = { timestamp, token, ...change };
		return isTrusted('signatureHeader', { ...bare, authorization, body }, 'id', secret);
	};

	it.each<[what: string, header: string | undefined, change: object, trusted?: boolean]>([
		['nothing changed', known, {}, true],
		['the timestamp as text', known, { timestamp: String(timestamp) }, true],
		['anything else in the body', known, { valid_contacts: [{}] }, true],
		['no header', undefined, {}],
		['a part of the header', known.slice(0, -1), {}],
		['a longer header', `${known}0`, {}],
		['no timestamp', hmac(`undefined${token}`), { timestamp: undefined }],
		['no token', hmac(`${timestamp}undefined`), { token: undefined }],
		['an empty token', hmac(String(timestamp)), { token: '' }],
		['a token that is a list', known, { token: [token] }],
		['a token that is an object', known, { token: { toString: () => token } }],
	])('with %s is trusted only if it’s valid', (_what, header, change, trusted = false) => {
		expect(trustsHeader(header, change)).toBe(trusted);
	});
});

function hmac(text: string): string {
	return crypto.createHmac('sha256', secret).update(text).digest('hex');
}

describe('the timestamp of a call', () => {
	const now = Date.parse('2026-11-21T10:15:00Z');

	it('may be older or newer than now by at most the tolerance', () => {
		const offset = fc.integer({ min: -10_000_000, max: 10_000_000 });
		forAll(offset, fc.integer({ min: 1, max: 100_000 }), (seconds, tolerance) => {
			for (const difference of [seconds, tolerance * 60, -tolerance * 60]) {
				const problem = seconds < 0 ? 'too old' : 'too early';
				expect(timestampProblem(now / 1000 + difference, now, tolerance)).toBe(
					Math.abs(difference) <= tolerance * 60 ? undefined : problem,
				);
			}
		});
	});

	it('must be a number if a tolerance is set', () => {
		for (const timestamp of [undefined, 'yesterday', NaN]) {
			expect(timestampProblem(timestamp, now, 0)).toBeUndefined();
			expect(timestampProblem(timestamp, now, 5)).toBe('too old');
		}
		expect(timestampProblem(now / 1000, now, NaN)).toBe('too old');
	});
});

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
			const right = hmac(check === 'signedUrl' ? 'id' : `${body.timestamp}${body.token}`);
			const received = change(right);
			const call = { query: { key: received }, authorization: received, body };
			expect(isTrusted(check, call, 'id', secret)).toBe(received === right);
			expect(compare.mock.lastCall?.map(String)).toEqual([received, right]);
		}
		compare.mockRestore();
	});

	it('is refused if it comes twice', () => {
		const twice = { ...bare, query: { key: [hmac('id'), hmac('id')] } };
		expect(isTrusted('signedUrl', twice, 'id', secret)).toBe(false);
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
