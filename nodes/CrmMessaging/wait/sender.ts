import type { IExecuteFunctions } from 'n8n-workflow';
import { hasFailed, isParked, memoryIn, storedExecution } from '../n8n/executionData';
import { senderMemories } from './senderMemory';
import type { WaitSettings } from './settings';
import type { WaitState } from './waitState';

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
