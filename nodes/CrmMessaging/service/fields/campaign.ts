import type { Field } from '../../fields/field';
import { choice } from '../../fields/types/choice';

/** Filters of the campaign list (docs/contributing/service.md, List campaigns). */
export const campaignFilters: Field[] = [
	{
		name: 'schedule_type',
		label: 'Schedule Type',
		type: choice(
			[
				{ value: 'automation_cron', label: 'Automation by Schedule' },
				{ value: 'automation_trigger', label: 'Automation by Trigger' },
				{ value: 'now', label: 'Now' },
				{ value: 'scheduled', label: 'Scheduled' },
			],
			'send',
		),
		initial: 'now',
	},
	{
		name: 'status',
		label: 'Status',
		type: choice(
			[
				{ value: 'completed', label: 'Completed' },
				{ value: 'draft', label: 'Draft' },
				{ value: 'inprogress', label: 'In Progress' },
				{ value: 'ongoing', label: 'Ongoing' },
				{ value: 'paused', label: 'Paused' },
				{ value: 'scheduled', label: 'Scheduled' },
			],
			'send',
		),
	},
];

/** The order of the campaign list, by creation date. */
export const campaignOrder: Field = {
	name: 'order',
	label: 'Order',
	type: choice([
		{ value: 'asc', label: 'Oldest First' },
		{ value: 'desc', label: 'Newest First' },
	]),
	initial: 'desc',
	description: 'By creation date',
};
