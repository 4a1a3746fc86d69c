import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { messageHint } from '../../catalogue/messages';
import { nodeText } from '../../catalogue/panels';
import type { ItemParameters } from '../../engine/read/parameters';
import { propertyOf } from '../../fields/control';
import { parameterName, type Option } from '../../fields/field';
import { quote } from '../../fields/inputError';
import { choice } from '../../fields/types/choice';
import { isDateAlone } from '../../fields/types/date';
import { startAt } from '../../service/fields/message';

const schedule: Option<'now' | 'at'> = {
	name: 'schedule',
	label: 'Schedule',
	type: choice({ now: 'Now', at: 'Later' }),
	isParameter: true,
	unset: 'now',
};

export const startFlag: Option<'true' | 'false'> = {
	name: 'startFlag',
	label: 'Start Flag',
	type: choice({
		false: ['False', 'The time decides when to send'],
		true: ['True', 'For services that don’t start without it'],
	}),
	scope: 'run',
	unset: 'false',
	initial: 'true',
	description: 'Value of start_now for a scheduled message (if it never arrives, choose True)',
};

export const scheduleProperties: INodeProperties[] = [
	propertyOf(schedule),
	propertyOf(startAt, { displayOptions: { show: { schedule: ['at'] } } }),
	{
		displayName: nodeText.previewFirst,
		name: 'tryFirst',
		type: 'notice',
		default: '',
		displayOptions: { hide: { '/options.preview': [{ _cnd: { exists: true } }] } },
	},
];

/** An item's schedule, with the service's keys. */
export function readSchedule(item: ItemParameters): IDataObject {
	if (item.option(schedule) !== 'at') return { start_now: true };
	const time = item.field(startAt) as string;
	const written = item.value(parameterName(startAt));
	if (isDateAlone(written))
		item.hint(messageHint.dayWithoutTime({ option: startAt.label, day: quote(written) }));
	return { start_now: item.option(startFlag) === 'true', start_at: time };
}
