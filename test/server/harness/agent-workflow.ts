import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowFile } from '../../../playground/n8n/workflow-file';
import { nodeAt } from './import-workflow';
import { serverCapabilities } from './server-capabilities';

/** The tool's On Error with which an agent receives errors. */
export const onErrorForAgent = serverCapabilities.toolErrors ? undefined : 'continueRegularOutput';

/**
 * An agent with a form of the node as its one tool.
 *
 * @param onError of the tool
 * @param version of the agent's node
 * @param tools the names of its tools, all with this form
 */
export function agentWorkflow(
	form: IDataObject,
	modelCredential: CredentialReference,
	onError?: string,
	version = 3,
	tools = ['Tool'],
): WorkflowFile {
	const ai = '@n8n/n8n-nodes-langchain';
	const options = { enableStreaming: false };
	const task = { promptType: 'define', text: 'Do it.', options };
	const stub = { model: { __rl: true, mode: 'id', value: 'stub' }, options: {} };
	const model = nodeAt(3, 'Model', `${ai}.lmChatOpenAi`, 1.2, stub);
	const toolAt = (name: string, at: number) => ({
		...nodeAt(4 + at, name, 'n8n-nodes-crm-messaging.crmMessagingTool', 1, form),
		onError,
	});
	const nodes = [
		nodeAt(1, 'Start', 'manualTrigger', 1),
		nodeAt(2, 'Agent', `${ai}.agent`, version, task),
		{ ...model, credentials: { openAiApi: modelCredential } },
		...tools.map(toolAt),
	];
	const to = (node: string, type = 'main') => [[{ node, type, index: 0 }]];
	const connections = {
		Start: { main: to('Agent') },
		Model: { ai_languageModel: to('Agent', 'ai_languageModel') },
		...Object.fromEntries(tools.map((name) => [name, { ai_tool: to('Agent', 'ai_tool') }])),
	};
	return { name: 'Agent', nodes, connections, settings: { executionOrder: 'v1' } };
}
