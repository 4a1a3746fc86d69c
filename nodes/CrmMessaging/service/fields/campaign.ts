import type { Field } from '../../fields/field';
import { choice } from '../../fields/types/choice';

/** Filters of the campaign list (docs/contributing/service.md, List campaigns). */
export const campaignFilters: Field[] = [
	{
		name: 'schedule_type',
		label: 'Schedule Type',
		type: choice(
			{
				automation_cron: 'Automation by Schedule',
				automation_trigger: 'Automation by Trigger',
				now: 'Now',
				scheduled: 'Scheduled',
			},
			'send',
		),
		initial: 'now',
	},
	{
		name: 'status',
		label: 'Status',
		type: choice(
			{
				completed: 'Completed',
				draft: 'Draft',
				inprogress: 'In Progress',
				ongoing: 'Ongoing',
				paused: 'Paused',
				scheduled: 'Scheduled',
			},
			'send',
		),
	},
];

/** The order of the campaign list, by creation date. */
export const campaignOrder: Field = {
	name: 'order',
	label: 'Order',
	type: choice({ asc: 'Oldest First', desc: 'Newest First' }),
	initial: 'desc',
	description: 'By creation date',
};
