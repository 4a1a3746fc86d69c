import {
	changes,
	endpoints,
	type ServiceRequest,
} from '../../../nodes/CrmMessaging/service/endpoints';
import { failureOf } from '../../../nodes/CrmMessaging/engine/errors';
import { transport } from '../../../nodes/CrmMessaging/service/limiter';
import { contentOf } from '../../../nodes/CrmMessaging/service/answer';
import {
	isTooLarge,
	mayTryAgain,
	networkFault,
	refusalFailure,
	type Failure,
} from '../../../nodes/CrmMessaging/service/failure';
import { rowsIn } from '../values/kind';

const get: ServiceRequest = { endpoint: endpoints.campaigns };
const post: ServiceRequest = { endpoint: endpoints.smsDeliveries, body: { sender: 'Aurora' } };
const push: ServiceRequest = { endpoint: endpoints.pushDeliveries, body: { app_id: 'a' } };
const job: ServiceRequest = { endpoint: endpoints.bulkJob, segments: { bulk_id: 'b-1' } };

const url = 'https://api.example.com/crm/v2/x';

/** Every status but a success, and some that no server should send. */
const statuses = [...Array.from({ length: 300 }, (_, index) => 300 + index), 100, 199, 600, 999];

/** The failure for an answer with a body, as JSON or as text. */
function answered(
	request: ServiceRequest,
	status: number,
	body: unknown = '',
	asksToWait = false,
): Failure {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const headers = asksToWait ? { 'retry-after': '1' } : {};
	return refusalFailure(request, { status, headers, content: contentOf(text) }, url);
}

describe('an answer without success', () => {
	const refusing = [400, 401, 403, 404, 413, 415, 422, 429];

	it.each(['', { error: 'no' }, '<html>no</html>', [{ error: 'no' }], { deliveries: null }])(
		'means that a POST was refused only with the statuses that are known for it: %p',
		(body) => {
			for (const status of statuses) {
				for (const asksToWait of [false, true]) {
					const isBusy = status === 429 || (status === 503 && asksToWait);
					const failure = answered(post, status, body, asksToWait);
					const outcome = refusing.includes(status) || isBusy ? 'notSent' : 'unknown';
					expect(failure).toMatchObject({ status, outcome });
					expect(mayTryAgain(failure)).toBe(isBusy);
					expect(isTooLarge(failure)).toBe(status === 413);
					const ofGet = answered(get, status, '', asksToWait);
					expect(ofGet.outcome).toBe('notSent');
					expect(mayTryAgain(ofGet)).toBe(status === 429 || status >= 500);
				}
			}
		},
	);

	const posts = Object.entries(endpoints).filter(([, endpoint]) => changes(endpoint));

	it.each(posts)('leaves a POST’s outcome unknown if it holds results: %s', (_, endpoint) => {
		const key = endpoint.results;
		const deep = '['.repeat(200) + ']'.repeat(200);
		for (const body of [
			JSON.stringify({ error: 'odd', [key]: [{ valid: true }] }),
			JSON.stringify({ [key]: 'x' }),
			// What can't be read may hold some.
			`{"${key}": [{"valid": true}, `,
			`{"a": ${deep}, "${key}": 1}`,
			`[${'1,'.repeat(transport.mostValues + 1)}1]`,
			undefined,
		]) {
			const content = contentOf(body);
			for (const status of statuses) {
				const headers = { 'retry-after': '1' };
				const failure = refusalFailure({ endpoint }, { status, headers, content }, url);
				expect(failure.outcome).toBe('unknown');
				expect(mayTryAgain(failure)).toBe(false);
				expect(isTooLarge(failure)).toBe(false);
			}
		}
	});

	it('is explained, with advice that depends on the request', () => {
		const explained = (request: ServiceRequest, ...codes: number[]) =>
			codes.map((status) => {
				const { message, advice } = answered(request, status, '', true);
				return `${message}. ${advice}`;
			});
		const all = [
			...explained(get, 401, 403, 404, 499),
			...explained(post, 400, 413, 429, 503, 409),
			...explained(push, 401),
			...explained(job, 404),
		];
		expect(all.join('\n')).toMatchInlineSnapshot(`
		"The service didn’t accept the Account Secret (HTTP 401). Check Account ID and Account Secret in the credential. The two secrets may be swapped.
		The account isn’t allowed to do this (HTTP 403). Ask your provider whether your account includes this feature.
		The service doesn’t know this address (HTTP 404). Check Base URL and Account ID in the credential.
		The service answered with an error (HTTP 499). If it does so again, ask its provider.
		The service refused the request (HTTP 400). Correct the value that the service names, or ask its provider.
		The request is too large for the service (HTTP 413). Shorten the texts or send fewer values per item. In Loop Over Items, you can also send fewer items per round.
		The service is too busy at the moment (HTTP 429). Wait a moment, and retry the execution with fewer Parallel Requests.
		The service is too busy at the moment (HTTP 503). Wait a moment, and retry the execution with fewer Parallel Requests.
		The service answered with an error (HTTP 409). If it does so again, ask its provider.
		The service didn’t accept the Master Secret (HTTP 401). Check Account ID and Master Secret in the credential, and the App ID. The two secrets may be swapped.
		The service has nothing with the ID “b-1” (HTTP 404). Check the ID. If it’s right, check Base URL and Account ID in the credential."
	`);
	});
});

it.each<[location: string | undefined, target: string]>([
	['https://me:secret@eu.example.com/v2/x?token=s#f', 'https://eu.example.com/v2/x'],
	['/login?next=%2Fv2', 'https://api.example.com/login'],
	[undefined, 'another address'],
	['http://', 'another address'],
	['ftp://a.example.com/b', 'another address'],
])('a redirect to %s shows its target without possible secrets', (location, target) => {
	const answer = { status: 302, headers: { location }, content: contentOf('') };
	expect(refusalFailure(post, answer, url).message).toBe(
		`The service redirects to ${target} (HTTP 302)`,
	);
});

describe('the service’s error text', () => {
	const odd = [{ error: { message: 'a' } }, { error: [{ error: 7 }] }, { error: '' }, {}, ['a']];
	it.each<[body: unknown, text: string]>([
		[{ error: 'sender is missing', code: 7 }, 'sender is missing'],
		[{ error: ' a\n\tb ' }, 'a b'],
		[{ error: [{ error: 'a' }, 'b'] }, 'a, b'],
		[{ error: 'x'.repeat(300) }, 'x'.repeat(300)],
		[{ error: 'x'.repeat(301) }, `${'x'.repeat(299)}…`],
		// Else the body itself.
		...odd.map((body): [unknown, string] => [body, JSON.stringify(body)]),
		['<fault>\n<text>a</text></fault>', '<fault> <text>a</text></fault>'],
		['{"a": "b', '{"a": "b'],
		['{"id":12345678901234567890}', '{"id":"12345678901234567890"}'],
	])('is found in an answer: %p', (body, text) => {
		const { message } = answered(post, 400, body);
		expect(message).toBe(`The service refused the request (HTTP 400): ${text}`);
	});

	it('isn’t quoted if it isn’t read', () => {
		const body = `{"error": "no", "a": ${'['.repeat(101)}${']'.repeat(101)}}`;
		expect(answered(get, 400, body).message).toBe(
			'The service answered with an error (HTTP 400)',
		);
	});
});

it('the own text of an unexpected error is cut', () => {
	for (const thrown of [new Error('x'.repeat(5000)), 'x'.repeat(5000)]) {
		const message = `${'x'.repeat(299)}…`;
		expect(failureOf(thrown)).toMatchObject({ kind: 'input', message });
	}
});

const host = 'api.example.com';

const each = rowsIn(`
	passing ← ECONNREFUSED · ENOTFOUND · EAI_AGAIN · EHOSTUNREACH · ENETUNREACH
	lasting ← CERT_HAS_EXPIRED · DEPTH_ZERO_SELF_SIGNED_CERT · UNABLE_TO_VERIFY_LEAF_SIGNATURE
	lasting ← ERR_TLS_CERT_ALTNAME_INVALID · EPROTO
	late ← ECONNRESET · ETIMEDOUT · EPIPE · UND_ERR · XEPROTO · EPROTOTYPE · X_ERR_TLS · ECONNABORTED
	late ← · ERR_CANCELED
`);

it.each(each)('a network error with the code “%s” is %s', (code, kind) => {
	const isCanceled = code === 'ERR_CANCELED';
	const failures = [post, get].map(({ endpoint }) => networkFault(endpoint, host, code));
	const outcomes = failures.map(({ outcome }) => outcome);
	expect(outcomes).toEqual([kind === 'late' ? 'unknown' : 'notSent', 'notSent']);
	const mayPass = kind === 'passing' || (kind === 'late' && !isCanceled);
	expect(failures.map(mayTryAgain)).toEqual([kind === 'passing', mayPass]);
	for (const failure of failures) {
		expect(failure.advice).not.toBe('');
		expect(failure.kind).toBe(isCanceled ? 'canceled' : 'service');
		expect(failure.networkCode).toBe(isCanceled ? undefined : code || undefined);
		if (!isCanceled && code) expect(failure.message).toContain(`(${code})`);
	}
});
