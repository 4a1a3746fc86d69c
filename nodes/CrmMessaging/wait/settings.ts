import type { IExecuteFunctions, IWebhookFunctions, IWebhookDescription } from 'n8n-workflow';

/** What a node of the two waiting workflows does there, and its name. */
export const waitNodes = {
	wait: 'Wait',
	collect: 'Collect',
	watch: 'Watch',
	finish: 'Finish',
} as const;

/** What a node of the waiting workflows does there. */
export type WaitRole = keyof typeof waitNodes;

/** The parameter that says what a node of the waiting workflows does. */
export const roleParameter = 'role';

/** The path of the webhook that takes callbacks, behind its execution's address. */
export const callbackPath = 'callback';

/** What the sending execution tells the one that waits for it; it never changes. */
export interface WaitSettings {
	/** What the keys of the callback URLs are made with. */
	key: string;
	/** Where the requests are sent from. */
	sender: { executionId: string; node: string; runIndex: number };
	/** The names of the requests that are to be sent. */
	planned: string[];
	/** How many entries those hold, which tells how large the sender is. */
	entries: number;
	/** Milliseconds to wait at most. */
	limit: number;
}

/** The parameter of the waiting workflow's nodes that holds the settings, as JSON. */
export const settingsParameter = 'settings';

/** Reads the settings in a node of the workflow that waits. */
export function readSettings(context: IExecuteFunctions | IWebhookFunctions): WaitSettings {
	// The two kinds of context take other arguments where an item is meant.
	const read = context.getNodeParameter.bind(context) as (name: string, item: number) => unknown;
	return JSON.parse(read(settingsParameter, 0) as string) as WaitSettings;
}

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
