import type { Campaign, MockService } from '../../../playground/service/mock-service';
import { call, eventually, get, PATHS, post, purchase, push, sms, start, sync } from './client';

/** Submits and waits until it is processed. */
async function submit(service: MockService, body: object): Promise<void> {
	await post(service, PATHS.sync, body);
	await eventually(() => service.state.bulkJobs.every(({ status }) => status === 'processed'));
}

const soon = '2099-06-01T08:00:00.000Z';
const quick = { processingDelayMs: 0 };

test.each<[string, replacements: Record<string, string>, text: string, valid: boolean]>([
	['%{a}%{b}%{a}!', { a: '1', b: '2' }, '121!', true],
	['Hi %{Name}', { name: 'Ana' }, 'Hi %{Name}', false],
	['%{a}', { a: '%{b}', b: 'x' }, '%{b}', true],
])('"%s" with %j becomes "%s" (valid: %j)', async (message_holder, replacements, text, valid) => {
	const service = await start();
	const to = { phone_number: '+34600123456', replacements };
	const message = sms({ message_holder, deliveries: [to] });
	expect((await post(service, PATHS.sms, message)).body).toMatchObject({
		deliveries: [{ valid }],
	});
	expect(service.state.smsDeliveries).toMatchObject([{ text, valid, sender: 'Aurora' }]);
	const toDevice = [{ device_id: 'd1', replacements }];
	await post(service, PATHS.push, push({ message_holder, deliveries: toDevice }));
	expect(service.state.pushDeliveries).toMatchObject([{ text, valid }]);
});

test.each<[object, sendAt: string | null]>([
	[{ start_now: true, start_at: soon }, 'now'],
	[{ start_now: false, start_at: '2099-06-01T10:00:00+02:00' }, soon],
	[{ start_now: false, start_at: '2020-01-01' }, 'now'],
	[{ start_now: false }, null],
])('%j sends at %s', async (schedule, sendAt) => {
	const service = await start();
	await post(service, PATHS.sms, sms(schedule));
	const { send_at, received_at } = service.state.smsDeliveries[0]!;
	expect(send_at).toBe(sendAt === 'now' ? received_at : sendAt);
});

test('contacts are updated when user_id, email or phone match, never across two user_ids', async () => {
	const service = await start(quick);
	const email = 'ana@example.com';
	for (const contact of [
		{ user_id: 'G-1', email, phone: '+34600123456' },
		{ user_id: 'G-1', city: 'Valencia' },
		{ email: 'ANA@example.com', zip: '46001' },
		{ phone_countrycode: '+34', phone_number: '600123456', vip: true },
		{ user_id: 'G-2', email },
	]) {
		await submit(service, sync({ contacts: [contact] }));
	}
	expect(service.state.contacts).toMatchObject([
		{ user_id: 'G-1', email: 'ANA@example.com', city: 'Valencia', zip: '46001', vip: true },
		{ user_id: 'G-2', email },
	]);
});

test('a purchase belongs to its contacts; its transaction_code again is an update', async () => {
	const service = await start(quick);
	await submit(service, sync({ purchase: purchase({ status: 'confirmed', nights: 3 }) }));
	await submit(service, sync({ purchase: purchase({ status: 'check_in' }) }));
	await submit(service, sync({ purchase: purchase({ transaction_code: 'R-2' }) }));
	const contact_ids = [service.state.contacts[0]!._id];
	expect(service.state.purchases).toMatchObject([
		{ transaction_code: 'R-1', status: 'check_in', nights: 3, contact_ids, submissions: 2 },
		{ transaction_code: 'R-2', submissions: 1 },
	]);
});

test('requests are kept as they came, without the defaults that the check fills in', async () => {
	const service = await start();
	const sent = sms({ sender: undefined });
	await call(service, 'POST', PATHS.sms, sent, { 'x-trial': 'yes' });
	await get(service, `${PATHS.campaigns}?limit=2`);
	const rawBody = JSON.stringify(sent);
	expect(service.requests).toMatchObject([
		{ method: 'POST', path: PATHS.sms, rawBody, headers: { 'x-trial': 'yes' }, status: 400 },
		{ method: 'GET', query: { limit: '2' }, status: 200 },
	]);
	expect(service.requests[0]!.body).toEqual(JSON.parse(rawBody));
});

test('reset forgets everything but the seeded campaigns', async () => {
	const service = await start(quick);
	await submit(service, sync({ purchase: purchase() }));
	await post(service, PATHS.sms, sms());
	service.state.campaigns.length = 0;
	service.faults.add({ action: 'reset' });
	service.reset();
	const { contacts, purchases, smsDeliveries, bulkJobs } = service.state;
	const kept = [contacts, purchases, smsDeliveries, bulkJobs].flat();
	expect([kept, service.requests]).toEqual([[], []]);
	expect(service.state.campaigns).toHaveLength(7);
	expect((await get(service, PATHS.campaigns)).status).toBe(200);
});

describe('campaigns', () => {
	const list = async (service: MockService, query = '') =>
		(await get<{ campaigns: Campaign[] }>(service, PATHS.campaigns + query)).body.campaigns;

	test.each([
		['', 200, ['Campaign 450', 'Campaign 449']],
		['?limit=1000', 450, ['Campaign 450', 'Campaign 449']],
		['?limit=2&order=asc', 2, ['Campaign 1', 'Campaign 2']],
		['?limit=0', 0, []],
	])('campaigns%s returns %i, the first %j', async (query, count, first) => {
		const campaigns = await list(await start({ campaigns: 450 }), query);
		expect(campaigns.slice(0, 2).map(({ name }) => name)).toEqual(first);
		expect(campaigns).toHaveLength(count);
	});

	test('a filter returns all that match and no other', async () => {
		const service = await start({ campaigns: 120 });
		const all = await list(service);
		const matching = all.filter(({ status }) => status === all[0]!.status);
		expect(matching.length).toBeLessThan(all.length);
		expect(await list(service, `?status=${all[0]!.status}`)).toEqual(matching);
	});
});
