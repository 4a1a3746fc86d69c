import { HookContext } from 'n8n-core';
import type { Request, Response } from 'express';
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
import { answerWebhook, webhookData, type NodeWebhook } from './webhook-answer';
import type { WebhookServer } from './webhook-server';

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

/** The caller's answer, and the execution that the call started. */
export interface WebhookAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** Items an execution started with; undefined if none started. */
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
	/** One for each method that it accepts. */
	private readonly webhooks: NodeWebhook[];

	constructor(
		private readonly workflow: Workflow,
		private readonly node: INode,
		private readonly type: INodeType,
		private readonly additionalData: IWorkflowExecuteAdditionalData,
		server: WebhookServer,
		mode: 'webhook' | 'manual' = 'webhook',
	) {
		this.webhooks = type.description.webhooks!.map((description) => ({
			workflow,
			node,
			description,
			path: NodeHelpers.getNodeWebhookPath(workflow.id, node, description.path),
			additionalData,
			mode,
			runExecutionData: null,
			warn: (line) => this.warnings.push(line),
		}));
		this.url = `${additionalData.webhookBaseUrl}/${this.webhooks[0]!.path}`;
		for (const webhook of this.webhooks) {
			server.on(webhook.description.httpMethod, this.url, (request, response) =>
				this.answerCall(webhook, request, response),
			);
		}
	}

	/** Calls the trigger over HTTP. */
	async call({
		method = 'POST',
		headers,
		body,
		query,
	}: WebhookCall = {}): Promise<WebhookAnswer> {
		const before = this.started.length;
		const isObject = typeof body === 'object';
		const content = isObject ? JSON.stringify(body) : body;
		const response = await fetch(`${this.url}?${new URLSearchParams(query).toString()}`, {
			method,
			headers: {
				// A busy server may close an idle connection at the moment of the next call.
				connection: 'close',
				...(isObject && { 'content-type': 'application/json' }),
				...headers,
			},
			...(method !== 'GET' && { body: content }),
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
		const { workflow, node, additionalData } = this;
		const data = webhookData(this.webhooks[0]!);
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

	private async answerCall(
		webhook: NodeWebhook,
		request: Request,
		response: Response,
	): Promise<void> {
		// The answer may reach the caller before this function continues, so the start is recorded first.
		const send = response.end.bind(response);
		const held: Array<() => unknown> = [];
		response.end = ((...args: Parameters<typeof send>) => {
			held.push(() => send(...args));
			return response;
		}) as typeof response.end;
		try {
			const data = await answerWebhook(webhook, request, response, async () => {
				await this.beforeStart?.(response);
				return true;
			});
			if (data) this.started.push(data[0] ?? []);
		} catch (error) {
			this.failures.push(error);
			response.statusCode = 500;
			if (held.length === 0) response.end();
		} finally {
			if (held.length > 1) this.failures.push(new Error('The call was answered twice'));
			held.forEach((release) => release());
		}
	}
}
