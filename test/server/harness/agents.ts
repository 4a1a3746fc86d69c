import type { IDataObject } from 'n8n-workflow';
import type { N8nClient } from '../../../playground/n8n/client';
import type { CredentialReference, WorkflowFile } from '../../../playground/n8n/workflow-file';
import { chatAnswer, type ChatRequest } from '../../../playground/service/scripted-model';
import { serverCapabilities } from './server-capabilities';
import { listen, withBody } from './servers';
import { nodeAt } from './workflows';

/** A tool as the model sees it. */
interface OfferedTool {
	name: string;
	parameters: { properties?: Record<string, { description?: string }> };
}

interface StubRequest extends ChatRequest<OfferedTool> {
	/** Older agents ask for the answer in pieces. */
	stream?: boolean;
}

/** An answer in one piece of a stream. */
function streamed({ choices, ...answer }: ReturnType<typeof chatAnswer>): string {
	const { message, finish_reason } = choices[0]!;
	const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
	const chunk = {
		...answer,
		object: 'chat.completion.chunk',
		choices: [{ index: 0, delta: { ...message, tool_calls }, finish_reason }],
	};
	return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

/** A call of a tool by a model. */
export interface PlannedCall {
	/** The agent's first tool by default. */
	tool?: string;
	with: Record<string, unknown>;
}

/** Starts a model as OpenAI serves one, which calls the agent's tools with the arguments of a test. */
export async function startStubModel() {
	const answerTo = ({ messages, tools = [] }: StubRequest) => {
		model.offered = tools.map((tool) => tool.function);
		const answers = messages.filter(({ role }) => role === 'tool');
		// Some agents repeat their model's answer before each tool's, so only those are counted.
		let turn = 0;
		let left = answers.length;
		while (left > 0 && model.calls[turn]) left -= model.calls[turn++]!.length;
		const latest = model.calls[turn - 1]?.length ?? 0;
		for (const { content } of latest > 0 ? answers.slice(-latest) : []) {
			model.toolAnswers.push(typeof content === 'string' ? content : JSON.stringify(content));
		}
		const planned = model.calls[turn];
		if (!planned) return chatAnswer({ content: 'Done.' });
		return chatAnswer({ content: null, tool_calls: planned.map(toolCall) });
	};
	const toolCall = (planned: PlannedCall): object => {
		const { tool: name = model.offered[0]?.name, with: toolArguments } = planned;
		const id = `call_${model.calls.flat().indexOf(planned) + 1}`;
		const call = { name, arguments: JSON.stringify(toolArguments) };
		return { id, type: 'function', function: call };
	};
	const { url, stop } = await listen(
		withBody((body, _, response) => {
			const request = JSON.parse(body) as StubRequest;
			const answer = answerTo(request);
			const type = request.stream ? 'text/event-stream' : 'application/json';
			response.setHeader('content-type', type);
			response.end(request.stream ? streamed(answer) : JSON.stringify(answer));
		}),
	);
	const model = {
		/** For each of its answers, the calls that it asks for in parallel. */
		calls: [] as PlannedCall[][],
		/** The tools' answers. */
		toolAnswers: [] as string[],
		/** The tools that it was offered last. */
		offered: [] as OfferedTool[],
		/** Saves a credential for it. */
		credential: (client: N8nClient) =>
			client.saveCredential('Stub', { apiKey: 'none', url: `${url}/v1` }, 'openAiApi'),
		stop,
	};
	return model;
}

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
