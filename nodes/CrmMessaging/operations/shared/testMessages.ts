import type { INodeProperties } from 'n8n-workflow';
import { convertField } from '../../fields/convert';
import type { Field } from '../../fields/field';
import type { Entry, ItemReading } from '../../run/operation';
import type { NodeParameters } from '../../run/parameters';
import type { Recurrence } from '../../run/recurrence';
import type { MessageShape } from './deliveries';
import { entriesOf, messages } from './messageHints';

/** So many messages a test sends. */
export const testMessages = 3;
const label = 'Send Test To';

/** The option that turns the first messages to one recipient, and keeps the others back. */
export function testOption({ test }: MessageShape): INodeProperties {
	return {
		displayName: label,
		name: 'sendTestTo',
		noDataExpression: true,
		...{ type: 'string', default: '', placeholder: test.placeholder },
		description: `${test.what} that gets the first ${testMessages} messages instead of their recipients; all others are not sent`,
	};
}

/**
 * Reads who gets a test.
 *
 * @returns undefined where it is none
 * @throws InputError
 */
export function readTester(shape: MessageShape, parameters: NodeParameters): unknown {
	const option = testOption(shape);
	const { type } = shape.test;
	const field: Field = { type, name: option.name, label, description: '' };
	// The Default Country Code may be an expression, and is the first item's then.
	return convertField(field, parameters.optionOfRun(option), parameters.of(0));
}

/** The first messages, each to the recipient of a test. */
export function firstTo(
	tester: unknown,
	readings: readonly ItemReading[],
	{ test, recipientOf }: MessageShape,
	parameters: NodeParameters,
	recurrence: Recurrence,
): ItemReading[] {
	const all = entriesOf(readings);
	const others = new Set(all.slice(testMessages));
	const what =
		others.size > 0
			? `only the first ${testMessages} of ${messages(all)} go`
			: all.length === 1
				? 'the message goes'
				: `the ${messages(all)} go`;
	parameters.hints.add(
		`This is a test: ${what} to ${String(tester)}, and nothing to anyone else. Remove the option “${label}” to send to the recipients.`,
	);
	return without(readings, others).map((reading) => ({
		...reading,
		entries: reading.entries.map((entry) => {
			const data = test.sentTo(entry.data, tester);
			recurrence.note(recipientOf(data));
			return { ...entry, data, marks: { test: true } };
		}),
	}));
}

/** What is left of readings without some of their messages. */
export function without(readings: readonly ItemReading[], left: ReadonlySet<Entry>): ItemReading[] {
	return readings
		.map((reading) => ({
			...reading,
			entries: reading.entries.filter((entry) => !left.has(entry)),
		}))
		.filter(({ entries }) => entries.length > 0);
}
