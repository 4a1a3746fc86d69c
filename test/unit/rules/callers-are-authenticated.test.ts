import crypto from 'node:crypto';
import { nameOfTrusted } from '../../../nodes/CrmMessaging/callbacks/caller';
import { signUrl } from '../../../nodes/CrmMessaging/service/addresses';

const secret = 'acct_secret_example';
describe('a signed URL', () => {
	it.each(['https://n8n.example.com/webhook', 'http://localhost:5678/n8n/webhook-test'])(
		'changes only the key, even if signed again: %s',
		(base) => {
			const url = `${base}/9a-b/crm-messaging?a=b%20c&key=old&a=d`;
			const signed = signUrl(url, secret);
			expect(signed).toBe(`${base}/9a-b/crm-messaging?a=b+c&key=${hmac('trigger:9a-b')}&a=d`);
			expect(signUrl(signed, secret)).toBe(signed);
		},
	);

	it('is made only from a trigger’s URL, and other URLs stay unchanged', () => {
		for (const url of [
			...['https://example.com/crm-messaging', 'https://example.com/x/crm-messaging-2'],
			...['https://example.com/?to=/x/crm-messaging', 'webhook/id/crm-messaging', ''],
			...['https://example.com//crm-messaging', 'https://example.com/crm-messaging/x'],
			'https://n8n.example.com/webhook-waiting/7/n?signature=abc%20',
		]) {
			expect(signUrl(url, secret)).toBe(url);
		}
	});
});

function hmac(text: string): string {
	return crypto.createHmac('sha256', secret).update(text).digest('hex');
}

// A caller may time comparisons. The time must not show at which character two keys differ.
it.each<[what: string, change: (right: string) => string]>([
	['right', (right) => right],
	['wrong in the first character', (right) => `-${right.slice(1)}`],
	['wrong in the last character', (right) => `${right.slice(0, -1)}-`],
])('a key or signature is compared in constant time if it’s %s', (_what, change) => {
	const compare = jest.spyOn(crypto, 'timingSafeEqual');
	const [timestamp, token] = [1533909631, 'a'.repeat(50)];
	for (const check of ['signedUrl', 'signatureHeader'] as const) {
		const right = hmac(check === 'signedUrl' ? 'trigger:id' : `${timestamp}${token}`);
		const received = change(right);
		const proof = { query: { key: received }, authorization: received };
		const call = { ...proof, content: { timestamp, token }, isEmpty: false };
		const name = () => nameOfTrusted(check, call, 'id', secret, timestamp * 1000);
		if (received === right) expect(name).not.toThrow();
		else expect(name).toThrow('it isn’t signed');
		expect(compare.mock.lastCall?.map(String)).toEqual([received, right]);
	}
	compare.mockRestore();
});
