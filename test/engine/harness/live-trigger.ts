import { HookContext } from 'n8n-core';
import type { Response } from 'express';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
} from 'n8n-workflow';
import { evaluating } from './expression-engine';
import type { TestNode } from './node-under-test';
import { callWebhook, webhookData, type NodeWebhook, type WebhookServer } from './webhook-server';

/** A trigger node of an active workflow. */
export interface TriggerOptions {
	node: Omit<TestNode, 'type'> & { type?: string; webhookId?: string };
	credential?: IDataObject;
	/** The ID of an earlier trigger means the same workflow in the same process. */
	workflowId?: string;
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

/** The caller's answer, and the items of the execution that the call started, if it did. */
export interface WebhookAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
	items: INodeExecutionData[] | undefined;
}

/** A trigger that listens at a real address until the engine is stopped. */
export class LiveTrigger {
	/** The production address, as the trigger's panel shows it. */
	readonly url: string;
	/** The items of every execution it started, also by calls that others made to `url`. */
	readonly started: INodeExecutionData[][] = [];
	/** Errors of its `webhook()`: n8n answers 500 without the reason. */
	readonly failures: unknown[] = [];
	/** The warnings it wrote into n8n's log, each with its details as JSON. */
	readonly warnings: string[] = [];
	/** Runs when a call's workflow starts, before it is answered; an error makes n8n answer 500. */
	beforeStart: ((response: Response) => Promise<void>) | undefined;
	private readonly webhook: NodeWebhook;

	constructor(
		workflow: Workflow,
		node: INode,
		private readonly type: INodeType,
		additionalData: IWorkflowExecuteAdditionalData,
		server: WebhookServer,
		mode: 'webhook' | 'manual' = 'webhook',
	) {
		const webhooks = type.description.webhooks!.map((description) => {
			const path = NodeHelpers.getNodeWebhookPath(workflow.id, node, description.path);
			const shared = { workflow, node, additionalData, mode, runExecutionData: null };
			return { ...shared, description, path };
		});
		this.webhook = webhooks[0]!;
		this.url = `${additionalData.webhookBaseUrl}/${this.webhook.path}`;
		for (const webhook of webhooks) {
			server.on(webhook.description.httpMethod, this.url, async (request, response) => {
				const start = async (items: INodeExecutionData[]) => {
					await this.beforeStart?.(response);
					this.started.push(items);
				};
				const warn = (line: string) => void this.warnings.push(line);
				await callWebhook(webhook, request, response, start, warn).catch((error) => {
					this.failures.push(error);
					throw error;
				});
			});
		}
	}

	/** Calls the trigger over HTTP. */
	async call(call: WebhookCall = {}): Promise<WebhookAnswer> {
		const { method = 'POST', headers, body, query } = call;
		const before = this.started.length;
		const isObject = typeof body === 'object';
		const response = await fetch(`${this.url}?${new URLSearchParams(query).toString()}`, {
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
			items: this.started[before],
		};
	}

	/** Switches the workflow on as n8n does: `create` unless `checkExists` returns true. */
	async activate(): Promise<void> {
		const { workflow, node, additionalData } = this.webhook;
		const data = webhookData(this.webhook);
		const context = new HookContext(
			workflow,
			node,
			additionalData,
			'trigger',
			'activate',
			data,
		);
		const { checkExists, create } = this.type.webhookMethods!.default!;
		await evaluating(workflow, async () => {
			if (!(await checkExists.call(context))) await create.call(context);
		});
	}
}
