import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** What is read of a call's request. */
interface WebhookRequest {
	method: string;
	/** Path and query, as the caller wrote them. */
	originalUrl: string;
	/** Who calls, as n8n sees it behind as many proxies as N8N_PROXY_HOPS says. */
	ip?: string;
	headers: Record<string, string | undefined>;
	/** The body as it came. */
	rawBody?: Buffer;
	/** Reads it, where n8n has not. */
	readRawBody?(): Promise<void>;
}

/**
 * The request of a call, as n8n's web server has it.
 *
 * Beyond the public types: n8n adds the raw body, since it reads at most 1,000 fields of a form.
 * Where a version lacks it, forms are read as n8n parsed them.
 */
export function webhookRequestOf(context: IWebhookFunctions): WebhookRequest {
	return context.getRequestObject() as unknown as WebhookRequest;
}

/**
 * Reads the body of a call whose type n8n does not know: it leaves such a body unread.
 *
 * Beyond the public types: n8n adds a function that reads the raw body, within its own bound. Where a
 * version lacks it, such a body stays unread.
 */
export async function readUnreadBody(request: WebhookRequest): Promise<void> {
	const isInParts = request.headers['content-type']?.toLowerCase().startsWith('multipart/');
	if (!request.rawBody && !isInParts) await request.readRawBody?.();
}

/**
 * An answer to a call that starts the workflow, with something to do when it has started.
 *
 * Beyond the public types: n8n asks for the answer between starting the workflow and saving the
 * static data, and n8n 2.41 forgets to save what is written there any earlier; so it is written
 * when n8n asks. Where a version asks earlier, it is written as early.
 *
 * @param started called when n8n asks
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
