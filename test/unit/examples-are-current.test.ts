import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CrmMessaging } from '../../nodes/CrmMessaging/CrmMessaging.node';
import { CrmMessagingTrigger } from '../../nodes/CrmMessaging/CrmMessagingTrigger.node';
import { readWorkflow } from '../../playground/n8n/workflow-file';

const folder = join(__dirname, '..', '..', 'examples');
const examples = readdirSync(folder).filter((name) => name.endsWith('.json'));
const descriptions = [new CrmMessaging(), new CrmMessagingTrigger()].map(
	({ description }) => description,
);

// The editor shows a node of a version that is not there with a question mark.
it.each(examples)('%s has the nodes in the version that there is', (name) => {
	const { nodes } = readWorkflow(join(folder, name));
	for (const { name: type, version } of descriptions) {
		const own = nodes.filter((node) => node.type === `n8n-nodes-crm-messaging.${type}`);
		expect(
			own.filter((node) => !('typeVersion' in node && node.typeVersion === version)),
		).toEqual([]);
	}
});
