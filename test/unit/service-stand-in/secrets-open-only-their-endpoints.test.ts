import { hotel, push, sms, sync } from './bodies';
import { call, get, PATHS, post, start } from './client';

test.each<[method: string, path: string, body: unknown, otherSecret: string]>([
	['POST', PATHS.push, push(), 'demo-account-secret'],
	['POST', PATHS.sms, sms(), 'demo-account-secret'],
	['GET', PATHS.campaigns, undefined, 'demo-master-secret'],
	['POST', PATHS.hotel, hotel(), 'demo-master-secret'],
	['POST', PATHS.sync, sync(), 'demo-master-secret'],
	['GET', PATHS.bulk('000000000000000000000000'), undefined, 'demo-master-secret'],
])('%s %s takes nothing without its own secret and account', async (method, path, body, other) => {
	const service = await start();
	for (const token of [`Token token=${other}`, 'Token token=guess', '', `Bearer ${other}`]) {
		const answer = await call(service, method, path, body, { authorization: token });
		expect(answer.body).toEqual({ error: 'authorization failure for account: demo-hotel' });
		expect([answer.status, answer.headers.has('www-authenticate')]).toEqual([401, false]);
	}
	const elsewhere = await call(service, method, path.replace('demo-hotel', 'other'), body);
	expect(elsewhere.body).toEqual({ error: 'authorization failure for account: other' });
	const { smsDeliveries, pushDeliveries, hotels, bulkJobs } = service.state;
	expect([...smsDeliveries, ...pushDeliveries, ...hotels, ...bulkJobs]).toEqual([]);
});

test('push refuses an unknown app', async () => {
	const service = await start();
	const { status } = await post(service, PATHS.push, push({ app_id: 'other-app' }));
	expect([status, service.state.pushDeliveries]).toEqual([401, []]);
});

test.each([',', ';'])('a secret is cut at "%s"', async (cut) => {
	const authorization = `Token token=demo-account-secret${cut}rest`;
	const service = await start();
	const { status } = await call(service, 'GET', PATHS.campaigns, undefined, { authorization });
	expect(status).toBe(200);
});

test('the account is the one that was asked for', async () => {
	const account = { id: 'h 1', accountSecret: 'a', masterSecret: 'm', appIds: ['app'] };
	const { status } = await get(await start({ account }), '/v2/account/h%201/campaigns/');
	expect(status).toBe(200);
});
