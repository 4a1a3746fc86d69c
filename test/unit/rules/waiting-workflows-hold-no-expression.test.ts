import {
	lookWorkflow,
	mailboxWorkflow,
	watchWorkflow,
} from '../../../nodes/CrmMessaging/wait/companion';
import { textsIn } from '../../engine/everything-in';

/** Types that a node in an imported workflow may have. */
const types = ['={{ 6 * 7 }}', 'n8n-nodes-crm-messaging.crmMessaging'];

describe('a workflow that the node makes to wait', () => {
	it.each(types)(
		'has nothing that n8n evaluates, if the type of the sending node is %s',
		(type) => {
			const context = { getNode: () => ({ type }) };
			for (const workflow of [watchWorkflow, lookWorkflow, mailboxWorkflow]) {
				const { nodes, connections } = workflow(context as never);
				const parameters = nodes.map((one) => one.parameters);
				const texts = textsIn([parameters, connections, nodes.map(({ name }) => name)]);
				expect(texts.filter((text) => text.startsWith('='))).toEqual([]);
			}
		},
	);
});
