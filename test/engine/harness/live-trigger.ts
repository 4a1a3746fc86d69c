import { HookContext } from 'n8n-core';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WebhookSetupMethodNames,
	type Workflow,
} from 'n8n-workflow';
import { evaluating } from './expression-engine';
import type { TestNode } from './node-under-test';
import { answerWebhook, described, webhookData, type NodeWebhook } from './webhook-answer';
import type { WebhookServer } from './webhook-server';

/** A trigger node of an active workflow. */
export interface TriggerOptions {
	node: Omit<TestNode, 'type'> & { type?: string; webhookId?: string };
	credential?: IDataObject;
	/** That of an earlier trigger stands for the same workflow in the same process. */
	workflowId?: string;
	/** How the workflow is run: `manual` is a test in the editor. */
	mode?: 'webhook' | 'manual';
}

/** A request, as the service would send it. An object as body is sent as JSON. */
export interface WebhookCall {
	method?: string;
	headers?: Record<string, string>;
	body?: string | object;
	query?: Record<string, string>;
}

/** The caller's answer, and the execution that the call started. */
export interface WebhookAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** Items an execution started with; undefined when none was started. */
	items: INodeExecutionData[] | undefined;
}

/** A trigger that listens at a real address until the engine is stopped. */
export class LiveTrigger {
	/** The production address, as the trigger's panel shows it. */
	readonly url: string;
	/** The items of every execution it started, also by calls that others made to `url`. */
	readonly started: INodeExecutionData[][] = [];
	/** Errors of its `webhook()`: n8n answers 500 and keeps the reason to itself. */
	readonly failures: unknown[] = [];
	/** The warnings it wrote into n8n's log, each with its particulars as JSON. */
	readonly warnings: string[] = [];
	private readonly webhooks: Array<Omit<NodeWebhook, 'mode' | 'runExecutionData'>>;

	constructor(
		readonly workflow: Workflow,
		private readonly node: INode,
		private readonly type: INodeType,
		private readonly additionalData: IWorkflowExecuteAdditionalData,
		server: WebhookServer,
		mode: 'webhook' | 'manual' = 'webhook',
	) {
		const base = additionalData.webhookBaseUrl;
		this.webhooks = (type.description.webhooks ?? []).map((description) => {
			const path = described({ workflow, node, description }, 'path', '');
			const isFullPath = description.isFullPath === true;
			const full = NodeHelpers.getNodeWebhookPath(workflow.id, node, path, isFullPath);
			return { workflow, node, description, path: full, additionalData };
		});
		for (const webhook of this.webhooks) {
			const method = described(webhook, 'httpMethod', 'GET');
			server.on(method, new URL(`${base}/${webhook.path}`).pathname, (request, response) =>
				this.take(
					{
						...webhook,
						additionalData: {
							...additionalData,
							httpRequest: request,
							httpResponse: response,
						},
						mode,
						runExecutionData: null,
						warn: (line) => this.warnings.push(line),
					},
					response,
				),
			);
		}
		this.url = `${base}/${this.webhooks[0]?.path ?? ''}`;
	}

	/** Calls the trigger over HTTP. */
	async call({
		method = 'POST',
		headers,
		body,
		query,
	}: WebhookCall = {}): Promise<WebhookAnswer> {
		const before = this.started.length;
		const url = new URL(this.url);
		for (const [name, value] of Object.entries(query ?? {}))
			url.searchParams.append(name, value);
		const isObject = typeof body === 'object';
		const content = isObject ? JSON.stringify(body) : body;
		const response = await fetch(url, {
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
		for (const webhook of this.webhooks) {
			const exists = await this.hook(webhook, 'checkExists');
			if (exists !== true) await this.hook(webhook, 'create');
		}
	}

	private async hook(
		webhook: (typeof this.webhooks)[number],
		name: WebhookSetupMethodNames,
	): Promise<boolean | undefined> {
		const method = this.type.webhookMethods?.[webhook.description.name]?.[name];
		if (!method) return undefined;
		const httpMethod = described(webhook, 'httpMethod', 'GET') as IWebhookData['httpMethod'];
		const context = new HookContext(
			this.workflow,
			this.node,
			this.additionalData,
			'trigger',
			'activate',
			webhookData(webhook, httpMethod),
		);
		return await evaluating(this.workflow, () => method.call(context));
	}

	private async take(
		webhook: NodeWebhook,
		response: Parameters<typeof answerWebhook>[1],
	): Promise<void> {
		// The answer may reach the caller before this function continues, so the start is noted first.
		const send = response.end.bind(response);
		const held: Array<() => unknown> = [];
		response.end = ((...args: Parameters<typeof send>) => {
			held.push(() => send(...args));
			return response;
		}) as typeof response.end;
		try {
			const data = await answerWebhook(webhook, response);
			if (data) this.started.push(data[0] ?? []);
		} catch (error) {
			this.failures.push(error);
		} finally {
			held.forEach((release) => release());
		}
	}
}
