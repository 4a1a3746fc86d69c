import type { ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, purchase, push, sms, sync } from './bodies';
import { call, eventually, get, PATHS, post, start } from './client';

/** Submits and waits until it is processed. */
async function submit(service: ServiceStandIn, body: object): Promise<void> {
	await post(service, PATHS.sync, body);
	await eventually(() => service.state.bulkJobs.every(({ status }) => status === 'processed'));
}

const soon = '2099-06-01T08:00:00.000Z';
const quick = { processingDelayMs: 0 };

test.each<[string, replacements: Record<string, string>, text: string, valid: boolean]>([
	['%{a}%{b}%{a}!', { a: '1', b: '2' }, '121!', true],
	['Hi %{Name}', { name: 'Ana' }, 'Hi %{Name}', false],
	['%{a}', { a: '%{b}', b: 'x' }, '%{b}', true],
	['%%{name} is %{name}', { name: 'Ana' }, '%{name} is Ana', true],
	['%{cost}', { cost: '$& $1 $$' }, '$& $1 $$', true],
	['%{__proto__}', {}, '%{__proto__}', false],
	['%{first name}', { 'first name': 'Ana' }, 'Ana', true],
	['100 % {x} %{', {}, '100 % {x} %{', true],
])('"%s" with %j becomes "%s" (valid: %j)', async (message_holder, replacements, text, valid) => {
	const service = await start();
	const deliveries = [{ phone_number: '+34600123456', replacements }];
	const { body } = await post(service, PATHS.sms, sms({ message_holder, deliveries }));
	expect(body).toMatchObject({ deliveries: [{ valid }] });
	expect(service.state.smsDeliveries).toMatchObject([{ text, valid, sender: 'Aurora' }]);
	const toDevice = [{ device_id: 'd1', replacements }];
	await post(service, PATHS.push, push({ message_holder, deliveries: toDevice }));
	expect(service.state.pushDeliveries).toMatchObject([{ text, valid }]);
});

test('some phone numbers and identifiers are not valid, their neighbours are', async () => {
	const service = await start();
	const numbers = ['+34600123456', '+34600000000', '+447700900123'];
	const toPhones = numbers.map((phone_number) => ({ phone_number, replacements: {} }));
	const sent = await post(service, PATHS.sms, sms({ deliveries: toPhones }));
	const [good, bad] = [{ valid: true }, { valid: false }];
	expect(sent.body).toMatchObject({ deliveries: [good, bad, good] });
	expect(service.state.smsDeliveries[1]!.reason).toBe('+34600000000 is not in use');
	const toDevices = ['invalid-1', 'd1'].map((device_id) => ({ device_id, replacements: {} }));
	const pushed = await post(service, PATHS.push, push({ deliveries: toDevices }));
	expect(pushed.body).toMatchObject({ deliveries: [[bad], [good]] });
});

test('a push keeps everything the request said about it', async () => {
	const service = await start();
	const details = { badge: 0, alert: '', url: 'https://example.com', extra: { a: [1] } };
	const { body } = await post<{ deliveries: [[object]] }>(service, PATHS.push, push(details));
	const kept = { target: { device_id: 'd1' }, subject: 'Your stay', details };
	expect(service.state.pushDeliveries).toMatchObject([{ ...body.deliveries[0][0], ...kept }]);
	expect(service.state.pushDeliveries[0]!.details).toEqual(details);
});

test.each<[string, object, sendAt: string | null]>([
	['start_now', { start_now: true }, 'now'],
	['start_now although start_at is ahead', { start_now: true, start_at: soon }, 'now'],
	['a start_at ahead', { start_now: false, start_at: soon }, soon],
	['an offset', { start_now: false, start_at: '2099-06-01T10:00:00+02:00' }, soon],
	['a start_at that has passed', { start_now: false, start_at: '2020-01-01' }, 'now'],
	['neither', { start_now: false }, null],
])('%s: %j sends at %s', async (_case, schedule, sendAt) => {
	const service = await start();
	await post(service, PATHS.sms, sms(schedule));
	const { send_at, received_at } = service.state.smsDeliveries[0]!;
	expect(send_at).toBe(sendAt === 'now' ? received_at : sendAt);
	expect(Math.abs(Date.parse(received_at) - Date.now())).toBeLessThan(60_000);
});

test('contacts are updated when user_id, e-mail or phone match, never across two user_ids', async () => {
	const service = await start(quick);
	const email = 'ana@example.com';
	await submit(service, sync({ contacts: [{ user_id: 'G-1', email, phone: '+34600123456' }] }));
	await submit(service, sync({ contacts: [{ user_id: 'G-1', city: 'Valencia' }] }));
	await submit(service, sync({ contacts: [{ email: 'ANA@example.com', zip: '46001' }] }));
	const phone = { phone_countrycode: '+34', phone_number: '600123456' };
	const more = [
		{ ...phone, vip: true },
		{ user_id: 'G-2', email },
	];
	await submit(service, sync({ contacts: more }));
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

test('a hotel with a known uuid is replaced', async () => {
	const service = await start();
	await post(service, PATHS.hotel, hotel());
	await post(service, PATHS.hotel, hotel({ name: 'Hotel Boreal' }));
	expect(service.state.hotels).toMatchObject([{ name: 'Hotel Boreal' }]);
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
	expect(Date.parse(service.requests[0]!.at)).toBeGreaterThan(Date.now() - 60_000);
});

test('reset forgets everything but the seeded campaigns', async () => {
	const service = await start(quick);
	await submit(service, sync({ purchase: purchase() }));
	await post(service, PATHS.sms, sms());
	await post(service, PATHS.push, push());
	await post(service, PATHS.hotel, hotel());
	service.state.campaigns.length = 0;
	service.faults.add({ action: 'reset' });
	service.reset();
	const { contacts, purchases, pushDeliveries, smsDeliveries, hotels, bulkJobs } = service.state;
	const kept = [contacts, purchases, pushDeliveries, smsDeliveries, hotels, bulkJobs].flat();
	expect([kept, service.requests, service.faults.list()]).toEqual([[], [], []]);
	expect(service.state.campaigns).toHaveLength(7);
	await submit(service, sync());
	expect(service.state.contacts).toHaveLength(1);
});

test('3,000 contacts in three requests are processed quickly', async () => {
	const service = await start(quick);
	const begun = Date.now();
	for (const from of [0, 1_000, 2_000]) {
		const ids = Array.from({ length: 1_000 }, (_, at) => `G-${from + at}`);
		const contacts = ids.map((user_id) => ({ user_id, email: `${user_id}@example.com` }));
		await submit(service, sync({ contacts }));
	}
	expect(service.state.contacts).toHaveLength(3_000);
	expect(Date.now() - begun).toBeLessThan(3_000);
});
