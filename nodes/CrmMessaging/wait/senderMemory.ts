import type { IDataObject } from 'n8n-workflow';

/** What a run of the sending node keeps of its waiting, where the execution that waits reads it. */
export interface SenderMemory {
	/** The execution that sends; a retry of it is another one. */
	executionId: string;
	/** The execution that wakes it. */
	watcher: string;
	/** Where the service calls back. */
	url: string;
	/** What the keys of the callback URLs are made with. */
	key: string;
	/** What the names of its requests begin with. */
	prefix: string;
	/** The contacts of each request as JSON, until all is sent. */
	contacts?: Record<string, string>;
	/** Set when all is sent and something is waited for. */
	sent?: {
		/** The requests that the service took. */
		accepted: string[];
		/** What was sent, packed. */
		record: string;
		/** When the waiting ends, in milliseconds since 1970. */
		until: number;
	};
	/** Set when nothing is to be waited for. */
	isAbandoned?: boolean;
}

const key = 'crmMessagingWait';

/** The sender's memories in the context of its node, by run index. */
export function senderMemories(memory: IDataObject): Record<string, SenderMemory | undefined> {
	return (memory[key] ??= {}) as Record<string, SenderMemory | undefined>;
}
