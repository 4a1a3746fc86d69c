import type { Campaign } from './records';
import type { CampaignStatus, ScheduleType } from './wire';

const STATUSES: CampaignStatus[] = [
	'draft',
	'scheduled',
	'inprogress',
	'completed',
	'ongoing',
	'paused',
];
const SCHEDULE_TYPES: ScheduleType[] = [
	'now',
	'scheduled',
	'automation_trigger',
	'automation_cron',
];

/** Name, description, status, schedule type, creation, send date, audience, messages sent. */
const REALISTIC = `
Welcome aboard | Greets a guest when the booking is confirmed | ongoing | automation_trigger | 2026-01-12T09:00:00Z | 2026-01-15T08:00:00Z | Confirmed bookings | 4120
Spring city breaks | Three nights for the price of two | completed | scheduled | 2026-02-20T11:30:00Z | 2026-03-01T09:00:00Z | Guests of last spring | 1864
Pre-arrival tips | What to know two days before check-in | ongoing | automation_cron | 2026-03-04T08:15:00Z | 2026-03-06T07:00:00Z | Arrivals in two days | 3377
Spa reopening | The spa is open again | completed | now | 2026-05-18T16:45:00Z | 2026-05-18T16:50:00Z | Loyalty members | 902
Late summer offer | Upgrade for stays in September | paused | scheduled | 2026-08-03T10:00:00Z | 2026-08-20T09:00:00Z | Summer guests | 455
Christmas market weekend | Two nights with breakfast | scheduled | scheduled | 2026-10-27T13:20:00Z | 2026-12-01T09:00:00Z | Guests within 300 km | 0
New Year gala | Dinner and late check-out | draft | now | 2026-11-09T15:05:00Z | 2026-12-15T09:00:00Z | All subscribers | 0`;

type OwnFields = Pick<
	Campaign,
	'id' | 'name' | 'description' | 'status' | 'schedule_type' | 'send_date' | 'filters'
>;

function campaignOf(own: OwnFields, created: string, sent: number): Campaign {
	const times = { created_at: created, updated_at: created, time_zone: 'Europe/Madrid' };
	return { ...own, ...times, reports: reportsFor(sent) };
}

/** The campaigns the demo starts with. */
export function realisticCampaigns(): Campaign[] {
	return REALISTIC.trim()
		.split('\n')
		.map((line, at) => {
			const [name, description, status, type, created, send_date, audience, sent] =
				line.split(' | ') as [
					string,
					string,
					string,
					string,
					string,
					string,
					string,
					string,
				];
			const own = {
				id: `c0ffee00000000000000000${at + 1}`,
				name,
				description,
				status: status as CampaignStatus,
				schedule_type: type as ScheduleType,
				send_date,
				filters: [{ id: `f1172e0000000000000000${at + 1}0`, name: audience }],
			};
			return campaignOf(own, created, Number(sent));
		});
}

/**
 * Any number of campaigns, for tests of `limit`, `order` and the filters: the oldest first, created a
 * minute apart, all statuses and schedule types in turn.
 */
export function generateCampaigns(count: number): Campaign[] {
	return Array.from({ length: count }, (_, at) => {
		const created = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
		const own = {
			id: (at + 1).toString(16).padStart(24, '0'),
			name: `Campaign ${at + 1}`,
			description: `Generated campaign number ${at + 1}`,
			status: STATUSES[at % STATUSES.length]!,
			schedule_type: SCHEDULE_TYPES[at % SCHEDULE_TYPES.length]!,
			send_date: created,
			filters: [],
		};
		return campaignOf(own, created, at);
	});
}

/** Plausible counters for a campaign of which `sent` messages went out. */
function reportsFor(sent: number): Campaign['reports'] {
	const share = (part: number) => Math.floor(sent * part);
	const undelivered = share(0.03);
	return {
		global: {
			totals: sent,
			sent,
			delivered: sent - undelivered,
			undelivered,
			pending: 0,
			opened: share(0.41),
			clicked: share(0.12),
			unsubscribed: share(0.004),
		},
		purchases: {
			total_purchases: share(0.02),
			total_products: share(0.025),
			total_contacts: share(0.018),
			total_add_cart: share(0.05),
			total_remove_cart: share(0.01),
			total_product_view: share(0.2),
			total_product_refund: share(0.001),
			total_purchase_failed: share(0.002),
		},
	};
}
