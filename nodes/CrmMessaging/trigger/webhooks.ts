import type { IWebhookDescription } from 'n8n-workflow';
import { webhookPath } from '../transport/callbackKey';

const address = {
	name: 'default',
	path: webhookPath,
	responseMode: 'onReceived',
	// Empty, so that n8n answers with the node's own `webhookResponse`.
	responseData: '',
} as const;

/** Where the service calls the trigger. */
export const triggerWebhooks: IWebhookDescription[] = [
	{ ...address, httpMethod: 'POST' },
	// The same address by other methods; the form shows it once.
	{ ...address, httpMethod: 'PUT', ndvHideUrl: true },
	{ ...address, httpMethod: 'GET', ndvHideUrl: true },
];
