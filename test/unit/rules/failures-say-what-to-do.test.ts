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
	requestFailure,
	refusalFailure,
	unreadableAnswer,
} from '../../../nodes/CrmMessaging/service/failure';

const get: ServiceRequest = { endpoint: endpoints.campaigns };
const post: ServiceRequest = { endpoint: endpoints.smsDeliveries, body: { sender: 'Aurora' } };
const push: ServiceRequest = { endpoint: endpoints.pushDeliveries, body: { app_id: 'a' } };
const job: ServiceRequest = { endpoint: endpoints.bulkJob, segments: { bulk_id: 'b-1' } };
const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
/** The failure of a sentence. Its detail follows the text in brackets. */
const failureWith = ({ code, text, advice }: Sentence, detail?: string) => ({
	code,
	message: detail ? `${text} (${detail})` : text,
	advice,
});
const prefix = 'The service refused the request (HTTP 400)';

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
				const body = JSON.stringify({ error: 'odd', [endpoint.answerKeys[0]!]: [] });
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
	])('with status %d is explained in a message', (status, request, sentence) => {
		const asksToWait = status === 503 && sentence.code === 'busy';
		const failure = refusalFailure(request, { status, body: '', asksToWait });
		expect(failure).toMatchObject(failureWith(sentence, `HTTP ${status}`));
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
	const { advice, ...sentence } = failureWith(refusals.redirected({ target }), 'HTTP 302');
	expect(failure).toMatchObject({ ...sentence, advice });
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
	const messageFor = (body: unknown) =>
		refusalFailure(post, {
			status: 400,
			body: typeof body === 'string' ? body : JSON.stringify(body),
		}).message;

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
		['"a"', '"a"'],
		['<fault>\n<text>a</text></fault>', '<fault> <text>a</text></fault>'],
		['upstream <b>timed</b> out', 'upstream <b>timed</b> out'],
	])('is found in %j', (body, text) => {
		expect(messageFor(body)).toBe(`${prefix}: ${text}`);
	});

	it('is left out if there is none', () => expect(messageFor('')).toBe(prefix));

	it.each([
		[' \n<html>no</html>', 'a web page'],
		[
			'<!DOCTYPE html><head><TITLE lang="en">Sign in \n n8n</TITLE>',
			'a web page “Sign in n8n”',
		],
	])('names a web page instead of quoting it: %j', (body, page) => {
		const failure = refusalFailure(post, { status: 403, body });
		expect(failure.message).toMatch(new RegExp(`\\(HTTP 403\\): ${page}$`));
		expect(failure.advice).toBe(requestAdvice.page);
	});
});

describe('a network error', () => {
	const host = 'api.example.com';
	const broken = brokenRequest.noAnswer({ reason: noAnswerBecause.broken({ host }) });
	const { refused, unknown, noWay, notSecure, certificate } = noAnswerBecause;
	const neverConnected: Array<[problem: string, codes: string, mayTryAgain: boolean]> = [
		[refused, 'ECONNREFUSED', true],
		[unknown, 'ENOTFOUND EAI_AGAIN', true],
		[noWay, 'EHOSTUNREACH ENETUNREACH', true],
		[certificate, 'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT', false],
		[certificate, 'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
		[certificate, 'ERR_TLS_CERT_ALTNAME_INVALID', false],
		[notSecure, 'EPROTO', false],
	];

	it.each(
		neverConnected.flatMap(([problem, codes, mayTryAgain]) =>
			codes.split(' ').map((code) => [code, problem, mayTryAgain] as const),
		),
	)('with code %s means that nothing was sent', (networkCode, problem, mayTryAgain) => {
		const sentence = brokenRequest.unreachable({ host, problem });
		const failure = { kind: 'service', networkCode, outcomeUnknown: false, mayTryAgain };
		for (const request of [get, post]) {
			expect(networkFault(request.endpoint, host, networkCode)).toEqual({
				...failureWith(sentence, networkCode),
				...failure,
			});
		}
	});

	const others = 'ECONNRESET ETIMEDOUT EPIPE UND_ERR XEPROTO EPROTOTYPE X_ERR_TLS'.split(' ');
	it.each<[code: string, Sentence]>([
		...['', ...others].map((code): [string, Sentence] => [code, broken]),
		[
			'ECONNABORTED',
			brokenRequest.noAnswer({ reason: noAnswerBecause.timedOut({ host, minutes: 2 }) }),
		],
		['ERR_CANCELED', brokenRequest.canceled({ event: 'The execution was canceled' })],
	])('with code %j leaves open whether a POST was accepted', (code, sentence) => {
		const canceled = code === 'ERR_CANCELED';
		const networkCode = canceled ? undefined : code || undefined;
		const failure = { ...failureWith(sentence, networkCode), networkCode };
		expect(networkFault(post.endpoint, host, code)).toEqual({
			...failure,
			kind: canceled ? 'canceled' : 'service',
			advice: '',
			outcomeUnknown: true,
			mayTryAgain: false,
		});
		expect(networkFault(get.endpoint, host, code)).toEqual({
			...failure,
			kind: canceled ? 'canceled' : 'service',
			outcomeUnknown: false,
			mayTryAgain: !canceled,
		});
	});
});

describe('a success that can’t be read', () => {
	it('means that a POST may have been accepted and isn’t retried', () => {
		const {
			code,
			text: message,
			advice,
		} = brokenRequest.unreadableAnswer({ reason: 'no list' });
		const unread = { kind: 'service', code, message, mayTryAgain: false };
		const posted = unreadableAnswer(post.endpoint, 'no list');
		const read = unreadableAnswer(get.endpoint, 'no list');
		const worded = unreadableAnswer(post.endpoint, 'no list', 'a');
		expect(worded).toEqual({ ...posted, message: `${message} (answer: a)` });
		expect(posted).toMatchObject({ ...unread, advice, outcomeUnknown: true });
		expect(read).toMatchObject({ ...unread, advice, outcomeUnknown: false });
	});

	it('has the advice for a web page, even if a POST may have been accepted', () => {
		const page = brokenRequest.pageInsteadOfAnswer({ page: 'a web page “Sign in”' });
		const { code, text: message, advice } = page;
		for (const { endpoint } of [post, get]) {
			expect(requestFailure(endpoint, page)).toMatchObject({ code, message, advice });
		}
	});
});
