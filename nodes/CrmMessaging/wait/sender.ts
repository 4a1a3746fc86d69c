import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { hasFailed, isParked, memoryIn, storedExecution } from '../n8n/executionData';
import { senderMemories } from './senderMemory';
import type { WaitSettings } from './settings';
import type { WaitState } from './waitState';

/** What a look at the sender has shown. */
export interface SeenSender {
	/** Whether it is there no more, or waits for nothing. */
	isGone: boolean;
	/** What it has sent; not before it is parked, when n8n can wake it. */
	settled?: Required<Pick<WaitState, 'accepted' | 'record'>> & Pick<WaitState, 'until'>;
	/** When it was looked at, in milliseconds since 1970, and how many that took. */
	at: number;
	cost: number;
}

/** Looks at the sender take at most this part of the time, since it may be large. */
const share = 0.1;

/** Whether it is time to look at the sender again. */
export function isLookDue({
	looks,
	lookedAt,
	lookCost,
}: Pick<WaitState, 'looks' | 'lookedAt' | 'lookCost'>): boolean {
	return looks === 0 || Date.now() >= lookedAt + lookCost / share;
}

/**
 * Looks at the execution that sends: what n8n has stored of it.
 *
 * @param waiter the execution that waits for it
 */
export async function lookAtSender(
	context: IExecuteFunctions | IWebhookFunctions,
	waiter: string,
	{ sender }: WaitSettings,
): Promise<SeenSender> {
	const begun = Date.now();
	const data = await storedExecution(context, sender.executionId);
	const seen = (more: Partial<SeenSender>): SeenSender => ({
		...{ isGone: false, at: Date.now(), cost: Date.now() - begun },
		...more,
	});
	if (!data || hasFailed(data)) return seen({ isGone: true });
	const memory = senderMemories(memoryIn(data, sender.node))[sender.runIndex];
	if (memory?.waiter !== waiter) return seen({});
	const { settled, isAbandoned = false } = memory;
	return seen({ isGone: isAbandoned, settled: settled && isParked(data) ? settled : undefined });
}

/** Notes what a look has shown. */
export function takeOverLook(state: WaitState, { settled, at, cost }: SeenSender): void {
	Object.assign(state, { looks: state.looks + 1, lookedAt: at, lookCost: cost }, settled);
}
