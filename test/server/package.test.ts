import { operations } from '../../nodes/CrmMessaging/actions';
import { sharedPlayground, setUp } from './harness/playground';

const playground = setUp(sharedPlayground);

test.each([
	['crmMessaging', 'CRM Messaging'],
	['crmMessagingTrigger', 'CRM Messaging Trigger'],
])('n8n serves the node %s with a light and a dark icon', async (name, displayName) => {
	const { client } = playground();
	const all = await client.nodeTypes();
	const node = all.find((one) => one.name === `n8n-nodes-crm-messaging.${name}`);
	expect(node?.displayName).toBe(displayName);
	const icons = node?.iconUrl as { light: string; dark: string };
	expect(icons.light).not.toBe(icons.dark);
	for (const icon of [icons.light, icons.dark]) {
		const answer = await client.get(`/${icon}`);
		expect(answer.headers.get('content-type')).toContain('image/svg+xml');
		expect(await answer.text()).toContain('<svg');
	}
});

test.each(operations)(
	'n8n serves the output preview of $resource.name, $choice.name',
	async ({ resource, choice }) => {
		const path = `n8n-nodes-crm-messaging.crmMessaging/1.0.0/${resource.name}/${choice.name}`;
		const answer = await playground().client.get(`/schemas/${path}.json`);
		expect(await answer.json()).toMatchObject({ type: 'object' });
	},
);
