import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** The parts of a call's request that are read. */
interface WebhookRequest {
	method: string;
	/** Path and query, as the caller wrote them. */
	originalUrl: string;
	/** The caller's address, as n8n sees it behind the number of proxies in N8N_PROXY_HOPS. */
	ip?: string;
	headers: Record<string, string | undefined>;
	/** The body as it came. */
	rawBody?: Buffer;
	/** Reads it, if n8n hasn't. */
	readRawBody?(): Promise<void>;
}

/**
 * The request of a call, as n8n's web server has it.
 *
 * Beyond the public types: n8n adds the raw body. If a version lacks it, forms are read as n8n parsed
 * them, which is 1,000 fields at most.
 */
export function webhookRequestOf(context: IWebhookFunctions): WebhookRequest {
	return context.getRequestObject() as unknown as WebhookRequest;
}

/**
 * Reads a body whose type n8n doesn't know and so leaves unread.
 *
 * Beyond the public types: n8n adds a function that reads the raw body, within its own bound. If a
 * version lacks it, such a body stays unread.
 */
export async function readUnreadBody(request: WebhookRequest): Promise<void> {
	const isInParts = request.headers['content-type']?.toLowerCase().startsWith('multipart/');
	if (!request.rawBody && !isInParts) await request.readRawBody?.();
}

/**
 * An answer to a call that starts the workflow, with something to do when it has started.
 *
 * Beyond the public types: n8n reads the answer between starting the workflow and saving the static
 * data, and n8n 2.41 doesn't save what is written there any earlier. If a version reads it earlier, it
 * is written earlier.
 *
 * @param started called whenever n8n reads the answer; it does so twice
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
