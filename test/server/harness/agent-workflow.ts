import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowFile } from '../../../playground/n8n/workflow-file';
import { serverCapabilities } from './server-capabilities';

/** What a tool's On Error has to be for an agent to hear of errors. */
export const heardOnError = serverCapabilities.toolErrors ? undefined : 'continueRegularOutput';

/**
 * An agent with a form of the node as its one tool.
 *
 * @param onError of the tool
 */
export function agentWorkflow(
	name: string,
	form: IDataObject,
	modelCredential: CredentialReference,
	onError?: string,
): WorkflowFile {
	const base = { typeVersion: 1, position: [0, 0] };
	const nodes = [
		{ ...base, id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			...base,
			id: '2',
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
			parameters: {
				promptType: 'define',
				text: 'Do it.',
				options: { enableStreaming: false },
			},
		},
		{
			...base,
			id: '3',
			name: 'Model',
			typeVersion: 1.2,
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			parameters: { model: { __rl: true, mode: 'id', value: 'stub' }, options: {} },
			credentials: { openAiApi: modelCredential },
		},
		{
			...base,
			id: '4',
			name: 'Tool',
			parameters: form,
			onError,
			type: 'n8n-nodes-crm-messaging.crmMessagingTool',
		},
	];
	const to = (node: string, type = 'main') => [[{ node, type, index: 0 }]];
	const connections = {
		Start: { main: to('Agent') },
		Model: { ai_languageModel: to('Agent', 'ai_languageModel') },
		Tool: { ai_tool: to('Agent', 'ai_tool') },
	};
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
