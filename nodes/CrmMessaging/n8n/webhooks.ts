import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

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

export interface WebhookRequest {
	method: string;
	/** Path and query, as the caller wrote them. */
	originalUrl: string;
	headers: Record<string, string | undefined>;
	rawBody?: Buffer;
	/** Reads the raw body, if n8n hasn't. */
	readRawBody?(): Promise<void>;
}

/**
 * A call's request in n8n's web server. Beyond the public types: n8n adds the raw body. If a version lacks
 * it, forms are read as n8n parsed them, with at most 1,000 fields.
 */
export function webhookRequestOf(context: IWebhookFunctions): WebhookRequest {
	return context.getRequestObject() as unknown as WebhookRequest;
}

/**
 * Reads a body of a type unknown to n8n, which leaves it unread. Beyond the public types: n8n's function
 * for it, which has n8n's own limit. If a version lacks it, such a body stays unread.
 */
export async function readUnreadBody(request: WebhookRequest): Promise<void> {
	const isInParts = request.headers['content-type']?.toLowerCase().startsWith('multipart/');
	if (!request.rawBody && !isInParts) await request.readRawBody?.();
}

/**
 * An answer to a call that starts the workflow. Beyond the public types: n8n reads it, twice, between
 * starting the workflow and saving the static data. If a version reads it earlier, `started` is
 * called earlier.
 */
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
