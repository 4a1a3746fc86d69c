import { nodeText } from '../../catalogue/panels';
import { messageHint, messageWarning, wrongMessage } from '../../catalogue/messages';
import type { Sentence } from '../../catalogue/sentence';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameterName, type Option } from '../../fields/field';
import { addTo } from '../../fields/values';
import { quote, InputError } from '../../fields/inputError';
import { isDateAlone } from '../../fields/types/date';
import { propertyOf } from '../../fields/control';
import { choice } from '../../fields/types/choice';
import type { ItemParameters } from '../../engine/read/parameters';
import { startAt, messageHolder, multiple } from '../../service/fields/message';
import { DateTime } from 'luxon';
import { failureOf } from '../../engine/errors';
import type { Guard } from '../../engine/operation';
import { formatList } from '../../engine/hints';
import { firstItemOf, refuse, type Row } from '../../engine/row';
import { displayName } from '../../engine/recipient';
import type { MessageShape } from './deliveries';
import { hintAt } from './sendGuards';

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

/** Points to the option that prevents unintended messages. */
export const tryFirstNotice: INodeProperties = {
	displayName: nodeText.previewFirst,
	name: 'tryFirst',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '/options.preview': [{ _cnd: { exists: true } }] } },
};

export const scheduleProperties: INodeProperties[] = [
	propertyOf(schedule),
	propertyOf(startAt, { displayOptions: { show: { schedule: ['at'] } } }),
];

export function readSchedule(item: ItemParameters): IDataObject {
	if (item.option(schedule) !== 'at') return { start_now: true };
	const time = item.field(startAt) as string;
	const written = item.value(parameterName(startAt));
	if (isDateAlone(written))
		item.hint(messageHint.dayWithoutTime({ option: startAt.label, day: quote(written) }));
	return { start_now: item.option(startFlag) === 'true', start_at: time };
}

export function timeOf({ envelope }: Pick<Row, 'envelope'>): string {
	return (envelope.start_at as string | undefined) ?? 'now';
}

/** A character that people see. */
const visible = /[^\s\p{Cf}]/u;

/** The guards of messages that are still to be sent. */
export function guardsOfUnsent(shape: MessageShape): Guard[] {
	return [refuseBlank, refuseLong(shape), refusePassed];
}

/** Values of placeholders may leave nothing of a message. */
const refuseBlank: Guard = (rows) => {
	for (const row of rows) {
		if (!visible.test(row.text ?? ''))
			refuseRow(row, wrongMessage.blankMessage(), messageHolder.label);
	}
};

/** Refuses messages of several segments, unless their sender wants them. */
function refuseLong({ segmentsOf, safeLength = 0 }: MessageShape): Guard {
	return (rows) => {
		if (!segmentsOf) return;
		let refusedItem: number | undefined;
		for (const row of rows) {
			// An item's first message speaks for all of them.
			const isExempt = firstItemOf(row) === refusedItem || row.body[multiple.name] === true;
			if (isExempt || (row.text ?? '').length <= safeLength) continue;
			const { segments } = segmentsOf(row);
			if (segments <= 1) continue;
			refusedItem = firstItemOf(row);
			const place = `Message to ${displayName(row.recipient)}`;
			const option = multiple.label;
			refuseRow(row, wrongMessage.tooManySegments({ segments, option }), place);
		}
	};
}

function refuseRow(row: Row, sentence: Sentence, place: string): void {
	refuse(row, failureOf(new InputError(sentence, [place])));
}

/**
 * Refuses messages whose time has passed: a fixed time, or one over a month late. Others cause a
 * hint, as “two days before arrival” is late for a late booking: the service sends them now.
 */
const refusePassed: Guard = (all, parameters) => {
	const rows = all.filter(({ envelope }) => envelope.start_at !== undefined);
	if (rows.length === 0) return;
	const now = DateTime.now();
	const isFixed = !parameters.isExpression(parameterName(startAt));
	const earliest = isFixed ? now : now.minus({ months: 1 });
	const option = startAt.label;
	const byTime = new Map<string, Row[]>();
	for (const row of rows) addTo(byTime, timeOf(row), row);
	const late: Array<[time: string, rows: Row[]]> = [];
	for (const [time, alike] of byTime) {
		const moment = DateTime.fromISO(time);
		if (moment >= now) continue;
		if (moment >= earliest) {
			late.push([time, alike]);
			continue;
		}
		const sentence = wrongMessage.timePassed({ time: quote(time) });
		// One for all, so that the error names all their items.
		const failure = failureOf(new InputError(sentence, [option]));
		for (const row of alike) refuse(row, failure);
	}
	const times = formatList(late.map(([time]) => time));
	hintAt(
		late.flatMap(([, alike]) => alike),
		parameters,
		({ messages }) => messageHint.sentNow({ option, times, messages }),
		messageWarning.sentNow({ option }),
	);
};
