import { WebhookContext } from 'n8n-core';
import type { Response } from 'express';
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
	/** With the request and the response in it. */
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	runExecutionData: IRunExecutionData | null;
	/** Told each warning instead of n8n's log. */
	warn?: (line: string) => void;
}

/** A value of a webhook's description, with its default. */
export function described<T extends string | number>(
	{ workflow, node, description }: Pick<NodeWebhook, 'workflow' | 'node' | 'description'>,
	field: 'path' | 'httpMethod' | 'responseCode' | 'responseData',
	fallback: T,
): T {
	const value = workflow.expression.getSimpleParameterValue(
		node,
		description[field],
		'internal',
		{},
	);
	return (value ?? fallback) as T;
}

/** A registered webhook, as n8n's server knows it. */
export function webhookData(
	webhook: Omit<NodeWebhook, 'mode' | 'runExecutionData' | 'warn'>,
	httpMethod: IWebhookData['httpMethod'],
): IWebhookData {
	return {
		httpMethod,
		node: webhook.node.name,
		path: webhook.path,
		webhookDescription: webhook.description,
		workflowId: webhook.workflow.id,
		workflowExecuteAdditionalData: webhook.additionalData,
	};
}

/**
 * Calls the node's `webhook()` in n8n-core's WebhookContext and answers as n8n does, unless the answer is
 * to come at the end of the execution.
 * Returns the items that an execution starts or resumes with, if the call does either.
 */
export async function answerWebhook(
	webhook: NodeWebhook,
	response: Response,
): Promise<INodeExecutionData[][] | undefined> {
	const { workflow, node, additionalData, mode, runExecutionData, warn } = webhook;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return await evaluating(workflow, async () => {
		let result: IWebhookResponseData;
		try {
			const method = additionalData.httpRequest!.method as IWebhookData['httpMethod'];
			const data = webhookData(webhook, method);
			const context = new WebhookContext(
				workflow,
				node,
				additionalData,
				mode,
				data,
				[],
				runExecutionData,
			);
			if (warn) {
				const logger = {
					warn: (line: string, more?: object) => warn(line + JSON.stringify(more ?? {})),
				};
				Object.defineProperty(context, 'logger', { value: logger });
			}
			result = await type.webhook!.call(context);
		} catch (error) {
			if (!response.headersSent) {
				response.status(500).json({
					code: 0,
					message: 'Workflow Webhook Error: Workflow could not be started!',
				});
			}
			throw error;
		}
		const isAnsweredAtEnd =
			result.workflowData !== undefined && webhook.description.responseMode === 'lastNode';
		if (!result.noWebhookResponse && !response.headersSent && !isAnsweredAtEnd) {
			const started = result.workflowData !== undefined;
			const body: unknown =
				result.webhookResponse ??
				(described(webhook, 'responseData', '') || {
					message: started ? 'Workflow was started' : 'Webhook call received',
				});
			response.status(Number(described(webhook, 'responseCode', 200)));
			if (body === 'noData') response.end();
			else if (typeof body === 'string') response.send(body);
			else response.json(body);
		}
		return result.workflowData;
	});
}
