import fc from 'fast-check';
import {
	bulkJobState,
	hasErrors,
	type BulkJobState,
} from '../../../nodes/CrmMessaging/actions/bulkJob/jobStatus';
import { bulkJobWaitUntilProcessed } from '../../../nodes/CrmMessaging/actions/bulkJob/waitUntilProcessed.operation';
import { wrongContact } from '../../../nodes/CrmMessaging/catalogue/contacts';
import { Call } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';
import { forMany } from './rule';

/** Statuses as services write them, and what each means. */
const statuses: Record<BulkJobState | 'processed in part', string[]> = {
	'processed in part': [
		'completed_with_errors, processed with warnings, importedWithErrors, ended_with_errors',
		'completed_with_rejected_contacts, finished_with_2_failures, partially_processed, partial',
		'partial_success, partially_failed, partial-failure, PartiallyImported, completed_partially',
	],
	processed: [
		'processed, completed, Complete, done, FINISHED, imported, ok, ended, closed, successful',
		'import_completed, bulk-job finished, ContactsImported, job done, all_processed',
		'completed_no_errors, completed_without_errors, processed_0_failed, completedNotFailed',
		'imported_without_any_errors, done_with_no_errors, finished 0 errors 0 warnings',
		'success_error_free, completed_nothing_failed, completed_0_pending, completed_non_fatal',
		'processed: 10; failed: 0, completed_failed_0, completed zero errors, import.done.never.failed',
	],
	failed: [
		'failed, error, Cancelled, canceled, rejected, aborted, timed_out, time-out, timeout, expired',
		'import_failed, import_cancelled, completed_rejected, importFailed, IMPORT FAILED, ImportError',
		'completed_failed, finished_error, processed_then_aborted, importfailed',
		'error_no_credit, failed_with_errors, cancelled_without_errors, no_credit_failed, unsuccessful',
		'processing_failed, import_invalid, completed_2_failed, 10_failed, partial_import_cancelled',
		'failed_completed, import/rejected/done, ContactsExpiredProcessed',
		'not_found_error, refused, completedrejected, import_denied, crashed, killed, terminated, stopped',
	],
	unfinished: [
		'queued, queue, pending, new, created, accepted, received, scheduled, started, in_progress',
		'import_queued, import_in_progress, importInProgress, IMPORT-PENDING, processing, importing',
		'contacts_importing, completed_waiting_for_review, finishing, import_scheduled, import_started',
		'not_completed, unprocessed, incomplete, import_incomplete, import_not_finished, not_yet_done',
		'completed_not, processed_false, not_fully_processed, processed_with_pending_contacts',
		'pending_processed, import.scheduled.success, ContactsPausedDone',
		'import_on_hold, paused, cancelling, enqueued, import_delayed, unfinished, never_completed',
	],
	unknown: [
		'ready, archived, crunched2, import, import_ready, status 7, noerrors, no_errors, 0_failed',
		'not_failed, without_errors, errorless, verarbeitet, ended_early',
	],
};
const cases = Object.entries(statuses).flatMap(([state, lines]) =>
	lines.flatMap((line) => line.split(', ').map((status) => [status, state])),
);

describe('the status of a bulk job', () => {
	it.each(cases)('“%s” means: %s', (status, state) => {
		expect(bulkJobState(status)).toBe(state.split(' ')[0]);
		if (state.startsWith('processed')) expect(hasErrors(status)).toBe(state !== 'processed');
	});

	it.each([[undefined], [null], [''], ['  '], ['---']])('%j is read as unfinished', (status) => {
		expect(bulkJobState(status)).toBe('unfinished');
	});

	it.each(['import_failed', 'Import Failed', 'importFailed', 'IMPORT-FAILED'])(
		'“%s” is read as processed if it is one of Extra Completed Statuses',
		(status) => {
			expect(bulkJobState(status, ['archived', 'import failed'])).toBe('processed');
			expect(bulkJobState(status, ['archived'])).toBe('failed');
		},
	);

	it('is never processed if one of its words means failed or unfinished, in any spelling', () => {
		const ends = ['processed', 'completed', 'imported', 'done', 'success'];
		const bad = ['failed', 'error', 'cancelled', 'rejected', 'aborted', 'invalid', 'expired'];
		const notYet = ['queued', 'pending', 'processing', 'scheduled', 'paused'];
		const topics = ['import', 'bulk job', 'contacts'];
		const capital = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
		const spellings = ['_', '-', ' ', '.', '/'].map(
			(sign) => (words: string[]) => words.join(sign),
		);
		const camelCase = (words: string[]) => words.map(capital).join('');
		const words = fc.tuple(
			...[topics, ends, [...bad, ...notYet]].map((some) => fc.constantFrom(...some)),
		);
		const inAnyOrder = words.chain((some) => fc.shuffledSubarray(some, { minLength: 3 }));
		forMany(500, inAnyOrder, fc.constantFrom(...spellings, camelCase), (some, spelled) => {
			expect(['failed', 'unfinished']).toContain(bulkJobState(spelled(some)));
		});
	});
});

it('a job that does not end is polled at growing intervals, the last time at the time limit', async () => {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const pauses: number[] = [];
	const conversation = {
		send: async () => await Promise.resolve({ bulk: { _id: 'job-1', status: 'queue' } }),
		pause: async (milliseconds: number) => {
			pauses.push(milliseconds / 1000);
			now += milliseconds;
			await Promise.resolve();
		},
	};
	const call = new Call({ timeLimit: 200, final: [] }, [rowOf(0, { id: 'job-1' })]);
	const read = bulkJobWaitUntilProcessed.fetchAnswer!(conversation, call);
	const { text } = wrongContact.jobNotProcessed('job-1', 200, 'queue');
	await expect(read).rejects.toThrow(text);
	jest.restoreAllMocks();
	expect(pauses.slice(0, 3)).toEqual([1, 1.5, 2.25]);
	expect(Math.max(...pauses)).toBe(30);
	expect(now).toBe(200_000);
});
