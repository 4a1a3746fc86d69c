import express, { type Request, type Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookDescription,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { listen } from '../../server/harness/servers';
import { evaluating } from './n8n';

/** Answers a request to one address; n8n answers 500 if it throws. */
export type WebhookHandler = (request: Request, response: Response) => Promise<void>;

/**
 * Starts a real HTTP server for webhooks, which leaves bodies to the node, with the part of n8n's that it reads.
 *
 * @param onWaiting answers all calls for waiting executions
 */
export async function startWebhookServer(onWaiting: WebhookHandler) {
	const handlers = new Map<string, WebhookHandler>();
	const app = express();
	app.use(express.raw({ type: () => true, limit: '16mb' }));
	app.use(async (request, response) => {
		const { method, path } = request;
		const rawBody: unknown = request.body;
		Object.assign(request, { body: {}, ...(Buffer.isBuffer(rawBody) && { rawBody }) });
		const isWaiting = path.startsWith('/webhook-waiting/');
		const handler = isWaiting ? onWaiting : handlers.get(`${method} ${path}`);
		if (!handler) return refuse(response, 404, 'The webhook is not registered.');
		await handler(request, response).catch(() => refuse(response, 500, 'Not started'));
	});
	const { port, stop } = await listen(app);
	return { url: `http://127.0.0.1:${port}`, stop, handlers };
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
function webhookData({ description, node, path, workflow, additionalData }: NodeWebhook) {
	return {
		httpMethod: description.httpMethod as IWebhookData['httpMethod'],
		node: node.name,
		path,
		webhookDescription: description,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalData,
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
	warn: (line: string) => void = () => undefined,
): Promise<void> {
	const { workflow, node, mode, runExecutionData } = webhook;
	const additional = { ...webhook.additionalData, httpRequest, httpResponse };
	const data = webhookData(webhook);
	const of = [workflow, node, additional, mode] as const;
	const context = new WebhookContext(...of, data, [], runExecutionData);
	const logger = { warn: (line: string, more?: object) => warn(line + JSON.stringify(more)) };
	Object.defineProperty(context, 'logger', { value: logger });
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const result = await evaluating(workflow, async () => await type.webhook!.call(context));
	if (result.workflowData) await start(result.workflowData[0] ?? []);
	if (!result.noWebhookResponse) httpResponse.json(result.webhookResponse);
}

/** Of a trigger node of an active workflow. */
export interface TriggerOptions {
	/** Data of the package's credential. */
	credential?: IDataObject;
	/** The credentials that the node has chosen: by default, the one that it requires. */
	credentials?: INode['credentials'];
	/** The ID of an earlier trigger means the same workflow in the same process. */
	workflowId?: string;
	/** By default, all triggers have the same. */
	webhookId?: string;
	/** How the workflow is run: `manual` is a test in the editor. */
	mode?: 'webhook' | 'manual';
}

/** A request, as the service would send it. An object as body is sent as JSON. */
export interface WebhookCall {
	method?: string;
	headers?: Record<string, string>;
	body?: string | object;
	query?: Record<string, string> | string[][];
}

/** A trigger that listens at a real address until the engine is stopped. */
export type LiveTrigger = ReturnType<typeof openTrigger>;

/** Opens the webhooks of a trigger. */
export function openTrigger(
	of: Pick<NodeWebhook, 'workflow' | 'node' | 'additionalData' | 'mode'>,
	handlers: Map<string, WebhookHandler>,
) {
	const { workflow, node, additionalData } = of;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const webhooks = type.description.webhooks!.map((description): NodeWebhook => {
		const path = NodeHelpers.getNodeWebhookPath(workflow.id, node, description.path);
		return { ...of, description, path, runExecutionData: null };
	});
	const trigger = {
		/** The production address, as the trigger's panel shows it. */
		url: `${additionalData.webhookBaseUrl}/${webhooks[0]!.path}`,
		/** The items of every execution it started, also by calls that others made to `url`. */
		started: [] as INodeExecutionData[][],
		/** The warnings it wrote into n8n's log, each with its details as JSON. */
		warnings: [] as string[],
		/** Runs when a call's workflow starts, before it is answered. */
		beforeStart: undefined as (() => Promise<void>) | undefined,

		/** Calls it over HTTP. Returns the answer, and the items of the execution, if it started one. */
		async call({ method = 'POST', headers, body, query }: WebhookCall = {}) {
			const { length: before } = trigger.started;
			const isObject = typeof body === 'object';
			const address = `${trigger.url}?${new URLSearchParams(query).toString()}`;
			const response = await fetch(address, {
				method,
				headers: {
					// A busy server may close an idle connection at the moment of the next call.
					connection: 'close',
					...(isObject && { 'content-type': 'application/json' }),
					...headers,
				},
				...(method !== 'GET' && { body: isObject ? JSON.stringify(body) : body }),
			});
			return {
				status: response.status,
				headers: Object.fromEntries(response.headers),
				body: await response.text(),
				items: trigger.started[before],
			};
		},
	};
	const start = async (items: INodeExecutionData[]) => {
		await trigger.beforeStart?.();
		trigger.started.push(items);
	};
	const warn = (line: string) => void trigger.warnings.push(line);
	for (const one of webhooks) {
		const address = `${one.description.httpMethod} ${new URL(trigger.url).pathname}`;
		handlers.set(address, async (...call) => await callWebhook(one, ...call, start, warn));
	}
	return trigger;
}
