import {
	brokenRequest,
	noAnswerBecause,
	refusedRequest as refusals,
	requestAdvice,
} from '../../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../../nodes/CrmMessaging/catalogue/sentence';
import {
	changes,
	endpoints,
	mayRepeat,
	type ServiceRequest,
} from '../../../nodes/CrmMessaging/service/endpoints';
import {
	isTooLarge,
	networkFault,
	refusalFailure,
} from '../../../nodes/CrmMessaging/service/failure';

const get: ServiceRequest = { endpoint: endpoints.campaigns };
const post: ServiceRequest = { endpoint: endpoints.smsDeliveries, body: { sender: 'Aurora' } };
const push: ServiceRequest = { endpoint: endpoints.pushDeliveries, body: { app_id: 'a' } };
const job: ServiceRequest = { endpoint: endpoints.bulkJob, segments: { bulk_id: 'b-1' } };
const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);

describe('an answer without success', () => {
	it('leaves a POST’s outcome unknown, with no retry, if it may have been accepted', () => {
		for (const status of statuses) {
			for (const asksToWait of [false, true]) {
				const busy = status === 429 || (status === 503 && asksToWait);
				// A server may redirect a request that it has processed.
				const isRedirect = status < 400;
				const outcomeUnknown = (status >= 500 || isRedirect) && !busy;
				const posted = refusalFailure(post, { status, body: '', asksToWait });
				expect(posted).toMatchObject({ status, outcomeUnknown, mayTryAgain: busy });
				// Advice to send it again doesn't fit.
				expect(posted.advice === '').toBe(outcomeUnknown && !isRedirect);
				const mayTryAgain = busy || status >= 500;
				expect(refusalFailure(get, { status, body: '', asksToWait })).toMatchObject({
					outcomeUnknown: false,
					mayTryAgain,
				});
			}
			const tooLarge = refusalFailure(post, { status, body: '' });
			expect(isTooLarge(tooLarge)).toBe(status === 413);
		}
	});

	it.each(Object.entries(endpoints))(
		'with the results of a request is never followed by another try: %s',
		(_, endpoint) => {
			for (const status of statuses) {
				const body = JSON.stringify({ error: 'odd', [endpoint.results]: [] });
				const failure = refusalFailure({ endpoint }, { status, body, asksToWait: true });
				expect(failure.outcomeUnknown).toBe(changes(endpoint));
				if (mayRepeat(endpoint)) continue;
				expect(failure.mayTryAgain).toBe(false);
				expect(isTooLarge(failure)).toBe(false);
			}
		},
	);

	it.each<[number, ServiceRequest, Sentence]>([
		[401, get, refusals.wrongSecret({ secret: 'Account Secret', more: '' })],
		[401, post, refusals.wrongSecret({ secret: 'Master Secret', more: '' })],
		[401, push, refusals.wrongSecret({ secret: 'Master Secret', more: ', and the App ID' })],
		[403, get, refusals.forbidden()],
		[404, job, refusals.unknownId({ id: 'b-1' })],
		[404, get, refusals.unknownAddress()],
		[400, get, refusals.invalidRequest()],
		[413, post, refusals.requestTooLarge()],
		[429, post, refusals.busy()],
		[503, post, refusals.busy()],
		[503, get, refusals.serviceFailed()],
		[300, get, refusals.redirected({ target: 'another address' })],
		[399, get, refusals.redirected({ target: 'another address' })],
		[500, get, refusals.serviceFailed()],
		[500, post, { ...refusals.serviceFailed(), advice: '' }],
		[418, get, refusals.invalidRequest()],
	])('with status %d is explained in a message', (status, request, { code, text, advice }) => {
		const asksToWait = status === 503 && code === 'busy';
		const failure = refusalFailure(request, { status, body: '', asksToWait });
		expect(failure).toMatchObject({ code, message: `${text} (HTTP ${status})`, advice });
	});
});

it.each<[location: string | undefined, target: string]>([
	['https://eu.example.com/crm/v2/x?token=s#f', 'https://eu.example.com/crm/v2/x'],
	['https://me:secret@eu.example.com/v2/x', 'https://eu.example.com/v2/x'],
	['/login?next=%2Fv2', 'https://api.example.com/login'],
	['//other.example.com', 'https://other.example.com/'],
	[undefined, 'another address'],
	['http://', 'another address'],
	['ftp://a.example.com/b', 'another address'],
])('a redirect to %s shows its target without possible secrets', (location, target) => {
	const url = 'https://api.example.com/crm/v2/x';
	const failure = refusalFailure(post, { status: 302, body: '', location, url });
	expect(failure.message).toBe(`${refusals.redirected({ target }).text} (HTTP 302)`);
});

it.each([
	['https://api.example.com/v2', 404, '/v2'],
	['https://api.example.com/crm/V3', 401, '/V3'],
	['https://api.example.com/dev2', 404, undefined],
	['https://api.example.com/v12.34', 302, '/v12.34'],
	['https://api.example.com/account', 403, '/account'],
	['https://api.example.com/account/aurora', 405, '/account/aurora'],
	['https://api.example.com/account/aurora/crm', 404, undefined],
	['https://api.example.com/v2', 400, undefined],
	['https://api.example.com/v2/crm', 404, undefined],
	['https://v2.example.com', 404, undefined],
])(
	'with the Base URL %s, the advice for HTTP %i names its wrong end: %s',
	(baseUrl, status, end) => {
		const { advice } = refusalFailure(get, { status, body: '', baseUrl });
		expect(advice.includes('Remove that')).toBe(end !== undefined);
		if (end) expect(advice).toContain(requestAdvice.baseUrlEndsWith({ end }));
	},
);

describe('the service’s error text', () => {
	it.each<[body: unknown, text: string]>([
		[{ error: 'sender is missing', code: 7 }, 'sender is missing'],
		[{ error: ' a\n\tb ' }, 'a b'],
		[{ error: [{ error: 'a' }, 'b'] }, 'a, b'],
		[{ error: 'x'.repeat(300) }, 'x'.repeat(300)],
		[{ error: 'x'.repeat(301) }, `${'x'.repeat(299)}…`],
		// Else the body itself.
		...[
			...[{ message: 'a' }, { error: { message: 'a' } }, { error: [{ error: 7 }] }],
			...[{ error: 7 }, { error: null }, { error: '' }, {}, ['a'], [{ error: 'a' }]],
		].map((body): [unknown, string] => [body, JSON.stringify(body)]),
		['<fault>\n<text>a</text></fault>', '<fault> <text>a</text></fault>'],
	])('is found in an answer: %p', (answer, text) => {
		const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
		const { message } = refusalFailure(post, { status: 400, body });
		expect(message).toBe(`The service refused the request (HTTP 400): ${text}`);
	});

	it.each([
		[' \n<html>no</html>', 'a web page'],
		[
			'<!DOCTYPE html><head><TITLE lang="en">Sign in \n n8n</TITLE>',
			'a web page “Sign in n8n”',
		],
	])('names a web page instead of quoting it: %s', (body, page) => {
		const failure = refusalFailure(post, { status: 403, body });
		expect(failure.message).toMatch(new RegExp(`\\(HTTP 403\\): ${page}$`));
		expect(failure.advice).toBe(requestAdvice.page);
	});
});

describe('a network error', () => {
	const host = 'api.example.com';
	const { refused, unknown, noWay, notSecure, certificate } = noAnswerBecause;
	const neverConnected: Array<[problem: string, codes: string, mayTryAgain: boolean]> = [
		[refused, 'ECONNREFUSED', true],
		[unknown, 'ENOTFOUND EAI_AGAIN', true],
		[noWay, 'EHOSTUNREACH ENETUNREACH', true],
		[certificate, 'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT', false],
		[certificate, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID', false],
		[notSecure, 'EPROTO', false],
	];

	it.each(neverConnected)('means that nothing was sent: %s %s', (problem, codes, mayTryAgain) => {
		for (const networkCode of codes.split(' ')) {
			const { code, text, advice } = brokenRequest.unreachable({ host, problem });
			expect(networkFault(post.endpoint, host, networkCode)).toEqual({
				kind: 'service',
				code,
				message: `${text} (${networkCode})`,
				advice,
				networkCode,
				outcomeUnknown: false,
				mayTryAgain,
			});
		}
	});

	const codes = 'ECONNRESET ETIMEDOUT EPIPE UND_ERR XEPROTO EPROTOTYPE X_ERR_TLS ECONNABORTED';

	it.each(['', ...codes.split(' '), 'ERR_CANCELED'])(
		'with code “%s” leaves open whether a POST was accepted',
		(code) => {
			const isCanceled = code === 'ERR_CANCELED';
			expect(networkFault(post.endpoint, host, code)).toMatchObject({
				kind: isCanceled ? 'canceled' : 'service',
				advice: '',
				outcomeUnknown: true,
				mayTryAgain: false,
			});
			expect(networkFault(get.endpoint, host, code)).toMatchObject({
				kind: isCanceled ? 'canceled' : 'service',
				outcomeUnknown: false,
				mayTryAgain: !isCanceled,
			});
		},
	);

	it('after a time-out names its length', () => {
		const reason = noAnswerBecause.timedOut({ host, minutes: 2 });
		const { message } = networkFault(get.endpoint, host, 'ECONNABORTED');
		expect(message).toBe(`${brokenRequest.noAnswer({ reason }).text} (ECONNABORTED)`);
	});
});
