import type { ReceivedRequest } from '../http/received-requests';
import type { MockServiceOptions } from '../options';
import type { ServiceState } from '../state/service-state';
import type { BookingSystem } from './booking-system';

/** How many entries of a list the page is given. */
const SHOWN = 100;
/** How much of a request's body the page is given. */
const BODY_SHOWN = 20_000;

/** The data of the page, the newest of everything first, with the full counts. */
export function stateView(
	state: ServiceState,
	requests: ReceivedRequest[],
	bookingSystem: BookingSystem,
	{ workflowUrl }: MockServiceOptions,
) {
	const lists = {
		contacts: state.contacts,
		purchases: state.purchases,
		push_deliveries: state.pushDeliveries,
		sms_deliveries: state.smsDeliveries,
		hotels: state.hotels,
		bulk_jobs: state.bulkJobs,
		campaigns: state.campaigns,
		callbacks: state.callbacks,
		requests,
	};
	const inEach = <T>(view: (list: readonly unknown[]) => T) =>
		Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, view(list)]));
	return {
		workflow_url: workflowUrl() ?? '',
		bookings: newest(bookingSystem.bookings),
		posted_events: newest(bookingSystem.posted),
		counts: inEach(({ length }) => length),
		...(inEach(newest) as Omit<typeof lists, 'requests'>),
		requests: newest(requests).map(
			({ at, method, path, query, rawBody, status, requestId }) => ({
				at,
				method,
				path,
				query,
				status,
				request_id: requestId,
				body: rawBody.slice(0, BODY_SHOWN),
			}),
		),
	};
}

function newest<T>(list: readonly T[]): T[] {
	return list.slice(-SHOWN).reverse();
}
