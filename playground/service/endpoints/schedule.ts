import type { Readings } from '../readings';
import type { ScheduleFields } from '../state/wire';
import { readIsoDate } from '../http/document-formats';

/**
 * When a delivery goes out. The document says that a `start_at` in the past means at once, and leaves
 * open how it goes with `start_now`: see the reading `schedule`. False without `start_at` leaves the
 * delivery unscheduled in either case.
 * @param fields `start_now` and `start_at` of the request
 * @param now the current time
 * @param readings how the document is read
 * @returns an ISO time, or null when there is none
 */
export function sendTime(fields: ScheduleFields, now: Date, { schedule }: Readings): string | null {
	const starts = String(fields.start_now) === 'true';
	const needsStart = schedule === 'trueStarts';
	if (starts ? !needsStart || fields.start_at === undefined : needsStart) {
		return starts ? now.toISOString() : null;
	}
	if (fields.start_at === undefined) return null;
	const startAt = readIsoDate(fields.start_at);
	return (startAt && startAt > now ? startAt : now).toISOString();
}
