import fc from 'fast-check';
import { endpoints, type ServiceRequest } from '../../../nodes/CrmMessaging/service/endpoints';
import {
	errorInstead,
	isTooLarge,
	networkFault,
	pageInstead,
	refusedRequest,
	unreadableAnswer,
} from '../../../nodes/CrmMessaging/service/requestFailure';
import { forMany } from './rule';

const get: ServiceRequest = { endpoint: endpoints.campaigns };
const post: ServiceRequest = { endpoint: endpoints.smsDeliveries, body: { sender: 'Aurora' } };
const push: ServiceRequest = { endpoint: endpoints.pushDeliveries, body: { app_id: 'a' } };
const job: ServiceRequest = { endpoint: endpoints.bulkJob, segments: { bulk_id: 'b-1' } };
const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
const warning = 'may have been taken';
const begin = 'The service refused the request (HTTP 400)';

describe('an answer that is no success', () => {
	it('is explained with its status, and advice, for every status and request', () => {
		for (const status of statuses) {
			for (const request of [get, post, push, job]) {
				const {
					message,
					advice,
					status: kept,
				} = refusedRequest(request, { status, body: '' });
				expect(message).toMatch(new RegExp(`^The .{10,} \\(HTTP ${status}\\)$`));
				expect(advice).toMatch(/^[A-Z].{10,}\.$/);
				expect(kept).toBe(status);
			}
			expect(isTooLarge({ status })).toBe(status === 413);
		}
	});

	it('tells a POST that may have been taken, which is not tried again, from all others', () => {
		for (const status of statuses) {
			for (const asksToWait of [false, true]) {
				const busy = status === 429 || (status === 503 && asksToWait);
				// A 303 says that the request was done, and tells of it elsewhere.
				const outcomeUnknown = (status >= 500 || status === 303) && !busy;
				const posted = refusedRequest(post, { status, body: '', asksToWait });
				const kind = outcomeUnknown ? 'outcomeUnknown' : 'refused';
				expect(posted).toMatchObject({ kind, outcomeUnknown, mayTryAgain: busy });
				expect(posted.advice.includes(warning)).toBe(outcomeUnknown);
				const mayTryAgain = busy || status >= 500;
				expect(refusedRequest(get, { status, body: '', asksToWait })).toMatchObject({
					kind: 'refused',
					outcomeUnknown: false,
					mayTryAgain,
				});
			}
		}
	});

	it.each<[number, ServiceRequest, says: string, advises: string]>([
		[401, get, 'did not accept the Account Secret', 'Account ID and Account Secret in'],
		[401, post, 'did not accept the Master Secret', 'Master Secret in the credential.'],
		[401, push, 'did not accept the Master Secret', 'in the credential, and the App ID.'],
		[404, job, 'nothing with the ID “b-1”', 'If it is right, check Base URL and Account ID'],
		[404, get, 'does not know this address', 'Check Base URL and Account ID'],
		[400, get, 'refused the request', 'Correct what it names'],
		[413, post, 'too large', 'shorter texts'],
		[429, post, 'too many requests', 'nothing of this request was taken'],
		[503, get, 'not available at the moment', 'Try again later'],
		[300, get, 'another address', 'the final address'],
		[399, get, 'another address', 'the final address'],
		[500, job, 'failed', 'Try again later'],
		[500, get, 'failed', 'Try again later, or ask its provider.'],
		[500, post, 'failed', 'look in the service before you send it again.'],
		[418, get, 'refused the request', 'Ask its provider'],
	])('of %d says what it means', (status, request, says, advises) => {
		const { message, advice } = refusedRequest(request, { status, body: '' });
		expect(message).toContain(says);
		expect(advice).toContain(advises);
	});
});

describe('a redirect', () => {
	const asked = {
		baseUrl: 'https://api.example.com/crm',
		url: 'https://api.example.com/crm/v2/x',
	};
	const redirected = (location?: string) =>
		refusedRequest(post, { status: 302, body: '', location, ...asked });

	it.each([
		['https://eu.example.com/crm/v2/x?token=s#f', 'https://eu.example.com/crm/v2/x'],
		['https://me:secret@eu.example.com/v2/x', 'https://eu.example.com/v2/x'],
		['/login?next=%2Fv2', 'https://api.example.com/login'],
		['//other.example.com', 'https://other.example.com/'],
	])('to %s names where to, without what may be secret', (location, target) => {
		const { message, advice } = redirected(location);
		expect(message).toBe(`The service redirects to ${target} (HTTP 302)`);
		expect(advice).toMatch(/^Enter the final address/);
		expect(advice.includes('login page')).toBe(!target.endsWith('/crm/v2/x'));
	});

	it.each([undefined, 'http://', 'javascript:alert(1)', 'ftp://a.example.com/b'])(
		'to %s is one to another address',
		(location) =>
			expect(redirected(location).message).toBe(
				'The service redirects to another address (HTTP 302)',
			),
	);
});

it.each([
	['https://api.example.com/v2', 404, '/v2'],
	['https://api.example.com/crm/V3', 401, '/V3'],
	['https://api.example.com/v2.1', 302, '/v2.1'],
	['https://api.example.com/account/aurora', 405, '/account/aurora'],
	['https://api.example.com/v2', 400, undefined],
	['https://api.example.com/v2', 500, undefined],
	['https://api.example.com/v2/crm', 404, undefined],
	['https://api.example.com/dev2', 404, undefined],
	['https://v2.example.com', 404, undefined],
])('with the Base URL %s, a refusal with %i names its end %s', (baseUrl, status, end) => {
	const { advice } = refusedRequest(get, { status, body: '', baseUrl });
	const told = `Base URL in the credential ends with ${end}. Remove that: the node adds the version and the account itself.`;
	expect(advice.includes('Remove that')).toBe(end !== undefined);
	if (end) expect(advice).toContain(told);
});

it('an answer that asks to come back later says that nothing was taken', () => {
	const { message, advice } = refusedRequest(post, { status: 503, body: '', asksToWait: true });
	expect(message).toBe('The service is not available at the moment (HTTP 503)');
	expect(advice).toBe('Wait a little and run this again; nothing of this request was taken.');
});

describe('the service’s own words', () => {
	const said = (body: unknown) =>
		refusedRequest(post, {
			status: 400,
			body: typeof body === 'string' ? body : JSON.stringify(body),
		}).message;
	const nested = (levels: number): unknown => (levels ? { error: nested(levels - 1) } : 'a');

	it.each<[body: unknown, text: string]>([
		[{ error: 'sender is missing' }, 'sender is missing'],
		[{ error: ['a', 'b'] }, 'a, b'],
		[{ error: [{ error: 'a' }, { error: 'b' }] }, 'a, b'],
		[{ error: { message: 'a' } }, 'a'],
		[{ error: { errors: ['a', { message: 'b' }] } }, 'a, b'],
		[{ error: ' a\n\tb ' }, 'a b'],
		[{ errors: ['a'] }, 'a'],
		...['message', 'detail', 'msg', 'reason', 'title', 'description', 'error_description'].map(
			(key): [object, string] => [{ [key]: 'a' }, 'a'],
		),
		[{ Message: 'a', statusCode: 400 }, 'a'],
		[{ errorMessage: 'a', code: 'E1' }, 'a'],
		[{ message: 'a', errors: ['b'] }, 'a, b'],
		[{ error: 'a', message: 'a' }, 'a'],
		[{ type: 'about:blank', title: 'Bad', status: 400, detail: 'no phone' }, 'Bad, no phone'],
		[{ errors: [{ detail: 'a', source: { pointer: '/data/phone' } }] }, '/data/phone: a'],
		[{ detail: [{ loc: ['body', 'phone'], msg: 'is required' }] }, 'body.phone: is required'],
		[{ errors: [{ field: 'phone', message: 'phone is invalid' }] }, 'phone is invalid'],
		[{ title: 'Bad', 'invalid-params': [{ name: 'age', reason: 'a' }] }, 'Bad, age: a'],
		[
			{ errors: { phone: ['is invalid'], title: ['a', 'b'] } },
			'phone: is invalid, title: a, title: b',
		],
		[{ errors: { contacts: { 0: { email: ['is taken'] } } } }, 'contacts.0.email: is taken'],
		[{ errors: { phone: { message: 'a', code: 3 } } }, 'phone: a'],
		[{ error: { phone: 'is invalid' } }, 'phone: is invalid'],
		[{ error: { code: 'NO_CREDIT' } }, 'code: NO_CREDIT'],
		// Without a word under a known key, all that there is.
		[{ data: { text: 'a' }, n: 1 }, '{"data":{"text":"a"},"n":1}'],
		[{ error: 7 }, '{"error":7}'],
		[['a', 'b'], '["a","b"]'],
		['5', '5'],
		['"a"', 'a'],
		['<?xml version="1.0"?><fault><text>a</text></fault>', 'a'],
		['upstream <b>timed</b> out', 'upstream <b>timed</b> out'],
		[nested(6), 'a'],
		[nested(8), JSON.stringify(nested(8))],
		[{ error: 'x'.repeat(300) }, 'x'.repeat(300)],
		[{ error: 'x'.repeat(301) }, `${'x'.repeat(299)}…`],
	])('are found in %j', (body, text) => {
		expect(said(body)).toBe(`${begin}: ${text}`);
	});

	it.each(['', '{}', '[]', 'null', '""', '{"error":null}', '{"error":[{}]}'])(
		'are left out when the body is %j',
		(body) => expect(said(body)).toBe(begin),
	);

	it.each([
		[' \n<html>no</html>', 'a web page'],
		[
			'<!DOCTYPE html><head><TITLE lang="en">Sign in &amp; go &#8211;\n n8n</TITLE>',
			'a web page “Sign in & go – n8n”',
		],
		[`<html><title>${'x'.repeat(200)}</title>`, `a web page “${'x'.repeat(99)}…”`],
	])('are not those of a page: %j', (body, page) => {
		const failure = refusedRequest(post, { status: 403, body });
		expect(failure.message).toMatch(new RegExp(`\\(HTTP 403\\): ${page}$`));
		expect(failure.advice).toMatch(
			/^This looks like a proxy’s or login page, not the service\. Check that Base URL/,
		);
	});

	it('are on one line of at most 300 characters, whatever the body is', () => {
		const body = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 1000 }),
			fc.jsonValue().map((error) => JSON.stringify({ error })),
		);
		forMany(300, body, (text) => {
			expect(said(text).length).toBeLessThanOrEqual(begin.length + 302);
			expect(said(text)).not.toMatch(/[\r\n\t]/);
		});
	});
});

describe('a fault of the network', () => {
	const unreached = 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' ');
	const certificates = [
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'EPROTO',
	];
	const others = 'ECONNRESET ETIMEDOUT EPIPE UND_ERR XEPROTO EPROTOTYPE X_ERR_TLS'.split(' ');
	const host = 'api.example.com';
	const broke = `The connection to ${host} broke before an answer came`;

	it.each([...unreached, ...certificates])('%s means that nothing was sent', (code) => {
		const mayTryAgain = unreached.includes(code);
		for (const request of [get, post]) {
			const failure = networkFault(request.endpoint, host, code);
			const unreachable = { kind: 'unreachable', outcomeUnknown: false };
			expect(failure).toMatchObject({ ...unreachable, mayTryAgain });
			expect(failure.message).toMatch(
				new RegExp(
					`^The server ${host} (refused|has a|cannot be|made no) .+ \\(${code}\\)$`,
				),
			);
			expect(failure.advice).toMatch(/^Nothing was sent\./);
		}
	});

	it.each([
		...others.map((code) => [code, `${broke} (${code})`]),
		['', broke],
		['ECONNABORTED', `The server ${host} gave no answer within 2 minutes (ECONNABORTED)`],
		['ERR_CANCELED', 'The execution was canceled before an answer came'],
	])('%j leaves open whether a POST was taken', (code, message) => {
		const posted = networkFault(post.endpoint, host, code);
		const canceled = code === 'ERR_CANCELED';
		const kind = canceled ? 'canceled' : 'outcomeUnknown';
		const unknown = { kind, outcomeUnknown: true };
		expect(posted).toMatchObject({ ...unknown, message, mayTryAgain: false });
		expect(posted.advice).toContain(warning);
		expect(networkFault(get.endpoint, host, code)).toEqual({
			kind: canceled ? 'canceled' : 'unreachable',
			message,
			outcomeUnknown: false,
			mayTryAgain: !canceled,
			advice: canceled ? 'Run it again.' : 'Try again later.',
		});
	});
});

describe('a success that cannot be read', () => {
	it('was accepted, so a POST is not to be sent again', () => {
		const message = 'The service accepted the request, but its answer cannot be read: no list';
		const unread = { kind: 'unreadableAnswer', message, mayTryAgain: false };
		const posted = unreadableAnswer(post.endpoint, 'no list');
		const read = unreadableAnswer(get.endpoint, 'no list');
		const worded = unreadableAnswer(post.endpoint, 'no list', 'a');
		expect(worded).toEqual({ ...posted, message: `${message} (answer: a)` });
		expect(posted).toMatchObject({ ...unread, outcomeUnknown: true });
		expect(posted.advice).toContain(warning);
		expect(read).toMatchObject({ ...unread, outcomeUnknown: false });
		expect(read.advice).toContain('Check that Base URL');
	});

	it('is no answer of the service where it is a page, and tells an error in its words', () => {
		const page = pageInstead(post.endpoint, 'a web page “Sign in”');
		expect(page).toMatchObject({
			message: 'The answer is not the service’s, but a web page “Sign in”',
			outcomeUnknown: true,
		});
		expect(page.advice).toContain(warning);
		expect(pageInstead(get.endpoint, 'a web page').advice).toContain(
			'login page, not the service. Check that Base URL',
		);
		const message = 'The service reported success, but its answer is an error: no credit';
		const [posted, read] = [post, get].map((one) => errorInstead(one.endpoint, 'no credit'));
		expect(posted).toMatchObject({ message, outcomeUnknown: true });
		expect(read).toMatchObject({ message, outcomeUnknown: false });
	});
});
