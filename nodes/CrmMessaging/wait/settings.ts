import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

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
