import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, purchase, push, sms, sync } from './bodies';
import { call, PATHS } from './client';

let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn({ processingDelayMs: 60_000, maxBodyBytes: 300_000 });
});
afterAll(() => service.close());

const without = (body: Record<string, unknown>, key: string) => ({ ...body, [key]: undefined });
const smsTo = (phone_number: unknown) => sms({ deliveries: [{ phone_number, replacements: {} }] });
const pushTo = (target: object) => push({ deliveries: [{ replacements: {}, ...target }] });
const contact = (fields: object) => sync({ contacts: [fields] });
const bought = (fields: object) => sync({ purchase: purchase(fields) });
const ONE_OF = 'deliveries[0] needs exactly one of device_id / user_id / contact_id';

const WRONG: Array<[path: string, body: unknown, error: string]> = [
	...['app_id', 'subject', 'message_holder', 'deliveries', 'start_now'].map(
		(key): [string, unknown, string] => [PATHS.push, without(push(), key), `${key} is missing`],
	),
	...['sender', 'message_holder', 'deliveries', 'start_now'].map(
		(key): [string, unknown, string] => [PATHS.sms, without(sms(), key), `${key} is missing`],
	),
	...['uuid', 'name', 'items'].map((key): [string, unknown, string] => [
		PATHS.hotel,
		without(hotel(), key),
		`${key} is missing`,
	]),
	[PATHS.sync, without(sync(), 'origin'), 'origin is missing'],

	[
		PATHS.push,
		push({ deliveries: [{ device_id: 'd1' }] }),
		'deliveries[0][replacements] is missing',
	],
	[PATHS.push, pushTo({}), ONE_OF],
	[PATHS.push, pushTo({ device_id: 'd', user_id: 'u' }), ONE_OF],
	[PATHS.push, pushTo({ user_id: 7 }), 'deliveries[0][user_id] is invalid'],
	[
		PATHS.push,
		push({ category_push: 'CATEGORY_DANCE' }),
		'category_push does not have a valid value',
	],
	[PATHS.push, push({ start_now: 'yes' }), 'start_now does not have a valid value'],
	[PATHS.push, push({ badge: 1.5 }), 'badge is invalid'],
	[PATHS.push, push({ silent: 'true' }), 'silent is invalid'],
	[PATHS.push, push({ sendAllDevices: true }), 'sendAllDevices is unknown'],
	[PATHS.push, push({ start_at: '2026-02-30' }), 'start_at is invalid'],
	[PATHS.push, push({ start_at: 'tomorrow' }), 'start_at is invalid'],
	[PATHS.push, push({ start_at: 1795232170 }), 'start_at is invalid'],

	[PATHS.sms, sms({ sender: 'Hotel Aurora' }), 'sender is longer than 11 characters'],
	[PATHS.sms, sms({ start_now: 'true' }), 'start_now is invalid'],
	[PATHS.sms, sms({ start_at: '2026-12-01T25:00:00Z' }), 'start_at is invalid'],
	[PATHS.sms, smsTo('34600123456'), 'deliveries[0][phone_number] is invalid'],
	[PATHS.sms, smsTo('+04600123456'), 'deliveries[0][phone_number] is invalid'],
	[PATHS.sms, smsTo('+3460012345678901'), 'deliveries[0][phone_number] is invalid'],
	[PATHS.sms, smsTo('+34 600 123 456'), 'deliveries[0][phone_number] is invalid'],
	[PATHS.sms, smsTo(34600123456), 'deliveries[0][phone_number] is invalid'],
	[
		PATHS.sms,
		sms({ deliveries: [{ phone_number: '+34600123456', replacements: { room: 12 } }] }),
		'deliveries[0][replacements][room] is invalid',
	],
	[
		PATHS.sms,
		{ message_holder: 'Hi', deliveries: [{ replacements: {} }], start_now: true },
		'sender is missing, deliveries[0][phone_number] is missing',
	],

	[
		PATHS.hotel,
		hotel({ items: [{ language: 'spa', data: {} }] }),
		'items[0][language] is invalid',
	],
	[PATHS.hotel, hotel({ items: [{ language: 'es' }] }), 'items[0][data] is missing'],
	[PATHS.hotel, hotel({ items: [{ data: {} }] }), 'items[0][language] is missing'],

	[
		PATHS.sync,
		sync({ contacts: Array.from({ length: 1001 }, () => ({})) }),
		'contacts has more than 1000 entries',
	],
	[PATHS.sync, contact({ gender: 'male' }), 'contacts[0][gender] does not have a valid value'],
	[PATHS.sync, contact({ language: 'es_ES' }), 'contacts[0][language] is invalid'],
	[PATHS.sync, contact({ phone_countrycode: '44' }), 'contacts[0][phone_countrycode] is invalid'],
	[PATHS.sync, contact({ user_id: 5512 }), 'contacts[0][user_id] is invalid'],
	[PATHS.sync, contact({ zip: 46001 }), 'contacts[0][zip] is invalid'],
	[PATHS.sync, contact({ tags: 'vip,spa' }), 'contacts[0][tags] is invalid'],
	[PATHS.sync, contact({ born_date: '1990-02-01' }), 'contacts[0][born_date] is invalid'],
	[PATHS.sync, contact({ gdpr_date: 'yesterday' }), 'contacts[0][gdpr_date] is invalid'],
	[
		PATHS.sync,
		contact({ gdpr_accept_terms: 'yes' }),
		'contacts[0][gdpr_accept_terms] is invalid',
	],
	[
		PATHS.sync,
		contact({ channel_subscriptions: [{ channel: 'fax', blacklisted: true }] }),
		'contacts[0][channel_subscriptions][0][channel] does not have a valid value',
	],
	[
		PATHS.sync,
		contact({ list_subscriptions: [{ subscribed: true }] }),
		'contacts[0][list_subscriptions][0][list_id] is missing',
	],

	[PATHS.sync, bought({ UUID: undefined }), 'purchase[UUID] is missing'],
	[PATHS.sync, bought({ transaction_code: undefined }), 'purchase[transaction_code] is missing'],
	[PATHS.sync, bought({ price: '412.50' }), 'purchase[price] is invalid'],
	[PATHS.sync, bought({ currency: 'Euro' }), 'purchase[currency] is invalid'],
	[PATHS.sync, bought({ currency: 'ZZZ' }), 'purchase[currency] is invalid'],
	[PATHS.sync, bought({ status: 'booked' }), 'purchase[status] does not have a valid value'],
	[PATHS.sync, sync({ purchase: [purchase()] }), 'purchase is invalid'],
	[
		PATHS.sync,
		sync({ options: { webhook: { url: 'hook' } } }),
		'options[webhook][url] is invalid',
	],
	[PATHS.sync, sync({ options: { web_hook: {} } }), 'options[web_hook] is unknown'],
	[PATHS.sync, [], 'body is invalid'],
	[PATHS.sync, '', 'origin is missing'],
];

test.each(WRONG)('POST %s %j: %s', async (path, body, error) => {
	const answer = await call(service, 'POST', path, body);
	expect(answer.body).toEqual({ error });
	expect(answer.status).toBe(400);
});

const ALLOWED: Array<[path: string, body: unknown]> = [
	[PATHS.push, push({ start_now: 'true' })],
	[
		PATHS.push,
		push({ alert: '', badge: 0, extra: { any: ['thing'] }, category_push: 'CATEGORY_OK' }),
	],
	[PATHS.push, push({ deliveries: [] })],
	[PATHS.sms, sms({ sender: 'AuroraHotel' })],
	[PATHS.sms, smsTo('+12')],
	[PATHS.sms, smsTo('+123456789012345')],
	[PATHS.sms, sms({ start_at: '2026-12-01' })],
	[PATHS.sms, sms({ start_at: '2028-02-29T09:30:00+01:00' })],
	[PATHS.sync, { origin: 'x' }],
	[PATHS.sync, contact({})],
	[PATHS.sync, contact({ room_preference: { floor: 3 }, vip: true })],
	[
		PATHS.sync,
		contact({ gender: 'FEMALE', language: 'es', phone_countrycode: '+44', tags: ['a'] }),
	],
	[PATHS.sync, contact({ born_date: '1990-02-01T00:00:00Z' })],
	[PATHS.sync, sync({ contacts: Array.from({ length: 1000 }, () => ({})) })],
	[PATHS.sync, bought({ UUID: undefined, product_uuid: 'room-1', nights: 3, status: 'no_show' })],
];

test.each(ALLOWED)('POST %s %j is taken', async (path, body) => {
	const answer = await call(service, 'POST', path, body);
	expect(answer.body).not.toHaveProperty('error');
	expect(answer.status).toBe(path === PATHS.sync ? 201 : 200);
});

const WRONG_QUERIES: Array<[query: string, error: string]> = [
	['status=sleeping', 'status does not have a valid value'],
	['schedule_type=later', 'schedule_type does not have a valid value'],
	['limit=many', 'limit is invalid'],
	['limit=1.5', 'limit is invalid'],
	['limit=-1', 'limit is invalid'],
	['limit=', 'limit is invalid'],
	['order=up', 'order does not have a valid value'],
	['page=2', 'page is unknown'],
];

test.each(WRONG_QUERIES)('campaigns?%s: %s', async (query, error) => {
	const answer = await call(service, 'GET', `${PATHS.campaigns}?${query}`);
	expect(answer.body).toEqual({ error });
	expect(answer.status).toBe(400);
});

test('malformed JSON is 400', async () => {
	const answer = await call(service, 'POST', PATHS.hotel, '{"uuid": ');
	expect(answer.status).toBe(400);
	expect(answer.body).toEqual({ error: 'malformed JSON in the request body' });
});

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
	'content type %s is 415',
	async (type) => {
		const answer = await call(service, 'POST', PATHS.hotel, 'uuid=1', { 'content-type': type });
		expect(answer.status).toBe(415);
		expect(answer.body).toEqual({ error: `unsupported media type ${type}` });
	},
);

test('JSON with a charset and without an Accept header is taken', async () => {
	const headers = { 'content-type': 'application/json; charset=utf-8', accept: null };
	const answer = await call(service, 'POST', PATHS.hotel, hotel(), headers);
	expect(answer.status).toBe(201);
});

test.each([
	['GET', '/nowhere'],
	['GET', '/v2/account/demo-hotel/sync_data'],
	['GET', PATHS.hotel],
	['DELETE', PATHS.campaigns],
])('%s %s is an unknown route', async (method, path) => {
	const answer = await call(service, method, path);
	expect(answer.status).toBe(404);
	expect(answer.body).toEqual({ error: 'not found' });
});

test('an unknown bulk job is 404', async () => {
	const answer = await call(service, 'GET', PATHS.bulk('000000000000000000000000'));
	expect(answer.status).toBe(404);
	expect(answer.body).toEqual({ error: 'bulk not found' });
});

test('a body above the limit is 413, and kept as a request without its text', async () => {
	const answer = await call(
		service,
		'POST',
		PATHS.sms,
		sms({ message_holder: 'x'.repeat(300_000) }),
	);
	expect(answer.status).toBe(413);
	expect(answer.body).toEqual({ error: 'request entity too large' });
	expect(service.requests.at(-1)).toMatchObject({ status: 413, rawBody: '', path: PATHS.sms });
});
