import type { IncomingHttpHeaders } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import pWaitFor from 'p-wait-for';
import { readApi } from '../../playground/service/http/api-validator';
import { DOCUMENT_FORMATS } from '../../playground/service/http/document-formats';
import type { CallbackBody } from '../../playground/service/jobs/callback-body';
import { signCallback } from '../../playground/service/jobs/callback-sender';
import {
	startMockService,
	type ChosenOptions,
	type MockService,
} from '../../playground/service/mock-service';
import { CALLBACK_RETRY_DELAYS_MS } from '../../playground/service/options';
import { listen, withBody } from '../server/harness/listening-server';

const ends: Array<() => Promise<void>> = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** Starts a mock service that ends with the test, with quick jobs and callbacks. */
async function start(options: ChosenOptions = {}): Promise<MockService> {
	const quick = { processingDelayMs: 10, callbackRetryDelaysMs: [20, 20] };
	const service = await startMockService({ ...quick, ...options });
	ends.push(() => service.close());
	return service;
}

const account = '/v2/account/demo-hotel';
const paths = {
	push: `${account}/push/deliveries`,
	sms: `${account}/sms/deliveries`,
	campaigns: `${account}/campaigns/`,
	hotel: `${account}/hotel_data`,
	sync: '/account/demo-hotel/sync_data',
};

/** Calls a service with the secret that its path needs. A text is sent unchanged. */
async function call(service: MockService, path: string, body?: unknown) {
	const { masterSecret, accountSecret } = service.account;
	const secret = /deliveries$/.test(path) ? masterSecret : accountSecret;
	const type = 'application/json';
	const response = await fetch(service.url + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { accept: type, 'content-type': type, authorization: `Token token=${secret}` },
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as unknown };
}

const message = { message_holder: 'Hello', start_now: true, deliveries: [] };
const push = (more: object) => ({ ...message, app_id: 'hotel-app', subject: 'b', ...more });
const sms = (more: object = {}) => ({ ...message, sender: 'Aurora', ...more });
const sync = (more: object = {}) => ({ origin: 'pms', contacts: [{ user_id: 'G-1' }], ...more });
const contacts = (count: number) => sync({ contacts: Array<object>(count).fill({}) });
const texts = ['es', 'ES'].map((language) => ({ language, data: {} }));
const purchase = { transaction_code: 'R-1', price: 412.5, currency: 'XAU' };
const twoTargets = { device_id: 'd', user_id: 'u', replacements: {} };

describe('the mock service', () => {
	test('describes itself by a valid OpenAPI file, and returns nothing else', async () => {
		const [firstLayer] = OpenApiValidator.middleware({
			apiSpec: readApi() as never,
			validateApiSpec: true,
			formats: DOCUMENT_FORMATS,
		});
		const problem = await new Promise((resolve) => {
			void firstLayer!({ app: express() } as never, {} as never, resolve);
		});
		expect(problem).toBeUndefined();
		const service = await start({ campaigns: [{ id: 'c-1' } as never] });
		const { status, body } = await call(service, paths.campaigns);
		expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('reports')]);
	});

	test.each<[error: string, path: keyof typeof paths, body: unknown]>([
		["/body/sender must have required property 'sender'", 'sms', sms({ sender: undefined })],
		['/body/sender must NOT have more than 11', 'sms', sms({ sender: 'Hotel Aurora' })],
		['/body/start_at must match format "iso-date"', 'sms', sms({ start_at: '2026-02-30' })],
		['/body/start_now must be equal to one of', 'push', push({ start_now: 'x' })],
		['/body/all must NOT have additional properties', 'push', push({ all: true })],
		['/body/deliveries/0 must match exactly one', 'push', push({ deliveries: [twoTargets] })],
		['items[1][language] occurs twice', 'hotel', { uuid: 'h', name: 'a', items: texts }],
		['/body must be object', 'sync', []],
		['/body/contacts must NOT have more than 1000 items', 'sync', contacts(1001)],
		['/body/purchase must match a schema in anyOf', 'sync', sync({ purchase })],
	])('rejects a request: %s', async (error, path, body) => {
		const answer = await call(await start(), paths[path], body);
		const all = { error: expect.stringContaining(error) as string };
		expect([answer.status, answer.body]).toEqual([400, all]);
	});

	test('accepts what is at a limit, and rejects other paths, broken bodies and large ones', async () => {
		const service = await start();
		const ids = { ...purchase, product_uuid: 'room-1', nights: 3 };
		for (const [path, body, status] of [
			[paths.push, push({ start_now: 'true', alert: '', extra: { a: [1] } }), 200],
			[paths.sms, sms({ sender: 'AuroraHotel' }), 200],
			[paths.sync, contacts(1000), 201],
			[paths.sync, sync({ purchase: ids }), 201],
			[`${paths.campaigns}?page=2`, undefined, 400],
			[paths.hotel, '{"uuid": ', 400],
			[paths.sms.replace('demo-hotel', 'other'), sms(), 401],
		] as const) {
			expect([path, (await call(service, path, body)).status]).toEqual([path, status]);
		}
		const small = await start({ maxBodyBytes: 1000 });
		expect((await call(small, paths.sms, 'x'.repeat(2000))).status).toBe(413);
	});

	test('has a page that loads nothing from other sites, and buttons that those can’t press', async () => {
		const { url, requests } = await start();
		for (const file of ['', ...readdirSync(join(__dirname, '../../playground/service/page'))]) {
			const response = await fetch(`${url}/${file}`);
			expect([file, response.status]).toEqual([file, 200]);
			expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
			const text = (await response.text()).replaceAll('http://www.w3.org/2000/svg', '');
			expect(text).not.toMatch(/https?:\/\/|innerHTML/);
		}
		expect(requests).toEqual([]);
		const pressed = await fetch(`${url}/_control/book`, { method: 'POST', body: '{}' });
		expect(pressed.status).toBe(415);
	});
});

describe('a callback of the mock service', () => {
	/** A receiver that answers these statuses in turn, and what it received. */
	async function callback(service: MockService, statuses: number[], body: object = {}) {
		const received: Array<{ headers: IncomingHttpHeaders; text: string }> = [];
		const { url, stop } = await listen(
			withBody((text, { headers }, response) => {
				const status = statuses[received.push({ headers, text }) - 1] ?? 200;
				response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
			}),
		);
		ends.push(stop);
		const webhook = { url, contacts_extra_fields: ['city'] };
		await call(service, paths.sync, sync({ ...body, options: { webhook } }));
		const ended = () => service.state.callbacks.find(({ outcome }) => outcome !== 'pending');
		await pWaitFor(() => ended() !== undefined, { interval: 5, timeout: 20_000 });
		return { received, ended: ended()! };
	}

	test('is signed, and reports contacts with the usual and the extra fields', async () => {
		const service = await start();
		const guest = { user_id: 'G-1', email: 'ana@example.com', city: 'Valencia' };
		const phone = { phone_countrycode: '+44', phone_number: '7700900123' };
		const sent = { contacts: [{ ...guest, zip: '46001' }, phone] };
		const { headers, text } = (await callback(service, [200], sent)).received[0]!;
		const { timestamp, token, ...body } = JSON.parse(text) as Required<CallbackBody>;
		const [first, second] = service.state.contacts.map(({ _id }) => _id);
		expect(body).toEqual({
			account_id: 'demo-hotel',
			contacts_valid_count: 2,
			contacts_failed_count: 0,
			valid_contacts: [
				{ _id: first, ...guest, phone_countrycode: null, phone_number: null },
				{ _id: second, user_id: null, email: null, ...phone, city: null },
			],
			failed_contacts: [],
		});
		expect(token).toMatch(/^[A-Za-z0-9]{50}$/);
		expect(headers.authorization).toBe(signCallback('demo-account-secret', timestamp, token));
		const observed = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
		expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(observed);
	});

	test.each<[outcome: string, statuses: number[]]>([
		['received', [500, 201, 200]],
		['refused', [302, 406]],
		['given_up', [503, 503, 503]],
	])('is tried again until it is %s, after the observed pauses', async (outcome, statuses) => {
		const { received, ended } = await callback(await start(), statuses);
		expect(ended).toMatchObject({ outcome, next_attempt_at: null });
		expect(ended.attempts.map(({ status }) => status)).toEqual(statuses);
		expect(new Set(received.map(({ text }) => text)).size).toBe(1);
		const minutes = CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000);
		expect(minutes).toEqual([5, 5, 10, 10, 30, 60, 120]);
	});
});
