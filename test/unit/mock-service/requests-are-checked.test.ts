import { call, get, PATHS, post, start, sync } from './client';

const message = { message_holder: 'Hello', start_now: true, deliveries: [] };
const push = (more: object) => ({ ...message, app_id: 'hotel-app', subject: 'b', ...more });
const sms = (more: object = {}) => ({ ...message, sender: 'Aurora', ...more });
const texts = ['es', 'ES'].map((language) => ({ language, data: {} }));
const contacts = (count: number) => sync({ contacts: Array<object>(count).fill({}) });
const twoTargets = { device_id: 'd', user_id: 'u', replacements: {} };
const purchase = { transaction_code: 'R-1', price: 412.5, currency: 'XAU' };

test.each<[error: string, path: keyof typeof PATHS, body: unknown]>([
	["/body/sender must have required property 'sender'", 'sms', sms({ sender: undefined })],
	[
		'/body/message_holder must NOT have fewer than 1 characters',
		'sms',
		sms({ message_holder: '' }),
	],
	['/body/sender must NOT have more than 11 characters', 'sms', sms({ sender: 'Hotel Aurora' })],
	['/body/start_at must match format "iso-date"', 'sms', sms({ start_at: '2026-02-30' })],
	[
		'/body/start_now must be equal to one of the allowed values: true, false, true, false',
		'push',
		push({ start_now: 'x' }),
	],
	[
		'/body/sendAllDevices must NOT have additional properties',
		'push',
		push({ sendAllDevices: true }),
	],
	[
		'/body/deliveries/0 must match exactly one schema in oneOf',
		'push',
		push({ deliveries: [twoTargets] }),
	],
	['items[1][language] occurs twice', 'hotel', { uuid: 'h', name: 'a', items: texts }],
	['/body must be object', 'sync', []],
	['/body/contacts must NOT have more than 1000 items', 'sync', contacts(1001)],
	['/body/purchase must match a schema in anyOf', 'sync', sync({ purchase })],
])('a request is rejected: %s', async (error, path, body) => {
	const answer = await post(await start(), PATHS[path], body);
	const all = { error: expect.stringContaining(error) as string };
	expect([answer.status, answer.body]).toEqual([400, all]);
});

test.each<[what: string, path: keyof typeof PATHS, body: unknown]>([
	['any values', 'push', push({ start_now: 'true', alert: '', extra: { a: [1] } })],
	['a sender of 11 characters', 'sms', sms({ sender: 'AuroraHotel' })],
	['1000 contacts', 'sync', contacts(1000)],
	[
		'product_uuid',
		'sync',
		sync({ purchase: { ...purchase, product_uuid: 'room-1', nights: 3 } }),
	],
])('a request with %s is accepted', async (_, path, body) => {
	expect((await post(await start(), PATHS[path], body)).status).toBeLessThan(300);
});

test('unknown query parameters, broken bodies and large bodies are rejected', async () => {
	const service = await start({ maxBodyBytes: 1_000 });
	const { status, body } = await get(service, `${PATHS.campaigns}?page=2`);
	expect([status, body]).toEqual([400, { error: "/query/page Unknown query parameter 'page'" }]);
	expect((await call(service, 'POST', PATHS.hotel, '{"uuid": ')).status).toBe(400);
	expect((await call(service, 'POST', PATHS.sms, 'x'.repeat(2_000))).status).toBe(413);
});

test('a request for another account is rejected', async () => {
	const { status, body } = await post(
		await start(),
		PATHS.sms.replace('demo-hotel', 'other'),
		sms(),
	);
	expect([status, body]).toEqual([401, { error: 'authorization failure for account: other' }]);
});
