import type { IWebhookDescription } from 'n8n-workflow';
import { callbackPath } from './names';

const address = {
	name: 'default',
	responseMode: 'onReceived',
	path: callbackPath,
	restartWebhook: true,
	isFullPath: true,
} as const;

/** Where the service calls back an execution that waits, by the methods that the trigger takes. */
export const waitingWebhooks: IWebhookDescription[] = [
	{ ...address, httpMethod: 'POST' },
	{ ...address, httpMethod: 'PUT' },
	{ ...address, httpMethod: 'GET' },
];
