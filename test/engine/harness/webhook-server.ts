import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Request, Response } from 'express';
import { WebhookContext } from 'n8n-core';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { evaluating } from './expression-engine';

/** Answers a request to one address; n8n answers 500 if it throws. */
export type WebhookHandler = (request: Request, response: Response) => Promise<void>;

/** A real HTTP server for webhooks, which leaves bodies to the node, with the part of n8n's that it reads. */
export class WebhookServer {
	private readonly handlers = new Map<string, WebhookHandler>();
	private readonly server: Server;

	/** @param onWaiting answers all calls for waiting executions */
	constructor(onWaiting: WebhookHandler) {
		const app = express();
		app.use(express.raw({ type: () => true, limit: '16mb' }));
		app.use(async (request, response) => {
			const { method, path } = request;
			const rawBody: unknown = request.body;
			Object.assign(request, { body: {}, ...(Buffer.isBuffer(rawBody) && { rawBody }) });
			const isWaiting = path.startsWith('/webhook-waiting/');
			const handler = isWaiting ? onWaiting : this.handlers.get(`${method} ${path}`);
			if (!handler) return refuse(response, 404, 'The webhook is not registered.');
			await handler(request, response).catch(() => refuse(response, 500, 'Not started'));
		});
		this.server = createServer(app);
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async start(): Promise<void> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	/** Answers the calls to a URL with one method. */
	on(method: string, url: string, handler: WebhookHandler): void {
		this.handlers.set(`${method} ${new URL(url).pathname}`, handler);
	}
}

export function refuse(response: Response, code: number, message: string): void {
	if (!response.headersSent) response.status(code).json({ code, message });
}

/** One webhook of one node, ready to be called. */
export interface NodeWebhook {
	workflow: Workflow;
	node: INode;
	description: IWebhookDescription;
	path: string;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	/** The data of a waiting execution; a trigger has none yet. */
	runExecutionData: IRunExecutionData | null;
}

/** A registered webhook, as n8n's server knows it. */
export function webhookData(webhook: NodeWebhook): IWebhookData {
	return {
		httpMethod: webhook.description.httpMethod as IWebhookData['httpMethod'],
		node: webhook.node.name,
		path: webhook.path,
		webhookDescription: webhook.description,
		workflowId: webhook.workflow.id,
		workflowExecuteAdditionalData: webhook.additionalData,
	};
}

/**
 * Calls the node's `webhook()` in n8n-core's WebhookContext and answers as n8n does.
 *
 * @param start starts or resumes an execution with the node's items, before n8n reads the answer
 * @param warn receives each warning instead of n8n's log
 */
export async function callWebhook(
	webhook: NodeWebhook,
	httpRequest: Request,
	httpResponse: Response,
	start: (items: INodeExecutionData[]) => void | Promise<void>,
	warn?: (line: string) => void,
): Promise<void> {
	const { workflow, node, mode, runExecutionData } = webhook;
	const additionalData = { ...webhook.additionalData, httpRequest, httpResponse };
	const data = webhookData(webhook);
	const context = new WebhookContext(
		workflow,
		node,
		additionalData,
		mode,
		data,
		[],
		runExecutionData,
	);
	const logger = { warn: (line: string, more?: object) => warn?.(line + JSON.stringify(more)) };
	if (warn) Object.defineProperty(context, 'logger', { value: logger });
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const result = await evaluating(workflow, async () => await type.webhook!.call(context));
	if (result.workflowData) await start(result.workflowData[0] ?? []);
	if (!result.noWebhookResponse) httpResponse.json(result.webhookResponse);
}
