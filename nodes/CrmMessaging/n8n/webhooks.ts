import {
	NodeHelpers,
	type IDataObject,
	type IExecuteData,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/** The webhooks at an address for every way in which the service may call. The form shows it once. */
export function webhooksAt(
	address: Pick<IWebhookDescription, 'path' | 'restartWebhook' | 'isFullPath'>,
): IWebhookDescription[] {
	return (['POST', 'PUT', 'GET'] as const).map((httpMethod) => ({
		name: 'default',
		responseMode: 'onReceived',
		// Empty, so that n8n answers with the node's own `webhookResponse`.
		responseData: '',
		httpMethod,
		ndvHideUrl: httpMethod !== 'POST',
		...address,
	}));
}

/** A call's request in n8n's web server. It has no raw body if its body is in parts. */
export type WebhookRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/** The request, with the body that n8n leaves unread if it doesn't know its type. */
export async function webhookRequestOf(context: IWebhookFunctions): Promise<WebhookRequest> {
	const request = context.getRequestObject();
	const isInParts = request.headers['content-type']?.toLowerCase().startsWith('multipart/');
	if (!request.rawBody && !isInParts) await request.readRawBody?.();
	return request;
}

/** Calls back once n8n has answered. If the caller has left, Node.js emits neither `finish` nor another `close`. */
export function onceAnswered(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
	answered: () => void,
): void {
	response.once('prefinish', answered);
}

/** An answer that n8n reads, twice, between starting the workflow and saving the static data. */
export function answerAfterStart(
	data: Pick<IWebhookResponseData, 'workflowData'>,
	message: string,
	started: () => void,
): IWebhookResponseData {
	return {
		...data,
		get webhookResponse() {
			started();
			return { message };
		},
	};
}

/** The webhooks at which a waiting node is resumed, below the execution's own URL. */
export const resumeWebhooks: IWebhookDescription[] = webhooksAt({
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The URL parameter in which newer versions of n8n sign a resume URL. */
export const signatureParameter = 'signature';

/** The waiting node's memory in its stored execution. */
export function waitingMemoryOf(context: IWebhookFunctions): IDataObject {
	return NodeHelpers.getContext(storedExecutionOf(context), 'node', context.getNode());
}

/**
 * Lets n8n run the waiting node again, which it has switched off. @returns its items: the webhook's must
 * be as many
 */
export function runAgain(context: IWebhookFunctions): INodeExecutionData[] {
	const [stored] = storedExecutionOf(context).executionData?.nodeExecutionStack as [IExecuteData];
	delete stored.node.disabled;
	return stored.data.main?.[0] ?? [];
}

function storedExecutionOf(context: IWebhookFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}
