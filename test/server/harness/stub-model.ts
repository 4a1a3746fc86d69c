import { listen, type ListeningServer, withBody } from './listening-server';

interface Message {
	role: string;
	content: unknown;
}

/** A tool as the model is told of it. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { description?: string }> };
}

interface ChatRequest {
	messages: Message[];
	tools?: Array<{ function: OfferedTool }>;
}

/** A call of a tool by a model. */
export interface PlannedCall {
	/** The agent's first tool where it is left out. */
	tool?: string;
	with: Record<string, unknown>;
}

/** A model as OpenAI serves one, which calls the agent's tools with the arguments of a test. */
export class StubModel {
	calls: PlannedCall[] = [];
	readonly heard: string[] = [];
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

	get url(): string {
		return `${this.server.url}/v1`;
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}

	private answer({ messages, tools = [] }: ChatRequest): object {
		const last = messages.at(-1);
		this.offered = tools.map((tool) => tool.function);
		if (last?.role === 'tool') {
			const { content } = last;
			this.heard.push(typeof content === 'string' ? content : JSON.stringify(content));
		}
		const made = messages.filter(({ role }) => role === 'tool').length;
		const planned = this.calls[made];
		const message = planned
			? {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${made + 1}`,
							type: 'function',
							function: this.functionOf(planned),
						},
					],
				}
			: { role: 'assistant', content: 'Done.' };
		return {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 0,
			model: 'stub',
			choices: [{ index: 0, message, finish_reason: planned ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}

	private functionOf({ tool = this.offered[0]?.name, with: given }: PlannedCall): object {
		return { name: tool, arguments: JSON.stringify(given) };
	}
}
