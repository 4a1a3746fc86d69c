import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { isTrusted, type SignedCall } from '../../../nodes/CrmMessaging/callback/caller';
import { signUrl, webhookPath } from '../../../nodes/CrmMessaging/transport/callbackKey';
import { forAll, forMany } from './rule';

const secret = 'acct_secret_example';
const webhookId = fc.uuid();
const prefix = fc.constantFrom('/webhook', '/webhook-test', '/n8n/webhook', '');
const origin = fc.constantFrom('https://n8n.example.com', 'http://localhost:5678');
const query = fc.constantFrom('', '?a=1', '?a=b%20c&key=old', '?signature=x&signature=y');
const triggerUrl = fc.record({ origin, prefix, webhookId, query }).map((parts) => ({
	...parts,
	url: `${parts.origin}${parts.prefix}/${parts.webhookId}/${webhookPath}${parts.query}`,
}));

/** The call that a URL leads to. */
const callOf = (url: string): SignedCall => ({
	query: Object.fromEntries(new URL(url).searchParams),
	authorization: undefined,
	body: {},
});
const trusts = (url: string, id: string, key = secret) =>
	isTrusted('signedUrl', callOf(url), id, key);

describe('a signed URL', () => {
	it('is trusted by the trigger it leads to, whatever a proxy puts before its path', () => {
		forAll(triggerUrl, ({ url, webhookId: id }) => {
			expect(trusts(signUrl(url, secret), id)).toBe(true);
		});
	});

	it('is trusted neither by another trigger nor with another secret', () => {
		forAll(triggerUrl, webhookId, ({ url, webhookId: id }, other) => {
			fc.pre(other !== id);
			const signed = signUrl(url, secret);
			expect(trusts(signed, other)).toBe(false);
			expect(trusts(signed, id, `${secret}x`)).toBe(false);
			expect(trusts(url, id)).toBe(false);
		});
	});

	it('stays the same when it is signed again', () => {
		forAll(triggerUrl, ({ url }) => {
			const signed = signUrl(url, secret);
			expect(signUrl(signed, secret)).toBe(signed);
		});
	});

	it('keeps the other parameters of its query and never holds the secret', () => {
		forAll(triggerUrl, ({ url }) => {
			const signed = signUrl(url, secret);
			const others = (text: string) =>
				[...new URL(text).searchParams].filter(([name]) => name !== 'key');
			expect(others(signed)).toEqual(others(url));
			expect(new URL(signed).pathname).toBe(new URL(url).pathname);
			expect(signed).not.toContain(secret);
		});
	});

	it('is made of a trigger’s URL only; any other is left untouched', () => {
		const foreign = fc.oneof(
			fc.webUrl({ withQueryParameters: true, withFragments: true }),
			fc.string(),
			fc.constantFrom(
				...['https://example.com/crm-messaging', 'https://example.com/x/crm-messaging-2'],
				...['https://example.com/?to=/x/crm-messaging', 'webhook/id/crm-messaging', ''],
				'https://n8n.example.com/webhook-waiting/7/n?signature=abc%20',
			),
		);
		forMany(300, foreign, (url) => {
			expect(signUrl(url, secret)).toBe(url);
		});
	});
});

describe('the signature header of the service', () => {
	const timestamp = 1533909631;
	const token = 'a'.repeat(50);
	const known = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
	const trustsHeader = (authorization: string | undefined, body: object) =>
		isTrusted(
			'signatureHeader',
			{ query: {}, authorization, body: { timestamp, token, ...body } },
			'id',
			secret,
		);

	it('is trusted as the known example has it, with the timestamp as number and as text', () => {
		expect(trustsHeader(known, {})).toBe(true);
		expect(trustsHeader(known, { timestamp: String(timestamp) })).toBe(true);
		expect(trustsHeader(known, { valid_contacts: [{}] })).toBe(true);
	});

	it.each<[string, string | undefined, object]>([
		['no header', undefined, {}],
		['an empty header', '', {}],
		['another header', known.replace('8', '9'), {}],
		['a part of the header', known.slice(0, -1), {}],
		['a longer header', `${known}0`, {}],
		['another timestamp', known, { timestamp: timestamp + 1 }],
		['no timestamp', known, { timestamp: undefined }],
		['no token', known, { token: undefined }],
		['an empty token', known, { token: '' }],
		['a token that is a list', known, { token: [token] }],
		['a token that is an object', known, { token: { toString: token } }],
	])('is not trusted with %s', (_what, authorization, body) => {
		expect(trustsHeader(authorization, body)).toBe(false);
	});

	it('is trusted exactly when it is the HMAC of timestamp and token', () => {
		const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
		forAll(fc.nat(), fc.string({ minLength: 1 }), hex, (time, word, other) => {
			const right = createHmac('sha256', secret).update(`${time}${word}`).digest('hex');
			const body = { timestamp: time, token: word };
			expect(trustsHeader(right, body)).toBe(true);
			expect(trustsHeader(other, body)).toBe(other === right);
		});
	});
});

it('anyone is trusted when nothing is checked', () => {
	const call = { query: {}, authorization: undefined, body: {} };
	expect(isTrusted('none', call, 'id', secret)).toBe(true);
	expect(isTrusted('signedUrl', { ...call, query: { key: ['a'] } }, 'id', secret)).toBe(false);
});
