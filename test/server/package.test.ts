import { operations } from '../../nodes/CrmMessaging/actions';
import { sharedPlayground, setUp } from './harness/playground';

const playground = setUp(sharedPlayground);

describe('the nodes that n8n serves', () => {
	test.each([
		['crmMessaging', 'CRM Messaging'],
		['crmMessagingTrigger', 'CRM Messaging Trigger'],
	])('include %s with a light and a dark icon', async (name, displayName) => {
		const { client } = playground();

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
	test.each(operations)('are served by n8n: $resource.name, $choice.name', async (one) => {
		const path = `n8n-nodes-crm-messaging.crmMessaging/1.0.0/${one.resource.name}/${one.choice.name}`;

		const answer = await playground().client.get(`/schemas/${path}.json`);

		expect(await answer.json()).toMatchObject({ type: 'object' });
	});
});
