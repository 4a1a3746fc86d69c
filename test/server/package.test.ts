import { wrongCredential, refusedRequest } from '../../nodes/CrmMessaging/catalogue/requests';
import { secretsOf } from '../../playground/demo/fill-n8n';
import { operations } from '../../nodes/CrmMessaging/actions';
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
