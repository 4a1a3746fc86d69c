import fc from 'fast-check';
import { endpoints } from '../../../nodes/CrmMessaging/interface/endpoints';
import { unreadableAnswer } from '../../../nodes/CrmMessaging/transport/failure';
import { networkFault } from '../../../nodes/CrmMessaging/transport/networkFault';
import { refusedRequest } from '../../../nodes/CrmMessaging/transport/refusedRequest';
import type { ServiceRequest } from '../../../nodes/CrmMessaging/transport/request';
import { forMany } from './rule';

const get: ServiceRequest = { endpoint: endpoints.campaigns };
const post: ServiceRequest = { endpoint: endpoints.smsDeliveries, body: { sender: 'Aurora' } };
const push: ServiceRequest = { endpoint: endpoints.pushDeliveries, body: { app_id: 'a' } };
const job: ServiceRequest = { endpoint: endpoints.bulkJob, segments: { bulk_id: 'b-1' } };
const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
const warning = 'may have been taken';

const textOf = (body: string) => refusedRequest(post, 400, body).message;
const error = (value: unknown) => textOf(JSON.stringify({ error: value }));
const begin = 'The service refused the request (HTTP 400)';

describe('an answer that is no success', () => {
	it('is explained with its status, and advice, for every status and request', () => {
		for (const status of statuses) {
			for (const request of [get, post, push, job]) {
				const { message, advice, status: kept } = refusedRequest(request, status, '');
				expect(message).toMatch(new RegExp(`^The .{10,} \\(HTTP ${status}\\)$`));
				expect(advice).toMatch(/^[A-Z].{10,}\.$/);
				expect(kept).toBe(status);
			}
		}
	});

	it('may have been taken only when it was a POST and the server failed at it', () => {
		for (const status of statuses) {
			expect(refusedRequest(get, status, '').outcomeUnknown).toBe(false);
			const { outcomeUnknown, advice } = refusedRequest(post, status, '');
			expect(outcomeUnknown).toBe(status >= 500 && status !== 503);
			expect(advice.includes(warning)).toBe(outcomeUnknown);
		}
	});

	it('may be tried again only when that cannot double anything', () => {
		for (const status of statuses) {
			const busy = status === 429 || status === 503;
			expect(refusedRequest(post, status, '').mayTryAgain).toBe(busy);
			expect(refusedRequest(get, status, '').mayTryAgain).toBe(busy || status >= 500);
		}
	});

	it('of 401 names the secret that was used, and the app where there is one', () => {
		expect(refusedRequest(get, 401, '').message).toContain('Account Secret');
		expect(refusedRequest(post, 401, '').message).toContain('Master Secret');
		expect(refusedRequest(post, 401, '').advice).not.toContain('App ID');
		expect(refusedRequest(push, 401, '').advice).toContain('App ID');
	});

	it('of 404 names the id that was asked for, or else the address', () => {
		expect(refusedRequest(job, 404, '').message).toContain('“b-1”');
		expect(refusedRequest(get, 404, '').advice).toContain('Base URL');
	});
});

describe('the service’s own words', () => {
	it.each<[string, unknown, string]>([
		['a text', 'sender is missing', 'sender is missing'],
		['a list of texts', ['a', 'b'], 'a, b'],
		['a list of objects', [{ error: 'a' }, { error: 'b' }], 'a, b'],
		['an object', { error: 'a' }, 'a'],
		['an object with a message', { message: 'a' }, 'a'],
		['a list of errors inside', { errors: ['a', { message: 'b' }] }, 'a, b'],
		['a text of several lines', ' a\n\tb ', 'a b'],
	])('are found when they are %s', (_what, value, text) => {
		expect(error(value)).toBe(`${begin}: ${text}`);
	});

	it.each(['', '{}', '[]', 'null', '5', '{"error":null}', '{"error":7}', '<html>no</html>'])(
		'are left out when the body is %j',
		(body) => {
			expect(textOf(body)).toBe(begin);
		},
	);

	it('are also found under errors and message, and in a plain text', () => {
		expect(textOf('{"errors":["a"]}')).toBe(`${begin}: a`);
		expect(textOf('{"message":"a"}')).toBe(`${begin}: a`);
		expect(textOf('upstream timed out')).toBe(`${begin}: upstream timed out`);
	});

	it('are on one line of at most 300 characters, whatever the body is', () => {
		const body = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 1000 }),
			fc.jsonValue().map((value) => JSON.stringify({ error: value })),
			fc.array(fc.string({ minLength: 50 })).map((all) => JSON.stringify({ error: all })),
		);
		forMany(300, body, (text) => {
			const said = textOf(text).slice(begin.length);
			expect(said.length).toBeLessThanOrEqual(302);
			expect(said).not.toMatch(/[\r\n\t]/);
		});
	});
});

describe('a fault of the network', () => {
	const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
	const certificates = [
		...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'],
	];
	const broken = ['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', ''];

	it.each([...unreached, ...certificates])('%s means that nothing was sent', (code) => {
		for (const request of [get, post]) {
			const failure = networkFault(request, 'api.example.com', code);
			expect(failure).toMatchObject({
				outcomeUnknown: false,
				mayTryAgain: unreached.includes(code),
			});
			expect(failure.message).toContain('api.example.com');
			expect(failure.message).toContain(code);
			expect(failure.advice).toMatch(/^Nothing was sent\./);
		}
	});

	it.each(broken)('%j leaves open whether a POST was taken', (code) => {
		const posted = networkFault(post, 'api.example.com', code);
		expect(posted).toMatchObject({ outcomeUnknown: true, mayTryAgain: false });
		expect(posted.advice).toContain(warning);
		const read = networkFault(get, 'api.example.com', code);
		expect(read).toMatchObject({ outcomeUnknown: false, mayTryAgain: true });
		expect(read.message).toContain(
			code === 'ECONNABORTED'
				? 'gave no answer within 2 minutes'
				: 'broke before an answer came',
		);
	});
});

describe('a success that cannot be read', () => {
	it('was accepted, so a POST is not to be sent again', () => {
		const posted = unreadableAnswer(post.endpoint, 'it holds no list');
		expect(posted).toMatchObject({ outcomeUnknown: true, mayTryAgain: false });
		expect(posted.message).toContain('it holds no list');
		expect(unreadableAnswer(get.endpoint, 'it holds no list').outcomeUnknown).toBe(false);
	});
});
