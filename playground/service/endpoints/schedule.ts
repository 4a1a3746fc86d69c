import type { ScheduleFields } from '../state/wire';
import { readIsoDate } from '../http/document-formats';

/**
 * When a delivery goes out. The document says that a `start_at` in the past means at once, and leaves
 * open how it goes with `start_now`; here a true `start_now` wins, and false without `start_at`
 * leaves the delivery unscheduled.
 * @param fields `start_now` and `start_at` of the request
 * @param now the current time
 * @returns an ISO time, or null when there is none
 */
export function sendTime(fields: ScheduleFields, now: Date): string | null {
	if (String(fields.start_now) === 'true') return now.toISOString();
	if (fields.start_at === undefined) return null;
	const startAt = readIsoDate(fields.start_at);
	return (startAt && startAt > now ? startAt : now).toISOString();
}
