import demoCampaigns from './campaigns.json';
import type { Campaign } from './records';

const STATUSES = ['draft', 'scheduled', 'inprogress', 'completed', 'ongoing', 'paused'];
const SCHEDULE_TYPES = ['now', 'scheduled', 'automation_trigger', 'automation_cron'];

/** The campaigns the demo starts with. */
export function realisticCampaigns(): Campaign[] {
	return demoCampaigns.map(({ audience, sent, created_at, ...campaign }, at) => ({
		...campaign,
		id: `c0ffee00000000000000000${at + 1}`,
		filters: [{ id: `f1172e0000000000000000${at + 1}0`, name: audience }],
		...factsOf(created_at, sent),
	}));
}

/**
 * Any number of campaigns, for tests of `limit`, `order` and the filters: the oldest first, created a
 * minute apart, all statuses and schedule types in turn.
 */
export function generateCampaigns(count: number): Campaign[] {
	return Array.from({ length: count }, (_, at) => {
		const created = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
		return {
			id: (at + 1).toString(16).padStart(24, '0'),
			name: `Campaign ${at + 1}`,
			description: `Generated campaign number ${at + 1}`,
			status: STATUSES[at % STATUSES.length]!,
			schedule_type: SCHEDULE_TYPES[at % SCHEDULE_TYPES.length]!,
			send_date: created,
			filters: [],
			...factsOf(created, at),
		};
	});
}

/** The times of a campaign, and plausible counters if `sent` messages went out. */
function factsOf(created_at: string, sent: number) {
	const share = (part: number) => Math.floor(sent * part);
	const undelivered = share(0.03);
	return {
		created_at,
		updated_at: created_at,
		time_zone: 'Europe/Madrid',
		reports: {
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
		},
	};
}
