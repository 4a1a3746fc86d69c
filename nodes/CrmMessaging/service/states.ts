import { textOf } from '../fields/values';

export type State = 'inProgress' | 'completed' | 'failed' | 'unknown';

/** The service documents only `queued` and `queue` (docs/contributing/service.md, Readings). */
const states: Record<string, readonly string[]> = {
	inProgress: ['queued', 'queue', 'pending', 'processing', 'in_progress', 'inprogress'],
	completed: ['processed', 'completed', 'finished', 'done'],
	failed: ['failed', 'error', 'rejected', 'canceled', 'cancelled'],
};

/**
 * The meaning of a `status`, in any case.
 *
 * @param completed other words for completed
 */
export function stateOf(status: unknown, completed: readonly string[] = []): State {
	const word = wordOf(status);
	if (completed.map(wordOf).includes(word)) return 'completed';
	const [state = 'unknown'] = Object.keys(states).filter((one) => states[one]?.includes(word));
	return state as State;
}

function wordOf(status: unknown): string {
	return textOf(status).trim().toLowerCase();
}
