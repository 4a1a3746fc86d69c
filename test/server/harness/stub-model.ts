import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** A model as OpenAI serves one, which calls the agent's one tool with the arguments of a test. */
export class StubModel {
	/** What it calls the tool with. */
	callsWith: Record<string, unknown> = {};
	/** What the tool answered it, the oldest first. */
	readonly heard: string[] = [];
	/** The tool that it was offered last. */
	offered: OfferedTool | undefined;

	private constructor(private readonly server: Server) {}

	static async start(): Promise<StubModel> {
		const server = createServer((req, res) => {
			const chunks: Buffer[] = [];
			req.on('data', (chunk: Buffer) => chunks.push(chunk));
			req.on('end', () => {
				const asked = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify(model.answer(asked)));
			});
		});
		const model = new StubModel(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return model;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private answer({ messages, tools = [] }: ChatRequest): object {
		const last = messages.at(-1);
		this.offered = tools[0]?.function;
		const isAnswer = last?.role === 'tool';
		if (isAnswer) {
			const { content } = last;
			this.heard.push(typeof content === 'string' ? content : JSON.stringify(content));
		}
		const call = { name: this.offered?.name, arguments: JSON.stringify(this.callsWith) };
		const message = isAnswer
			? { role: 'assistant', content: 'Done.' }
			: {
					...{ role: 'assistant', content: null },
					tool_calls: [{ id: 'call_1', type: 'function', function: call }],
				};
		return {
			...{ id: 'chatcmpl-1', object: 'chat.completion', created: 0, model: 'stub' },
			choices: [{ index: 0, message, finish_reason: isAnswer ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}
