import { textOf } from '../../transport/answer';

/** What a bulk job's status says about it. */
export type BulkJobState = 'processed' | 'failed' | 'unfinished';

// The document shows only `queued` and `queue`; these are the words services use for an end.
const processed = new Set(['processed', 'completed', 'complete', 'done', 'finished', 'success']);
const failed = new Set(['failed', 'failure', 'error', 'canceled', 'cancelled', 'rejected']);

/** Reads a status; one that is not known counts as unfinished, so that it is waited out. */
export function bulkJobState(status: unknown): BulkJobState {
	const word = textOf(status).trim().toLowerCase();
	if (processed.has(word)) return 'processed';
	return failed.has(word) ? 'failed' : 'unfinished';
}
