import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameterName } from '../../fields/field';
import { shown } from '../../fields/inputError';
import { isDateAlone } from '../../fields/types/date';
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
			noDataExpression: false,
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
	const time = item.field(startAt) as string;
	const given = item.value(parameterName(startAt));
	if (isDateAlone(given)) {
		item.hint(
			`${startAt.label} ${shown(given)} has no time, so it means 00:00.`,
			'start at without a time',
		);
	}
	return { start_now: item.choice(startNow) === 'true', start_at: time };
}
