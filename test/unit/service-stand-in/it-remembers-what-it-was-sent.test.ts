import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, purchase, push, sms, sync } from './bodies';
import {
	call,
	eventually,
	PATHS,
	type PushAnswer,
	type SmsAnswer,
	type SyncAnswer,
} from './client';
import { objectWith } from './matchers';

let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn({ processingDelayMs: 0 });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

/** Submits and waits until it is processed. */
async function submit(body: object): Promise<void> {
	const { body: job } = await call<SyncAnswer>(service, 'POST', PATHS.sync, body);
	await eventually(() =>
		service.state.bulkJobs.find(({ _id, status }) => _id === job._id && status === 'processed'),
	);
}

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

const TEXTS: Array<
	[message: string, replacements: Record<string, string>, text: string, valid: boolean]
> = [
	['Hi %{name}!', { name: 'Ana' }, 'Hi Ana!', true],
	['%{a}%{b}%{a}', { a: '1', b: '2' }, '121', true],
	['Hi %{Name}', { name: 'Ana' }, 'Hi %{Name}', false],
	['Hi %{name}', {}, 'Hi %{name}', false],
	['%{a}', { a: '%{b}', b: 'x' }, '%{b}', true],
	['%%{name} is %{name}', { name: 'Ana' }, '%{name} is Ana', true],
	['%{cost}', { cost: '$& $1 $$' }, '$& $1 $$', true],
	['%{__proto__}', {}, '%{__proto__}', false],
	['%{first name}', { 'first name': 'Ana' }, 'Ana', true],
	['100 % {x} %{', {}, '100 % {x} %{', true],
];

test.each(TEXTS)(
	'"%s" with %j becomes "%s" (valid: %j)',
	async (message_holder, replacements, text, valid) => {
		const deliveries = [{ phone_number: '+34600123456', replacements }];
		const { body } = await call<SmsAnswer>(
			service,
			'POST',
			PATHS.sms,
			sms({ message_holder, deliveries }),
		);
		expect(body.deliveries[0]!.valid).toBe(valid);
		expect(service.state.smsDeliveries[0]).toMatchObject({ text, valid, sender: 'Aurora' });
	},
);

test('an SMS to a number that ends in 000000 is not valid, its neighbours are', async () => {
	const numbers = ['+34600123456', '+34600000000', '+447700900123'];
	const deliveries = numbers.map((phone_number) => ({ phone_number, replacements: {} }));
	const { body } = await call<SmsAnswer>(service, 'POST', PATHS.sms, sms({ deliveries }));
	expect(body.deliveries.map(({ valid }) => valid)).toEqual([true, false, true]);
	expect(service.state.smsDeliveries[1]!.reason).toBe('+34600000000 is not in use');
});

test('a push to an identifier that starts with "invalid" is not valid', async () => {
	const deliveries = [
		{ device_id: 'invalid-1', replacements: {} },
		{ device_id: 'd1', replacements: {} },
	];
	const { body } = await call<PushAnswer>(service, 'POST', PATHS.push, push({ deliveries }));
	expect(body.deliveries.flat().map(({ valid }) => valid)).toEqual([false, true]);
});

test('a push keeps everything the request said about it', async () => {
	const more = { badge: 0, alert: '', url: 'https://example.com', extra: { a: [1] } };
	const { body } = await call<PushAnswer>(service, 'POST', PATHS.push, push(more));
	expect(service.state.pushDeliveries).toEqual([
		objectWith({
			delivery_id: body.deliveries[0]![0]!.delivery_id,
			target: { device_id: 'd1' },
			subject: 'Your stay',
			text: 'Hello',
			details: more,
		}),
	]);
});

test.each<[string, object, 'now' | 'later' | 'never']>([
	['start_now', { start_now: true }, 'now'],
	['start_now although start_at is ahead', { start_now: true, start_at: soon() }, 'now'],
	['a start_at ahead', { start_now: false, start_at: soon() }, 'later'],
	['a start_at that has passed', { start_now: false, start_at: '2020-01-01' }, 'now'],
	['neither', { start_now: false }, 'never'],
])('%s sends %j %s', async (_case, schedule, when) => {
	await call(service, 'POST', PATHS.sms, sms(schedule));
	const sendAt = service.state.smsDeliveries[0]!.send_at;
	if (when === 'never') expect(sendAt).toBeNull();
	else {
		const isAhead = Date.parse(sendAt!) > Date.now() + 60_000;
		expect(isAhead).toBe(when === 'later');
	}
});

test('start_at is read with its offset', async () => {
	const start_at = '2099-06-01T10:00:00+02:00';
	await call(service, 'POST', PATHS.sms, sms({ start_now: false, start_at }));
	expect(service.state.smsDeliveries[0]!.send_at).toBe('2099-06-01T08:00:00.000Z');
});

test('contacts are updated when user_id, e-mail or phone match', async () => {
	await submit(
		sync({ contacts: [{ user_id: 'G-1', email: 'ana@example.com', phone: '+34600123456' }] }),
	);
	await submit(sync({ contacts: [{ user_id: 'G-1', city: 'Valencia' }] }));
	await submit(sync({ contacts: [{ email: 'ANA@example.com', zip: '46001' }] }));
	await submit(
		sync({ contacts: [{ phone_countrycode: '+34', phone_number: '600123456', vip: true }] }),
	);
	expect(service.state.contacts).toHaveLength(1);
	expect(service.state.contacts[0]).toMatchObject({
		user_id: 'G-1',
		email: 'ANA@example.com',
		city: 'Valencia',
		zip: '46001',
		vip: true,
	});
});

test('two user_ids that share an e-mail are two contacts', async () => {
	const email = 'family@example.com';
	await submit(
		sync({
			contacts: [
				{ user_id: 'G-1', email },
				{ user_id: 'G-2', email },
			],
		}),
	);
	expect(service.state.contacts.map(({ user_id }) => user_id)).toEqual(['G-1', 'G-2']);
});

test('a purchase belongs to its contacts; its transaction_code again is an update', async () => {
	await submit(sync({ purchase: purchase({ status: 'confirmed', nights: 3 }) }));
	await submit(sync({ purchase: purchase({ status: 'check_in' }) }));
	await submit(sync({ purchase: purchase({ transaction_code: 'R-2' }) }));
	const [contact] = service.state.contacts;
	expect(service.state.purchases).toEqual([
		objectWith({
			transaction_code: 'R-1',
			status: 'check_in',
			nights: 3,
			contact_ids: [contact!._id],
			submissions: 2,
		}),
		objectWith({ transaction_code: 'R-2', submissions: 1 }),
	]);
});

test('a hotel with a known uuid is replaced', async () => {
	await call(service, 'POST', PATHS.hotel, hotel());
	await call(service, 'POST', PATHS.hotel, hotel({ name: 'Hotel Boreal' }));
	expect(service.state.hotels.map(({ name }) => name)).toEqual(['Hotel Boreal']);
});

test('requests are kept as they came', async () => {
	await call(service, 'POST', PATHS.sms, sms({ sender: undefined }), { 'x-trial': 'yes' });
	await call(service, 'GET', `${PATHS.campaigns}?limit=2`);
	const [first, second] = service.requests;
	expect(first).toMatchObject({
		method: 'POST',
		path: PATHS.sms,
		body: { message_holder: 'Hello' },
		rawBody: JSON.stringify(sms({ sender: undefined })),
		status: 400,
	});
	// The validator fills in defaults; the kept body must not show what was not sent.
	expect(first!.body).toEqual(JSON.parse(first!.rawBody));
	expect(first!.headers['x-trial']).toBe('yes');
	expect(Date.parse(first!.at)).toBeGreaterThan(Date.now() - 60_000);
	expect(second).toMatchObject({ method: 'GET', query: { limit: '2' }, status: 200 });
});

test('reset forgets everything but the seeded campaigns', async () => {
	await submit(sync({ purchase: purchase() }));
	await call(service, 'POST', PATHS.sms, sms());
	await call(service, 'POST', PATHS.push, push());
	await call(service, 'POST', PATHS.hotel, hotel());
	service.state.campaigns.length = 0;
	service.reset();
	const { campaigns, ...rest } = {
		campaigns: service.state.campaigns,
		requests: service.requests,
		contacts: service.state.contacts,
		purchases: service.state.purchases,
		pushDeliveries: service.state.pushDeliveries,
		smsDeliveries: service.state.smsDeliveries,
		hotels: service.state.hotels,
		bulkJobs: service.state.bulkJobs,
	};
	expect(campaigns).toHaveLength(7);
	expect(Object.values(rest)).toEqual(Object.values(rest).map(() => []));
	await submit(sync());
	expect(service.state.contacts).toHaveLength(1);
});

test('2,500 contacts in three requests are processed quickly', async () => {
	const contacts = Array.from({ length: 2_500 }, (_, at) => ({
		user_id: `G-${at}`,
		email: `guest.${at}@example.com`,
		language: 'es',
	}));
	const start = Date.now();
	for (const from of [0, 1_000, 2_000]) {
		await submit(sync({ contacts: contacts.slice(from, from + 1_000) }));
	}
	expect(service.state.contacts).toHaveLength(2_500);
	expect(Date.now() - start).toBeLessThan(3_000);
});
