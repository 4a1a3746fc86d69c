import type { N8nClient } from '../../../playground/n8n/client';
import type { CredentialReference } from '../../../playground/n8n/workflow-file';
import { listen, type ListeningServer, withBody } from './listening-server';

/** A tool as the model sees it. */
interface OfferedTool {
	name: string;
	parameters: { properties?: Record<string, { description?: string }> };
}

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: OfferedTool }>;
}

/** A call of a tool by a model. */
interface PlannedCall {
	/** The agent's first tool by default. */
	tool?: string;
	with: Record<string, unknown>;
}

/** A model as OpenAI serves one, which calls the agent's tools with the arguments of a test. */
export class StubModel {
	calls: PlannedCall[] = [];
	/** The tools' answers. */
	readonly toolAnswers: string[] = [];
	/** The tools that it was offered last. */
	offered: OfferedTool[] = [];

	private server!: ListeningServer;

	private constructor() {}

	static async start(): Promise<StubModel> {
		const model = new StubModel();
		model.server = await listen(
			withBody((body, _, response) => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(model.answer(JSON.parse(body) as ChatRequest)));
			}),
		);
		return model;
	}

	/** Saves a credential for it. */
	async credential(client: N8nClient): Promise<CredentialReference> {
		const data = { apiKey: 'none', url: `${this.server.url}/v1` };
		return await client.saveCredential('Stub', data, 'openAiApi');
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}

	private answer({ messages, tools = [] }: ChatRequest): object {
		this.offered = tools.map((tool) => tool.function);
		const answers = messages.filter(({ role }) => role === 'tool');
		if (messages.at(-1)?.role === 'tool') {
			const { content } = answers.at(-1)!;
			this.toolAnswers.push(typeof content === 'string' ? content : JSON.stringify(content));
		}
		const planned = this.calls[answers.length];
		const message = planned
			? { role: 'assistant', content: null, tool_calls: [this.toolCall(planned)] }
			: { role: 'assistant', content: 'Done.' };
		const finish_reason = planned ? 'tool_calls' : 'stop';
		return {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 0,
			model: 'stub',
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}

	private toolCall(planned: PlannedCall): object {
		const { tool: name = this.offered[0]?.name, with: toolArguments } = planned;
		const id = `call_${this.calls.indexOf(planned) + 1}`;
		return {
			id,
			type: 'function',
			function: { name, arguments: JSON.stringify(toolArguments) },
		};
	}
}
