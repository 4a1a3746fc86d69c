import { DateTime } from 'luxon';
import { parameterName } from '../../fields/field';
import { InputError, shown } from '../../fields/inputError';
import { multiple, startAt } from '../../interface/message';
import type { Batch, Operation, WrongItems } from '../../run/operation';
import type { NodeParameters } from '../../run/parameters';
import { shownRecipient } from '../../run/recipient';
import type { MessageShape } from './deliveries';
import { hintAt, messages, warn } from './messageHints';

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
		const recipient = shownRecipient(shape.recipientOf(entry.data));
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
			`${shown(envelope.start_at)} ${since}. Give a later time, or set Schedule to Now`,
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
