import type { IWebhookDescription } from 'n8n-workflow';

/** Where the service calls back an execution that waits in the action node. */
export const waitingWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];
