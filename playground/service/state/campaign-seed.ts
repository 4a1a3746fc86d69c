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

/** name, description, status, schedule type, created, send date, audience, messages sent */
const REALISTIC: Array<
	[string, string, CampaignStatus, ScheduleType, string, string, string, number]
> = [
	[
		'Welcome aboard',
		'Greets a guest when the booking is confirmed',
		'ongoing',
		'automation_trigger',
		'2026-01-12T09:00:00Z',
		'2026-01-15T08:00:00Z',
		'Confirmed bookings',
		4120,
	],
	[
		'Spring city breaks',
		'Three nights for the price of two',
		'completed',
		'scheduled',
		'2026-02-20T11:30:00Z',
		'2026-03-01T09:00:00Z',
		'Guests of last spring',
		1864,
	],
	[
		'Pre-arrival tips',
		'What to know two days before check-in',
		'ongoing',
		'automation_cron',
		'2026-03-04T08:15:00Z',
		'2026-03-06T07:00:00Z',
		'Arrivals in two days',
		3377,
	],
	[
		'Spa reopening',
		'The spa is open again',
		'completed',
		'now',
		'2026-05-18T16:45:00Z',
		'2026-05-18T16:50:00Z',
		'Loyalty members',
		902,
	],
	[
		'Late summer offer',
		'Upgrade for stays in September',
		'paused',
		'scheduled',
		'2026-08-03T10:00:00Z',
		'2026-08-20T09:00:00Z',
		'Summer guests',
		455,
	],
	[
		'Christmas market weekend',
		'Two nights with breakfast',
		'scheduled',
		'scheduled',
		'2026-10-27T13:20:00Z',
		'2026-12-01T09:00:00Z',
		'Guests within 300 km',
		0,
	],
	[
		'New Year gala',
		'Dinner and late check-out',
		'draft',
		'now',
		'2026-11-09T15:05:00Z',
		'2026-12-15T09:00:00Z',
		'All subscribers',
		0,
	],
];

/**
 * The seven campaigns the demo starts with.
 * @returns fresh copies, each with its own creation date
 */
export function realisticCampaigns(): Campaign[] {
	return REALISTIC.map(
		([name, description, status, scheduleType, createdAt, sendDate, audience, sent], at) => ({
			id: `c0ffee00000000000000000${at + 1}`,
			name,
			description,
			created_at: createdAt,
			updated_at: createdAt,
			status,
			schedule_type: scheduleType,
			time_zone: 'Europe/Madrid',
			send_date: sendDate,
			filters: [{ id: `f1172e0000000000000000${at + 1}0`, name: audience }],
			reports: reportsFor(sent),
		}),
	);
}

/**
 * Any number of campaigns, for tests of `limit`, `order` and the filters.
 * @param count how many
 * @returns the oldest first, created a minute apart, all statuses and schedule types in turn
 */
export function generateCampaigns(count: number): Campaign[] {
	const first = Date.UTC(2026, 0, 1);
	return Array.from({ length: count }, (_, at) => {
		const created = new Date(first + at * 60_000).toISOString();
		return {
			id: (at + 1).toString(16).padStart(24, '0'),
			name: `Campaign ${at + 1}`,
			description: `Generated campaign number ${at + 1}`,
			created_at: created,
			updated_at: created,
			status: STATUSES[at % STATUSES.length]!,
			schedule_type: SCHEDULE_TYPES[at % SCHEDULE_TYPES.length]!,
			time_zone: 'Europe/Madrid',
			send_date: created,
			filters: [],
			reports: reportsFor(at),
		};
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
