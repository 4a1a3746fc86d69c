import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, propertyOf } from '../../form/property';
import type { ItemParameters } from '../../run/parameters';
import { startAt } from '../../interface/message';

/** When to send: now, or at a set time (docs/service.md, Send push notifications). */
export const scheduleProperties: INodeProperties[] = [
	choiceOf(
		{
			displayName: 'Schedule',
			name: 'schedule',
			default: 'now',
			description: 'When the messages are sent',
		},
		[
			{ name: 'Now', value: 'now' },
			{ name: 'At', value: 'at' },
		],
	),
	propertyOf(startAt, { displayOptions: { show: { schedule: ['at'] } } }),
];

/** Reads `start_now` and `start_at`. */
export function readSchedule(item: ItemParameters): IDataObject {
	if (item.choice('schedule') !== 'at') return { start_now: true };
	return { start_now: false, start_at: item.field(startAt) as string };
}
