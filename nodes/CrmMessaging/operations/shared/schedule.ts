import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, propertyOf } from '../../form/property';
import type { ItemParameters } from '../../run/parameters';
import { startAt } from '../../interface/message';

const startNow = 'startNow';

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
			{ name: 'Later', value: 'at' },
		],
	),
	propertyOf(startAt, { displayOptions: { show: { schedule: ['at'] } } }),
	choiceOf(
		{
			displayName: 'Start Now',
			name: startNow,
			default: 'false',
			description:
				'What start_now says beside the time; the service does not document how the two interact, so try it with one message: if that never arrives, choose True; if it arrives at once, choose False',
			displayOptions: { show: { schedule: ['at'] } },
		},
		[
			{ name: 'False', value: 'false', description: 'The time decides when to send' },
			{
				name: 'True',
				value: 'true',
				description: 'For a service that starts nothing without it',
			},
		],
	),
];

/** Reads `start_now` and `start_at`. */
export function readSchedule(item: ItemParameters): IDataObject {
	if (item.choice('schedule') !== 'at') return { start_now: true };
	return { start_now: item.choice(startNow) === 'true', start_at: item.field(startAt) as string };
}
