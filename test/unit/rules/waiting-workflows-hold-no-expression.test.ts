import { callbackWorkflow, watchingWorkflow } from '../../../nodes/CrmMessaging/wait/subWorkflow';
import { textsIn } from '../../engine/everything-in';

/** Names that people, and files from elsewhere, may give to a node. */
const names = ['={{ 6 * 7 }}', '={{ $env.PATH }}', '"}={{ 1 }}', '{{ 1 }}', '__proto__', "a']b"];

describe('a workflow that the node makes to wait', () => {
	it.each(names)(
		'has nothing that n8n evaluates, where the sending node is called %s',
		(name) => {
			const settings = {
				key: 'k',
				planned: ['p'],
				entries: 1,
				limit: 1,
				sender: { executionId: '1', node: name, runIndex: 0 },
			};
			for (const workflow of [watchingWorkflow, callbackWorkflow]) {
				const { nodes, connections } = workflow('crmMessagingWait', settings);
				const texts = textsIn([nodes, connections]);
				expect(texts.filter((text) => text.startsWith('='))).toEqual([]);
				expect(texts.some((text) => text.includes(JSON.stringify(name)))).toBe(true);
			}
		},
	);
});
