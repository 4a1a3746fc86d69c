import { hotel, purchase, push, sms, sync } from './bodies';
import { call, get, PATHS, post, start } from './client';

const contact = (fields: object) => sync({ contacts: [fields] });
const bought = (fields: object) => sync({ purchase: purchase(fields) });
const deliver = (fields: object) => sms({ deliveries: [{ replacements: {}, ...fields }] });
const target = (fields: object) => push({ deliveries: [{ replacements: {}, ...fields }] });
const nothing = (count: number) => Array.from({ length: count }, () => ({}));

const TEXTS = {
	missing: 'is missing',
	invalid: 'is invalid',
	unknown: 'is unknown',
	noChoice: 'does not have a valid value',
	long: 'is longer than 11 characters',
	empty: 'is empty',
	many: 'has more than 1000 entries',
	oneOf: 'needs exactly one of device_id / user_id / contact_id',
};
/** The keys that are wrong, separated by spaces, by what is wrong with them. */
type Complaints = Partial<Record<keyof typeof TEXTS, string>>;

test.each<[keyof typeof PATHS, body: unknown, Complaints]>([
	// Whatever is required is missed, wherever it stands.
	['push', {}, { missing: 'app_id subject message_holder deliveries start_now' }],
	['push', push({ deliveries: [{}] }), { missing: '[replacements]', oneOf: '' }],
	['sms', '', { missing: 'sender message_holder deliveries start_now' }],
	['sms', sms({ deliveries: [{}] }), { missing: '[phone_number] [replacements]' }],
	['hotel', {}, { missing: 'uuid name items' }],
	['hotel', hotel({ items: [{}] }), { missing: '[language] [data]' }],
	['sync', {}, { missing: 'origin' }],
	['sync', sync({ purchase: {} }), { missing: '[transaction_code] [price] [currency] [UUID]' }],
	['sync', contact({ list_subscriptions: [{}] }), { missing: '[list_id] [subscribed]' }],
	['sync', contact({ channel_subscriptions: [{}] }), { missing: '[channel] [blacklisted]' }],
	// Types, choices and lengths; all that is wrong is named at once.
	['push', target({ device_id: 'd', user_id: 'u' }), { oneOf: '' }],
	['push', push({ start_now: 'x', badge: 1.5 }), { noChoice: 'start_now', invalid: 'badge' }],
	['push', push({ category_push: 'X' }), { noChoice: 'category_push' }],
	['push', push({ sendAllDevices: true }), { unknown: 'sendAllDevices' }],
	[
		'push',
		push({ app_id: '', subject: '', message_holder: '' }),
		{ empty: 'app_id subject message_holder' },
	],
	['sms', sms({ sender: '', message_holder: '' }), { empty: 'sender message_holder' }],
	['hotel', hotel({ uuid: '', name: '' }), { empty: 'uuid name' }],
	['sync', sync({ origin: '' }), { empty: 'origin' }],
	['sync', bought({ UUID: '', transaction_code: '' }), { empty: '[UUID] [transaction_code]' }],
	['sms', sms({ sender: 'Hotel Aurora' }), { long: 'sender' }],
	['sms', deliver({ phone_number: '+12', replacements: { a: 1 } }), { invalid: '[a]' }],
	['sync', sync({ contacts: nothing(1001) }), { many: 'contacts' }],
	['sync', contact({ gender: 'male', zip: 46001 }), { noChoice: '[gender]', invalid: '[zip]' }],
	['sync', contact({ user_id: 1, tags: 'a,b' }), { invalid: '[user_id] [tags]' }],
	['sync', bought({ price: '1', status: 'x' }), { invalid: '[price]', noChoice: '[status]' }],
	['sync', sync({ options: { web_hook: {} } }), { unknown: '[web_hook]' }],
	['sync', [], { invalid: 'body' }],
])('%s %j: %j', async (to, body, complaints) => {
	const answer = await post<{ error: string }>(await start(), PATHS[to] as string, body);
	const expected = Object.entries(complaints).flatMap(([wrong, keys]) =>
		keys.split(' ').map((key) => `${key} ${TEXTS[wrong as keyof typeof TEXTS]}`),
	);
	// A key in brackets stands inside another; the whole way to it is told below.
	const said = answer.body.error
		.split(', ')
		.map((text) => text.replace(/^deliveries\[0\](?= needs)|^.*(?=\[\w+\] )/, ''));
	expect(said.sort()).toEqual(expected.sort());
	expect(answer.status).toBe(400);
});

test('a complaint tells the whole way to what is wrong', async () => {
	const lists = contact({
		list_subscriptions: [{ list_id: 'l', subscribed: true }, { list_id: 1 }],
	});
	const { body } = await post(await start(), PATHS.sync, lists);
	const place = 'contacts[0][list_subscriptions][1]';
	expect(body).toEqual({
		error: `${place}[subscribed] is missing, ${place}[list_id] is invalid`,
	});
});

test.each<[key: string, body: (value: unknown) => object, taken: unknown[], refused: unknown[]]>([
	[
		'start_at',
		(start_at) => sms({ start_at }),
		['2026-12-01', '2028-02-29T09:30:00+01:00'],
		['2026-02-30', 'tomorrow', 1795232170, '2026-12-01T25:00:00Z'],
	],
	[
		'phone_number]',
		(phone_number) => deliver({ phone_number }),
		['+12', '+123456789012345'],
		['34600123456', '+04600123456', '+3460012345678901', '+34 600 123 456', 34600123456],
	],
	['sender', (sender) => sms({ sender }), ['AuroraHotel'], []],
	['contacts', (contacts) => sync({ contacts }), [undefined, [], nothing(1000)], []],
	['language]', (language) => contact({ language }), ['es'], ['es_ES', 'spa']],
	['gender]', (gender) => contact({ gender }), ['FEMALE'], []],
	['code]', (code) => contact({ phone_countrycode: code }), ['+44'], ['44']],
	['date]', (born_date) => contact({ born_date }), ['1990-02-01T00:00:00Z'], ['1990-02-01']],
	['gdpr_date]', (gdpr_date) => contact({ gdpr_date }), [], ['yesterday']],
	['a custom field', (custom) => contact({ custom }), [true, { floor: 3 }], []],
	[
		'currency]',
		(currency) => bought({ currency }),
		['EUR', 'XTS', 'XXX', 'XAU'],
		['Euro', 'ZZZ'],
	],
	['status]', (status) => bought({ status, nights: 3 }), ['no_show'], []],
	['id', (id) => bought({ UUID: undefined, product_uuid: id }), ['room-1'], []],
	['url]', (url) => sync({ options: { webhook: { url } } }), [], ['hook']],
])('%s is taken and refused by its value', async (key, body, taken, refused) => {
	const service = await start();
	const complaintOf = async (value: unknown) => {
		const path = 'sender' in body(value) ? PATHS.sms : PATHS.sync;
		return (await post<{ error?: string }>(service, path, body(value))).body.error;
	};
	for (const value of taken) expect(await complaintOf(value)).toBeUndefined();
	for (const value of refused) expect(await complaintOf(value)).toContain(`${key} is invalid`);
});

test('a push takes a text for start_now, any details, and nobody to send to', async () => {
	const details = { alert: '', badge: 0, extra: { a: [1] }, category_push: 'CATEGORY_OK' };
	const body = push({ start_now: 'true', deliveries: [], ...details });
	expect((await post(await start(), PATHS.push, body)).status).toBe(200);
});

test.each([
	['status=sleeping', 'status does not have a valid value'],
	['schedule_type=later', 'schedule_type does not have a valid value'],
	['limit=1.5', 'limit is invalid'],
	['limit=-1', 'limit is invalid'],
	['limit=', 'limit is invalid'],
	['order=up', 'order does not have a valid value'],
	['page=2', 'page is unknown'],
])('campaigns?%s: %s', async (query, error) => {
	const { status, body } = await get(await start(), `${PATHS.campaigns}?${query}`);
	expect([status, body]).toEqual([400, { error }]);
});

test.each<[status: number, method: string, path: string, body: string, error: string]>([
	[400, 'POST', PATHS.hotel, '{"uuid": ', 'malformed JSON in the request body'],
	[404, 'GET', '/nowhere', '', 'not found'],
	[404, 'GET', '/v2/account/demo-hotel/sync_data', '', 'not found'],
	[404, 'GET', PATHS.hotel, '', 'not found'],
	[404, 'DELETE', PATHS.campaigns, '', 'not found'],
	[404, 'GET', PATHS.bulk('000000000000000000000000'), '', 'bulk not found'],
	[413, 'POST', PATHS.sms, 'x'.repeat(2_000), 'request entity too large'],
])('%i answers %s %s %j', async (status, method, path, body, error) => {
	const service = await start({ maxBodyBytes: 1_000 });
	const answer = await call(service, method, path, body || undefined);
	expect([answer.status, answer.body]).toEqual([status, { error }]);
	const rawBody = status === 413 ? '' : body;
	expect(service.requests).toMatchObject([{ status, path, rawBody }]);
});

test.each([
	['application/json; charset=utf-8', 201, undefined],
	['text/plain', 415, 'unsupported media type text/plain'],
])('a body of the type %s is answered %i', async (type, status, error) => {
	const headers = { 'content-type': type };
	const answer = await call<object>(await start(), 'POST', PATHS.hotel, hotel(), headers);
	expect([answer.status, answer.body]).toMatchObject([status, error ? { error } : {}]);
});

test('a second entry for a language is refused', async () => {
	const items = ['es', 'en', 'ES'].map((language) => ({ language, data: {} }));
	const answer = await post(await start(), PATHS.hotel, hotel({ items }));
	expect(answer).toMatchObject({
		status: 400,
		body: { error: 'items[2][language] occurs twice' },
	});
});

test.each([
	['accept', '*/*', 406, 'Accept must be application/json'],
	['content-type', '', 415, 'Content-Type must be application/json'],
])('a request, also a reading one, has the header %s', async (name, value, status, error) => {
	const answer = await call(await start(), 'GET', PATHS.campaigns, undefined, { [name]: value });
	expect(answer).toMatchObject({ status, body: { error } });
});
