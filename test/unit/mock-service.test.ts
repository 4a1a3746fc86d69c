import { readdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
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
import { listen, withBody } from '../server/harness/servers';

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
const hotel = `${account}/hotel_data`;
const sms = `${account}/sms/deliveries`;
const syncData = '/account/demo-hotel/sync_data';

/** Calls a service with the secret that its path needs. */
async function call(service: MockService, path: string, body?: unknown) {
	const { masterSecret, accountSecret } = service.account;
	const secret = path === sms ? masterSecret : accountSecret;
	const type = 'application/json';
	const response = await fetch(service.url + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { accept: type, 'content-type': type, authorization: `Token token=${secret}` },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as unknown };
}

const contacts = (count: number) => ({ origin: 'pms', contacts: Array<object>(count).fill({}) });
const message = { sender: 'Aurora', message_holder: 'Hello', start_now: true, deliveries: [] };

describe('the mock service', () => {
	// The fields and limits of the file are compared with those of the nodes (fields-match-the-service).
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
		const { status, body } = await call(service, `${account}/campaigns/`);
		expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('reports')]);
	});

	test.each<[status: number, error: string, path: string, body: unknown]>([
		[400, '/body/start_at must match format "iso-date"', sms, { start_at: '2026-02-30' }],
		[400, '/body/contacts must NOT have more than 1000 items', syncData, contacts(1001)],
		[400, "Unknown query parameter 'page'", `${account}/campaigns/?page=2`, undefined],
		[401, '', hotel.replace('demo-hotel', 'other'), {}],
		[413, 'too large', sms, { ...message, message_holder: 'x'.repeat(100_000) }],
	])('rejects a request with %i: %s', async (status, error, path, body) => {
		const answer = await call(await start({ maxBodyBytes: 50_000 }), path, body);
		expect(answer.status).toBe(status);
		expect((answer.body as { error: string }).error).toContain(error);
	});

	test('has a page that loads nothing from other sites, and buttons that those can’t press', async () => {
		const { url, requests } = await start();
		for (const file of ['', ...readdirSync(join(__dirname, '../../playground/service/page'))]) {
			const response = await fetch(`${url}/${file}`);
			expect([file, response.status]).toEqual([file, 200]);
			expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		}
		expect(requests).toEqual([]);
		const pressed = await fetch(`${url}/_control/book`, { method: 'POST', body: '{}' });
		expect(pressed.status).toBe(415);
	});
});

describe('a callback of the mock service', () => {
	/** A receiver that answers these statuses in turn, and what it received. */
	async function callback(statuses: number[], sent: object) {
		const service = await start();
		const received: Array<{ headers: IncomingHttpHeaders; text: string }> = [];
		const { url, stop } = await listen(
			withBody((text, { headers }, response) => {
				const status = statuses[received.push({ headers, text }) - 1] ?? 200;
				response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
			}),
		);
		ends.push(stop);
		const options = { webhook: { url, contacts_extra_fields: ['city'] } };
		await call(service, syncData, { origin: 'pms', ...sent, options });
		const ended = () => service.state.callbacks.find(({ outcome }) => outcome !== 'pending');
		await pWaitFor(() => ended() !== undefined, { interval: 5, timeout: 20_000 });
		return { received, ended: ended()! };
	}

	test('is signed, and reports contacts with the usual and the extra fields', async () => {
		const guest = { user_id: 'G-1', email: 'ana@example.com', city: 'Valencia' };
		const { received } = await callback([200], { contacts: [{ ...guest, zip: '46001' }] });
		const { headers, text } = received[0]!;
		const { timestamp, token, ...body } = JSON.parse(text) as Required<CallbackBody>;
		const contact = { ...guest, phone_countrycode: null, phone_number: null };
		expect(body).toEqual({
			account_id: 'demo-hotel',
			contacts_valid_count: 1,
			contacts_failed_count: 0,
			valid_contacts: [{ _id: expect.any(String) as string, ...contact }],
			failed_contacts: [],
		});
		expect(headers.authorization).toBe(signCallback('demo-account-secret', timestamp, token));
		const observed = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
		expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(observed);
	});

	test.each<[outcome: string, statuses: number[]]>([
		['received', [500, 201, 200]],
		['refused', [302, 406]],
		['given_up', [503, 503, 503]],
	])('is tried again until it is %s, after the observed pauses', async (outcome, statuses) => {
		const { received, ended } = await callback(statuses, contacts(1));
		expect(ended).toMatchObject({ outcome, next_attempt_at: null });
		expect(ended.attempts.map(({ status }) => status)).toEqual(statuses);
		expect(new Set(received.map(({ text }) => text)).size).toBe(1);
		const minutes = CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000);
		expect(minutes).toEqual([5, 5, 10, 10, 30, 60, 120]);
	});
});
