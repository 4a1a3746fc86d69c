import { call, get, PATHS, post, start, sync } from './client';

const message = { message_holder: 'Hello', start_now: true };
const push = (more: object) => ({
	...message,
	app_id: 'hotel-app',
	subject: 'b',
	deliveries: [],
	...more,
});
const sms = (more: object = {}) => ({ ...message, sender: 'Aurora', deliveries: [], ...more });
const text = (language: string) => ({ language, data: {} });
const contacts = (...list: object[]) => sync({ contacts: list });
const twoTargets = { device_id: 'd', user_id: 'u', replacements: {} };
const purchase = { transaction_code: 'R-1', price: 412.5, currency: 'XAU' };

test.each<[path: keyof typeof PATHS, body: unknown, error: string]>([
	['sms', sms({ sender: undefined }), 'sender is missing'],
	['sms', sms({ message_holder: '' }), 'message_holder is empty'],
	['sms', sms({ sender: 'Hotel Aurora' }), 'sender is longer than 11 characters'],
	['sms', sms({ start_at: '2026-02-30' }), 'start_at is invalid'],
	['push', push({ start_now: 'x' }), 'start_now does not have a valid value'],
	['push', push({ sendAllDevices: true }), 'sendAllDevices is unknown'],
	[
		'push',
		push({ deliveries: [twoTargets] }),
		'deliveries[0] needs exactly one of device_id / user_id / contact_id',
	],
	[
		'hotel',
		{ uuid: 'h', name: 'a', items: [text('es'), text('ES')] },
		'items[1][language] occurs twice',
	],
	['sync', [], 'body is invalid'],
	['sync', contacts(...Array<object>(1001).fill({})), 'contacts has more than 1000 entries'],
	[
		'sync',
		contacts({ list_subscriptions: [{ subscribed: true }] }),
		'contacts[0][list_subscriptions][0][list_id] is missing',
	],
	['sync', sync({ purchase }), 'purchase[UUID] is missing'],
])('%s %j is rejected: %s', async (path, body, error) => {
	const answer = await post(await start(), PATHS[path], body);
	expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test.each<[path: keyof typeof PATHS, body: unknown]>([
	['push', push({ start_now: 'true', alert: '', extra: { a: [1] } })],
	['sms', sms({ start_at: '2028-02-29T09:30:00+01:00', sender: 'AuroraHotel' })],
	['sync', contacts(...Array<object>(1000).fill({}))],
	['sync', sync({ purchase: { ...purchase, product_uuid: 'room-1', nights: 3 } })],
])('%s %j is accepted', async (path, body) => {
	expect((await post(await start(), PATHS[path], body)).status).toBeLessThan(300);
});

test('unknown query parameters, broken bodies and large bodies are rejected', async () => {
	const service = await start({ maxBodyBytes: 1_000 });
	const { status, body } = await get(service, `${PATHS.campaigns}?page=2`);
	expect([status, body]).toEqual([400, { error: 'page is unknown' }]);
	expect((await call(service, 'POST', PATHS.hotel, '{"uuid": ')).status).toBe(400);
	expect((await call(service, 'POST', PATHS.sms, 'x'.repeat(2_000))).status).toBe(413);
});

test.each([
	['the other secret', 'demo-hotel', 'Token token=demo-account-secret'],
	['another account', 'other', 'Token token=demo-master-secret'],
])('a request with %s is rejected', async (_, account, authorization) => {
	const path = PATHS.sms.replace('demo-hotel', account);
	expect(await call(await start(), 'POST', path, sms(), { authorization })).toMatchObject({
		status: 401,
		body: { error: `authorization failure for account: ${account}` },
	});
});
