import {
	lookWorkflow,
	mailboxWorkflow,
	watchWorkflow,
} from '../../../nodes/CrmMessaging/wait/companion';
import { textsIn } from '../../engine/everything-in';

/** Types that files from elsewhere may give to a node. */
const types = ['={{ 6 * 7 }}', 'n8n-nodes-crm-messaging.crmMessaging'];

describe('a workflow that the node makes to wait', () => {
	it('has a name that says what it waits for', () => {
		const context = { getNode: () => ({ type: 'n8n-nodes-crm-messaging.crmMessaging' }) };
		const all = [watchWorkflow, lookWorkflow, mailboxWorkflow];
		expect(all.map((workflow) => workflow(context as never).name)).toEqual([
			'Wait for results',
			'Wait for several callbacks',
			'Wait for one callback',
		]);
	});

	it.each(types)('has nothing that n8n evaluates, where the sending node is a %s', (type) => {
		const context = { getNode: () => ({ type }) };
		for (const workflow of [watchWorkflow, lookWorkflow, mailboxWorkflow]) {
			const { nodes, connections } = workflow(context as never);
			const parameters = nodes.map((one) => one.parameters);
			const texts = textsIn([parameters, connections, nodes.map(({ name }) => name)]);
			expect(texts.filter((text) => text.startsWith('='))).toEqual([]);
		}
	});
});
