import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { parameterName } from '../../fields/field';
import { quote, InputError } from '../../fields/inputError';
import { isDateAlone } from '../../fields/types/date';
import { choiceOf, propertyOf } from '../../editor/form';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { startAt, multiple } from '../../service/fields/message';
import { DateTime } from 'luxon';
import type { Batch, Operation, WrongItems } from '../../engine/operation';
import { displayName } from '../../engine/recipient';
import type { MessageShape } from './deliveries';
import { hintAt, messages, warn } from './messageHints';

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
			`${startAt.label} ${quote(given)} has no time, so it means 00:00.`,
			'start at without a time',
		);
	}
	return { start_now: item.choice(startNow) === 'true', start_at: time };
}

/** Finds messages that are too long, or whose time has passed; the latter may be a hint alone. */
export function findUnsendable(shape: MessageShape): NonNullable<Operation['findWrong']> {
	return (batches, parameters) => [
		...findTooLong(batches, shape),
		...findPassed(batches, parameters),
	];
}

/** The items with a message that needs several parts and may not have them. */
function findTooLong(batches: readonly Batch[], shape: MessageShape): WrongItems[] {
	const { parts } = shape;
	if (!parts) return [];
	const wrong = new Map<number, WrongItems>();
	for (const entry of batches.flatMap(({ entries }) => entries)) {
		const { item } = entry;
		if (wrong.has(item) || !parts.areTooMany(entry)) continue;
		const recipient = displayName(shape.recipientOf(entry.data));
		const error = new InputError(
			`is ${parts.of(entry)} SMS long, but “${multiple.label}” is off. Shorten it, or switch “${multiple.label}” on`,
			[`Message to ${recipient}`],
		);
		wrong.set(item, { items: [item], error });
	}
	return [...wrong.values()];
}

/**
 * The items whose time has passed: those of a fixed time, and those of an expression that are more than a
 * month late. The others are a hint, since an expression such as “two days before arrival” is late for
 * late bookings, and the service then sends at once.
 */
function findPassed(batches: readonly Batch[], parameters: NodeParameters): WrongItems[] {
	const now = DateTime.now();
	const passed = batches.filter(
		({ envelope }) => typeof envelope.start_at === 'string' && timeOf(envelope) < now,
	);
	const isFixed = !parameters.isExpression(parameterName(startAt));
	const isWrong = ({ envelope }: Batch): boolean =>
		isFixed || timeOf(envelope) < now.minus({ months: 1 });
	noteLate(
		passed.filter((batch) => !isWrong(batch)),
		parameters,
	);
	return passed.filter(isWrong).map(({ envelope, items }) => {
		const since = isFixed ? 'has passed' : 'passed more than a month ago';
		const error = new InputError(
			`${quote(envelope.start_at)} ${since}. Give a later time, or set Schedule to Now`,
			[startAt.label],
		);
		return { items, error };
	});
}

function timeOf({ start_at }: Batch['envelope']): DateTime {
	return DateTime.fromISO(start_at as string);
}

function noteLate(batches: readonly Batch[], parameters: NodeParameters): void {
	const [first] = batches;
	if (!first) return;
	const late = batches.flatMap(({ entries }) => entries);
	const time = first.envelope.start_at as string;
	const others = new Set(batches.map(({ envelope }) => envelope.start_at)).size > 1;
	hintAt(
		late,
		`${startAt.label} ${time}${others ? ' and other times' : ''} ${others ? 'have' : 'has'} passed, so the service sends ${messages(late)} at once`,
		parameters,
	);
	warn(late, `${startAt.label} has passed, so the service sends at once.`);
}
