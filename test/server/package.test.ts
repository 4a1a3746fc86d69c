import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrongCredential, refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { secretsOf } from '../../playground/demo/fill-n8n';
import { operations } from '../../nodes/CrmMessaging/actions';
import { bookingEvent } from './harness/booking-event';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './harness/playground';

let playground: SharedPlayground;

beforeAll(async () => {
	playground = await sharedPlayground();
}, startLimitMs);

afterAll(() => playground?.stop());

describe('the credential test of n8n', () => {
	test('succeeds with the right secrets', async () => {
		const { client, credential, service } = playground;

		const result = await client.testCredential(credential, secretsOf(service));

		expect(result).toMatchObject({ status: 'OK' });
	});

	test.each<[change: Partial<Record<'accountSecret' | 'accountId' | 'path', string>>, string]>([
		[{ accountSecret: 'not-the-secret' }, 'Check Account ID and Account Secret'],
		[{ accountId: 'another' }, 'authorization failure for account: another'],
		[{ path: '/elsewhere' }, refusedRequest.unknownAddress().advice],
		[{ path: '/v2/account' }, wrongCredential.invalidBaseUrl().advice],
	])('fails with %j, and says what to do', async ({ path = '', ...change }, sentence) => {
		const { client, credential, service } = playground;
		const right = secretsOf(service);
		const wrong = { ...right, baseUrl: right.baseUrl + path, ...change };

		const result = await client.testCredential(credential, wrong);

		expect(result).toMatchObject({ status: 'Error' });
		expect(result.message).toContain(sentence);
		expect(result.message).not.toContain('not-the-secret');
	});
});

describe('the nodes as n8n serves them', () => {
	test.each([
		['crmMessaging', 'CRM Messaging'],
		['crmMessagingTrigger', 'CRM Messaging Trigger'],
	])('%s is there with a light and a dark icon', async (name, displayName) => {
		const { client } = playground;

		const all = await client.nodeTypes();
		const node = all.find((one) => one.name === `n8n-nodes-crm-messaging.${name}`);

		expect(node?.displayName).toBe(displayName);
		const icons = node?.iconUrl as { light: string; dark: string };
		expect(icons.light).not.toBe(icons.dark);
		for (const icon of [icons.light, icons.dark]) {
			const answer = await client.get(`/${icon}`);
			expect(answer.status).toBe(200);
			expect(answer.headers.get('content-type')).toContain('image/svg+xml');
			expect(await answer.text()).toContain('<svg');
		}
	});
});

describe('the output previews', () => {
	test.each(operations)('$resource.name, $operation: n8n serves one', async (one) => {
		const path = `n8n-nodes-crm-messaging.crmMessaging/1.0.0/${one.resource.name}/${one.operation}`;

		const answer = await playground.client.get(`/schemas/${path}.json`);

		expect(await answer.json()).toMatchObject({ type: 'object' });
	});
});

describe('what n8n keeps', () => {
	/** Database and log: everything this n8n wrote. */
	function everythingWritten(): string {
		const { userFolder, logFile } = playground.n8n;
		const folder = join(userFolder, '.n8n');
		const files = readdirSync(folder).filter((file) => file.startsWith('database.sqlite'));
		const paths = [...files.map((file) => join(folder, file)), logFile];
		return paths.map((path) => readFileSync(path, 'latin1')).join('\n');
	}

	test('holds no secret, though it holds the booking', async () => {
		const { client, booking, bookingUrl, service } = playground;
		const { accountSecret, masterSecret } = service.account;
		await fetch(bookingUrl, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(bookingEvent('reservation.created')),
		});

		const [summary] = await client.finishedExecutions(booking.id, 1);
		const execution = await client.execution(summary?.id ?? '');

		for (const text of [execution.data, everythingWritten()]) {
			expect(text).toContain('R-104233');
			expect(text.includes(accountSecret)).toBe(false);
			expect(text.includes(masterSecret)).toBe(false);
		}
	});
});
