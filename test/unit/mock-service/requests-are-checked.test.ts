import { call, get, hotel, PATHS, post, purchase, push, sms, start, sync } from './client';

const contact = (fields: object) => sync({ contacts: [fields] });
const bought = (fields: object) => sync({ purchase: purchase(fields) });
const deliver = (fields: object) => sms({ deliveries: [{ replacements: {}, ...fields }] });
const twoTargets = { device_id: 'd', user_id: 'u', replacements: {} };
const targets = 'device_id / user_id / contact_id';
const text = (language: string) => ({ language, data: {} });
const list = 'contacts[0][list_subscriptions][0]';
const contacts = (count: number) => sync({ contacts: Array.from({ length: count }, () => ({})) });

test.each<[path: keyof typeof PATHS, body: unknown, error: string]>([
	['sms', sms({ sender: undefined }), 'sender is missing'],
	['sms', sms({ message_holder: '' }), 'message_holder is empty'],
	['sms', sms({ sender: 'Hotel Aurora' }), 'sender is longer than 11 characters'],
	['sms', sms({ start_at: '2026-02-30' }), 'start_at is invalid'],
	['push', push({ start_now: 'x' }), 'start_now does not have a valid value'],
	['push', push({ sendAllDevices: true }), 'sendAllDevices is unknown'],
	['push', push({ deliveries: [twoTargets] }), `deliveries[0] needs exactly one of ${targets}`],
	['hotel', hotel({ items: [text('es'), text('ES')] }), 'items[1][language] occurs twice'],
	['sync', [], 'body is invalid'],
	['sync', contacts(1001), 'contacts has more than 1000 entries'],
	[
		'sync',
		contact({ list_subscriptions: [{ subscribed: true }] }),
		`${list}[list_id] is missing`,
	],
	['sync', bought({ UUID: undefined }), 'purchase[UUID] is missing'],
])('%s %j: %s', async (path, body, error) => {
	const answer = await post(await start(), PATHS[path] as string, body);
	expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test.each<[path: keyof typeof PATHS, body: unknown]>([
	['push', push({ start_now: 'true', deliveries: [], alert: '', extra: { a: [1] } })],
	['sms', deliver({ phone_number: '+123456789012345' })],
	['sms', sms({ start_at: '2028-02-29T09:30:00+01:00', sender: 'AuroraHotel' })],
	['sync', contacts(1000)],
	['sync', contact({ custom: { floor: 3 }, born_date: '1990-02-01T00:00:00Z' })],
	['sync', bought({ UUID: undefined, product_uuid: 'room-1', currency: 'XAU', nights: 3 })],
])('%s %j is accepted', async (path, body) => {
	expect((await post(await start(), PATHS[path] as string, body)).status).toBeLessThan(300);
});

test.each([
	['status=sleeping', 'status does not have a valid value'],
	['limit=1.5', 'limit is invalid'],
	['page=2', 'page is unknown'],
])('campaigns?%s: %s', async (query, error) => {
	const { status, body } = await get(await start(), `${PATHS.campaigns}?${query}`);
	expect([status, body]).toEqual([400, { error }]);
});

test.each<[number, method: string, path: string, body: string, error: string]>([
	[400, 'POST', PATHS.hotel, '{"uuid": ', 'malformed JSON in the request body'],
	[404, 'GET', PATHS.hotel, '', 'not found'],
	[404, 'GET', PATHS.bulk('000000000000000000000000'), '', 'bulk not found'],
	[413, 'POST', PATHS.sms, 'x'.repeat(2_000), 'request entity too large'],
])('%i answers %s %s %j', async (status, method, path, body, error) => {
	const service = await start({ maxBodyBytes: 1_000 });
	const answer = await call(service, method, path, body || undefined);
	expect([answer.status, answer.body]).toEqual([status, { error }]);
	const requestId = answer.headers.get('x-request-id');
	const rawBody = status === 413 ? '' : body;
	expect(service.requests).toMatchObject([{ status, path, rawBody, requestId }]);
});

test.each([
	['accept', '*/*', 406, 'Accept must be application/json'],
	['content-type', '', 415, 'Content-Type must be application/json'],
])('a request, also a reading one, has the header %s', async (name, value, status, error) => {
	const answer = await call(await start(), 'GET', PATHS.campaigns, undefined, { [name]: value });
	expect(answer).toMatchObject({ status, body: { error } });
});

test.each([
	['the other secret', 'demo-hotel', 'Token token=demo-account-secret'],
	['another account', 'other', 'Token token=demo-master-secret'],
])('nothing is accepted with %s', async (_, account, authorization) => {
	const service = await start();
	const path = PATHS.sms.replace('demo-hotel', account);
	expect(await call(service, 'POST', path, sms(), { authorization })).toMatchObject({
		status: 401,
		body: { error: `authorization failure for account: ${account}` },
	});
	expect(service.state.smsDeliveries).toEqual([]);
});
