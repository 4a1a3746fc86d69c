import crypto from 'node:crypto';
import { isTrusted, type SignedCall } from '../../../nodes/CrmMessaging/callbacks/caller';

const secret = 'acct_secret_example';
const webhookId = 'd1a2b3c4-0000-4000-8000-000000000001';
const body = { timestamp: 1533909631, token: 'a'.repeat(50) };
const hmac = (text: string) => crypto.createHmac('sha256', secret).update(text).digest('hex');
const key = hmac(webhookId);
const signature = hmac(`${body.timestamp}${body.token}`);

const callWith = (word: string): SignedCall => ({
	query: { key: word },
	authorization: word,
	body,
});
const otherAt = (word: string, at: number): string =>
	word.slice(0, at) + (word[at] === '0' ? '1' : '0') + word.slice(at + 1);

/** Whoever may measure how long a comparison takes must not learn where two words differ. */
describe.each([
	['the key of a signed URL', 'signedUrl', key],
	['the signature header', 'signatureHeader', signature],
] as const)('%s', (_what, check, right) => {
	afterEach(() => jest.restoreAllMocks());

	it.each<[what: string, given: string, trusted: boolean]>([
		['right', right, true],
		['wrong from the first character on', otherAt(right, 0), false],
		['wrong in the last character', otherAt(right, right.length - 1), false],
	])('is compared as a whole when it is %s', (_title, given, trusted) => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		expect(isTrusted(check, callWith(given), webhookId, secret)).toBe(trusted);
		expect(compare.mock.calls.map((words) => words.map(String))).toEqual([[given, right]]);
	});
});
