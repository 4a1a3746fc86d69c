import type { IncomingHttpHeaders } from 'node:http';
import pWaitFor from 'p-wait-for';
import type { CallbackBody } from '../../../playground/service/jobs/callback-body';
import { signCallback } from '../../../playground/service/jobs/callback-sender';
import { CALLBACK_RETRY_DELAYS_MS } from '../../../playground/service/options';
import type { MockService } from '../../../playground/service/mock-service';
import { listen, withBody } from '../../server/harness/listening-server';
import { endsWithTest, PATHS, post, start, sync } from './client';

/** Starts a receiver of callbacks, which answers these statuses in turn. */
async function startReceiver(statuses: number[]) {
	const received: Array<{ method?: string; headers: IncomingHttpHeaders; text: string }> = [];
	const { url, stop } = await listen(
		withBody((text, { method, headers }, response) => {
			const status = statuses[received.push({ method, headers, text }) - 1] ?? 200;
			response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
		}),
	);
	endsWithTest(stop);
	return { url: `${url}/hook`, received };
}

/** Submits contacts, and waits until the service stops calling. */
async function callback(service: MockService, url: string, body: object, webhook: object = {}) {
	await post(service, PATHS.sync, sync({ ...body, options: { webhook: { ...webhook, url } } }));
	const ended = () => service.state.callbacks.find(({ outcome }) => outcome !== 'pending');
	await pWaitFor(() => ended() !== undefined, { interval: 5, timeout: 20_000 });
	return ended()!;
}

test('the signed callback reports contacts with the default and extra fields', async () => {
	const service = await start();
	const hook = await startReceiver([200]);
	const guest = { user_id: 'G-1', email: 'ana@example.com', city: 'Valencia' };
	const phone = { phone_countrycode: '+44', phone_number: '7700900123' };
	const contacts = [{ ...guest, zip: '46001' }, phone];
	await callback(service, hook.url, { contacts }, { contacts_extra_fields: ['city'] });
	const { method, headers, text } = hook.received[0]!;
	expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
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
	expect(Number.isInteger(timestamp)).toBe(true);
	expect(headers.authorization).toBe(signCallback('demo-account-secret', timestamp, token));
	const observed = '8bd3b1fb16ade8f045565561c43b923fb25b5e8e31c02aab437e0f6c03a09793';
	expect(signCallback('acct_secret_example', '1533909631', 'a'.repeat(50))).toBe(observed);
});

test.each<[outcome: string, statuses: number[]]>([
	['received', [500, 201, 200]],
	['refused', [302, 406]],
	['given_up', [503, 503, 503]],
])('a callback is tried again until it is %s', async (outcome, statuses) => {
	const hook = await startReceiver(statuses);
	const { attempts, ...ended } = await callback(await start(), hook.url, {});
	expect(ended).toMatchObject({ outcome, next_attempt_at: null });
	expect(attempts.map(({ status }) => status)).toEqual(statuses);
	expect(new Set(hook.received.map(({ text }) => text)).size).toBe(1);
});

test('the pauses between the tries of a callback are as observed', () => {
	const minutes = CALLBACK_RETRY_DELAYS_MS.map((ms) => ms / 60_000);
	expect(minutes).toEqual([5, 5, 10, 10, 30, 60, 120]);
});
