import { WebhookContext } from 'n8n-core';
import type { Request, Response } from 'express';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookDescription,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { evaluating } from './expression-engine';

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
	/** Receives each warning instead of n8n's log. */
	warn?: (line: string) => void;
}

/** A registered webhook, as n8n's server knows it. */
export function webhookData(
	webhook: Pick<NodeWebhook, 'workflow' | 'node' | 'description' | 'path' | 'additionalData'>,
): IWebhookData {
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
 * Returns the items that an execution starts or resumes with, if the call does either.
 *
 * @param start starts or resumes the execution, before the answer is read, as in n8n; if it returns false,
 * nothing is answered
 */
export async function answerWebhook(
	webhook: NodeWebhook,
	httpRequest: Request,
	httpResponse: Response,
	start: () => boolean | Promise<boolean> = () => true,
): Promise<INodeExecutionData[][] | undefined> {
	const { workflow, node, mode, runExecutionData, warn } = webhook;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const context = new WebhookContext(
		workflow,
		node,
		{ ...webhook.additionalData, httpRequest, httpResponse },
		mode,
		webhookData(webhook),
		[],
		runExecutionData,
	);
	if (warn) {
		const logger = {
			warn: (line: string, more?: object) => warn(line + JSON.stringify(more ?? {})),
		};
		Object.defineProperty(context, 'logger', { value: logger });
	}
	let result: IWebhookResponseData;
	try {
		result = await evaluating(workflow, async () => await type.webhook!.call(context));
	} catch (error) {
		if (!httpResponse.headersSent) {
			const message = 'Workflow Webhook Error: Workflow could not be started!';
			httpResponse.status(500).json({ code: 0, message });
		}
		throw error;
	}
	const { workflowData, noWebhookResponse } = result;
	if (workflowData && !(await start())) return undefined;
	if (!noWebhookResponse) httpResponse.json(result.webhookResponse);
	return workflowData;
}
