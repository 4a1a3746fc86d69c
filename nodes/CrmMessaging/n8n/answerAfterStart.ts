import type { IWebhookResponseData } from 'n8n-workflow';

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
