import crypto from 'node:crypto';
import fc from 'fast-check';
import type { RefusedCall } from '../../../nodes/CrmMessaging/callbacks/caller';
import {
	nameOfTrusted,
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

/** Why a call is refused; undefined if it's trusted. */
function refusalOf(...call: Parameters<typeof nameOfTrusted>): string | undefined {
	try {
		nameOfTrusted(...call);
		return undefined;
	} catch (error) {
		expect(error).toMatchObject({ status: 401 });
		return (error as RefusedCall).answer;
	}
}

/** Whether a call to the URL is trusted. */
const trusts = (url: string, id: string, key = secret) => {
	const query = Object.fromEntries(new URL(url).searchParams);
	return refusalOf('signedUrl', { ...bare, query }, id, key) === undefined;
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
			expect(refusalOf('none', bare, id, secret)).toBeUndefined();
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
	const refusal = (authorization: string | undefined, change: object, seconds = timestamp) => {
		const body = { timestamp, token, ...change };
		const call = { ...bare, authorization, body };
		return refusalOf('signatureHeader', call, 'id', secret, seconds * 1000);
	};

	it.each<[what: string, header: string | undefined, change: object, error?: string]>([
		['nothing changed', known, {}],
		['the timestamp as text', known, { timestamp: String(timestamp) }],
		['anything else in the body', known, { valid_contacts: [{}] }],
		['no header', undefined, {}, 'not signed'],
		['a part of the header', known.slice(0, -1), {}, 'not signed'],
		['a longer header', `${known}0`, {}, 'not signed'],
		['no timestamp', hmac(`undefined${token}`), { timestamp: undefined }, 'not signed'],
		['no token', hmac(`${timestamp}undefined`), { token: undefined }, 'not signed'],
		['an empty token', hmac(String(timestamp)), { token: '' }, 'not signed'],
		['a token that is a list', known, { token: [token] }, 'not signed'],
		['a token that is an object', known, { token: { toString: () => token } }, 'not signed'],
		['a timestamp that is no number', hmac(`now${token}`), { timestamp: 'now' }, 'wrong time'],
		[
			'a fraction',
			hmac(`${timestamp}.5${token}`),
			{ timestamp: timestamp + 0.5 },
			'wrong time',
		],
	])('with %s is trusted only if it’s valid', (_what, header, change, ...[error]) => {
		expect(refusal(header, change)).toBe(error);
	});

	it('is valid for a day before and after its time', () => {
		const day = 24 * 60 * 60;
		for (const way of [1, -1]) {
			expect(refusal(known, {}, timestamp + way * day)).toBeUndefined();
			expect(refusal(known, {}, timestamp + way * (day + 1))).toBe('wrong time');
		}
	});

	it('isn’t valid with digits that moved between timestamp and token', () => {
		const digits = '123';
		const signed = hmac(`${timestamp}${digits}`);
		expect(refusal(signed, { token: digits })).toBeUndefined();
		const whole = `${timestamp}${digits}`;
		for (let at = 1; at < whole.length; at++) {
			if (at === String(timestamp).length) continue;
			const moved = { timestamp: Number(whole.slice(0, at)), token: whole.slice(at) };
			expect(refusal(signed, moved)).toBe('wrong time');
		}
	});
});

describe('the name of a call', () => {
	const marks = { timestamp: 1, token: 't' };
	const nameOf = (body: SignedCall['body']) => nameOfTrusted('none', { ...bare, body }, 'id', '');

	it('is its signature, whatever the rest of the body', () => {
		const authorization = hmac('1t');
		const names = [marks, { ...marks, a: 1 }].map((body) =>
			nameOfTrusted('signatureHeader', { ...bare, authorization, body }, 'id', secret, 0),
		);
		expect(new Set(names)).toEqual(new Set([authorization]));
	});

	it('is else its token and timestamp, as number or text', () => {
		expect(nameOf(marks)).toBe(nameOf({ ...marks, timestamp: '1', a: 1 }));
		for (const other of [{ timestamp: 2 }, { token: 'u' }, { timestamp: '1t', token: '' }]) {
			expect(nameOf({ ...marks, ...other })).not.toBe(nameOf(marks));
		}
		expect(nameOf({ timestamp: 1, token: '11' })).not.toBe(
			nameOf({ timestamp: 11, token: '1' }),
		);
	});

	it.each([
		{},
		{ timestamp: 1 },
		{ token: 't' },
		{ timestamp: 1, token: '' },
		{ timestamp: null, token: 't' },
		{ timestamp: 1, token: ['t'] },
	])('is missing with %j', (body) => {
		expect(nameOf(body)).toBeUndefined();
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
			const refusal = refusalOf(check, call, 'id', secret, timestamp * 1000);
			expect(refusal).toBe(received === right ? undefined : 'not signed');
			expect(compare.mock.lastCall?.map(String)).toEqual([received, right]);
		}
		compare.mockRestore();
	});

	it('isn’t the service’s signature of the same text', () => {
		const query = { key: hmac('1t') };
		expect(refusalOf('signedUrl', { ...bare, query }, '1t', secret)).toBe('not signed');
	});

	it('is refused if it comes twice', () => {
		const key = hmac('trigger:id');
		const refusal = (query: SignedCall['query']) =>
			refusalOf('signedUrl', { ...bare, query }, 'id', secret);
		expect([refusal({ key }), refusal({ key: [key, key] })]).toEqual([undefined, 'not signed']);
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
