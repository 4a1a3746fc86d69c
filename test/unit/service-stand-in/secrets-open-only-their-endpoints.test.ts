import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, push, sms, sync } from './bodies';
import { call, PATHS } from './client';

let service: ServiceStandIn;

beforeAll(async () => {
	service = await startServiceStandIn({ processingDelayMs: 60_000 });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const REFUSED = { error: 'authorization failure for account: demo-hotel' };

const ENDPOINTS: Array<[method: string, path: string, body: unknown, wrongSecret: string]> = [
	['POST', PATHS.push, push(), 'demo-account-secret'],
	['POST', PATHS.sms, sms(), 'demo-account-secret'],
	['GET', PATHS.campaigns, undefined, 'demo-master-secret'],
	['POST', PATHS.hotel, hotel(), 'demo-master-secret'],
	['POST', PATHS.sync, sync(), 'demo-master-secret'],
	['GET', PATHS.bulk('000000000000000000000000'), undefined, 'demo-master-secret'],
];

describe.each(ENDPOINTS)('%s %s', (method, path, body, wrongSecret) => {
	test.each([
		['the other secret', `Token token=${wrongSecret}`],
		['an unknown secret', 'Token token=guess'],
		['no header', null],
		['another scheme', 'Bearer demo-account-secret'],
	])('refuses %s and takes nothing', async (_case, authorization) => {
		const answer = await call(service, method, path, body, { authorization });
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual(REFUSED);
		expect(answer.headers.has('www-authenticate')).toBe(false);
		const { smsDeliveries, pushDeliveries, hotels, bulkJobs } = service.state;
		expect([smsDeliveries, pushDeliveries, hotels, bulkJobs]).toEqual([[], [], [], []]);
	});

	test('refuses another account', async () => {
		const answer = await call(service, method, path.replace('demo-hotel', 'other'), body);
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual({ error: 'authorization failure for account: other' });
	});
});

test('push refuses an unknown app', async () => {
	const answer = await call(service, 'POST', PATHS.push, push({ app_id: 'other-app' }));
	expect(answer.status).toBe(401);
	expect(answer.body).toEqual(REFUSED);
	expect(service.state.pushDeliveries).toEqual([]);
});

test.each([',', ';'])('a secret is cut at "%s"', async (cut) => {
	const cutSecret = `Token token=demo-account-secret${cut}rest`;
	const taken = await call(service, 'GET', PATHS.campaigns, undefined, {
		authorization: cutSecret,
	});
	expect(taken.status).toBe(200);
});

test('the account is the one that was asked for', async () => {
	const account = { id: 'h 1', accountSecret: 'a', masterSecret: 'm', appIds: ['app'] };
	const own = await startServiceStandIn({ account });
	const answer = await call(own, 'GET', '/v2/account/h%201/campaigns/');
	await own.close();
	expect(answer.status).toBe(200);
});
