import { type IDataObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { hasFailed, isParked, memoryIn, storedExecution } from '../n8n/execution';
import type { WaitSettings } from './settings';
import type { WaitState } from './waitState';
import { InputError } from '../fields/inputError';

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

/** What the sender has sent, and until when its callbacks are waited for. */
export type KnownSent = Required<Pick<WaitState, 'accepted' | 'record' | 'until'>>;

/** What a look at the sender has shown. */
export interface SeenSender {
	/** Whether it is there no more, or waits for nothing. */
	isGone: boolean;
	/** What it has sent; not before it is parked, when n8n can wake it. */
	sent?: KnownSent;
}

/**
 * Looks at the execution that sends: what n8n has stored of it.
 *
 * It may be large, and reading it keeps a process busy for seconds; so the one that takes callbacks
 * looks while nobody calls, and no call does.
 */
export async function lookAtSender(
	context: IExecuteFunctions,
	{ key, sender }: WaitSettings,
): Promise<SeenSender> {
	const data = await storedExecution(context, sender.executionId);
	if (!data || hasFailed(data)) return { isGone: true };
	const memory = senderMemories(memoryIn(data, sender.node))[sender.runIndex];
	// A retry of it may wait in another place.
	if (memory?.key !== key) return { isGone: false };
	const { sent, isAbandoned = false } = memory;
	return { isGone: isAbandoned, sent: isParked(data) ? sent : undefined };
}

/**
 * Waits until an execution is parked.
 *
 * @param id of the execution
 * @param limit milliseconds to wait at most
 * @returns what a node of it keeps
 * @throws InputError where it fails, or is not parked in time
 */
export async function memoryOnceParked(
	context: IExecuteFunctions,
	id: string,
	nodeName: string,
	limit: number,
): Promise<IDataObject> {
	const end = Date.now() + limit;
	while (Date.now() < end) {
		const data = await storedExecution(context, id);
		if (data && isParked(data)) return memoryIn(data, nodeName);
		if (data && hasFailed(data)) break;
		await sleep(50);
	}
	throw new InputError(
		`did not begin to wait: the execution ${id} of this workflow, which waits for the callbacks, was not ready after ${limit / 1000} seconds; look at it in the executions list`,
		['Wait for Result'],
	);
}
