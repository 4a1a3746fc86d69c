import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import type { Entry, ItemReading, Operation, Result } from '../../engine/operation';
import { runNumber } from '../../engine/options';
import type { NodeParameters } from '../../engine/parameters';
import type { MessageShape } from './deliveries';
import {
	entriesOf,
	messages,
	noteBraces,
	noteEmptyValues,
	noteGaps,
	hintAt,
	warn,
} from './messageHints';
import { type Field, isAbsent, convertField } from '../../fields/field';
import type { RepeatedRecipients } from '../../engine/recipient';

const stopAbove: INodeProperties = {
	displayName: 'Stop Above',
	name: 'stopAbove',
	noDataExpression: true,
	type: 'number',
	default: 100,
	typeOptions: { minValue: 1 },
	description:
		'How many messages a run may send at most; where there are more, it stops before the first is sent',
};

/** The options that keep people from sending what they did not mean to. */
export function guardOptions(shape: MessageShape): INodeProperties[] {
	return [stopAbove, skipRepeated, testOption(shape)];
}

/**
 * Looks at all messages of a run before any is sent: leaves out repeated ones, stops where there are
 * too many, turns a test to its one recipient, and hints at what is probably not meant.
 *
 * @throws InputError where there are too many messages, or an option is wrong
 */
export function guardMessages(shape: MessageShape): NonNullable<Operation['screen']> {
	return (readings, parameters, recurrence) => {
		for (const option of [stopAbove, testOption(shape)]) refuseEmpty(option, parameters);
		// An agent that names a person twice means one message.
		const skips = (parameters.optionOfRun(skipRepeated) ?? parameters.isAgentCall) === true;
		const most = runNumber(parameters, stopAbove);
		const tester = readTester(shape, parameters);
		const repeats = findRepeats(readings, shape, recurrence);
		noteRepeats(repeats, skips, parameters);
		const kept = skips ? without(readings, new Set(repeats)) : readings;
		const leftOut = skips ? repeats.map((entry) => skippedResult(entry, shape)) : [];
		if (tester === undefined && most !== undefined) stopIfAbove(most, entriesOf(kept));
		const sent =
			tester === undefined ? kept : firstTo(tester, kept, shape, parameters, recurrence);
		const entries = entriesOf(sent);
		noteBraces(sent, shape, parameters);
		noteGaps(sent, parameters);
		noteEmptyValues(entries, parameters);
		markTimes(sent);
		return { readings: sent, leftOut };
	};
}

/** Lets the output of each message say when it is to be sent, where that is not now. */
function markTimes(readings: readonly ItemReading[]): void {
	for (const { envelope, entries } of readings) {
		const { start_at } = envelope;
		if (start_at === undefined) continue;
		const marks = { start_at };
		for (const entry of entries) {
			entry.marks = entry.marks ? { ...marks, ...entry.marks } : marks;
		}
	}
}

/** An option that was added and left empty must not pass for one that was not added. */
function refuseEmpty({ name, displayName }: INodeProperties, parameters: NodeParameters): void {
	const options = parameters.of(0).collection('options');
	if (name in options && isAbsent(options[name])) {
		throw new InputError('is empty; give it a value or remove the option', [displayName]);
	}
}

/** What comes out of a message, as far as it is known without the service. */
export function messageOutput(
	{ data, text, marks }: Entry,
	{ recipientIn }: MessageShape,
): IDataObject {
	return { ...recipientIn(data), text, valid: null, delivery_id: null, ...marks };
}

function skippedResult(entry: Entry, shape: MessageShape): Result {
	const json = { ...messageOutput(entry, shape), skipped: 'repeated' };
	return { json, items: [entry.item], place: entry.place };
}

function stopIfAbove(most: number, all: readonly Entry[]): void {
	if (all.length <= most) return;
	throw new InputError(
		`is ${most.toLocaleString('en')}, but this run has ${messages(all)}; raise it if all of them are meant`,
		[stopAbove.displayName],
	);
}

/** So many messages a test sends. */
export const testMessages = 3;
const label = 'Send Test To';

/** The option that turns the first messages to one recipient, and keeps the others back. */
export function testOption({ test }: MessageShape): INodeProperties {
	return {
		displayName: label,
		name: 'sendTestTo',
		noDataExpression: true,
		type: 'string',
		default: '',
		placeholder: test.placeholder,
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
	recurrence: RepeatedRecipients,
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

/** The option that leaves out what a recipient gets a second time. */
export const skipRepeated: INodeProperties = {
	displayName: 'Skip Repeated Messages',
	name: 'skipRepeated',
	noDataExpression: true,
	type: 'boolean',
	default: true,
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

/** The messages whose recipient gets the same earlier in the run. */
export function findRepeats(
	readings: readonly ItemReading[],
	shape: MessageShape,
	recurrence: RepeatedRecipients,
): Entry[] {
	if (!recurrence.isAny) return [];
	const seen = new Set<string>();
	const repeats: Entry[] = [];
	for (const { envelope, entries } of readings) {
		const beside = shape.shownBeside?.(envelope) ?? '';
		for (const entry of entries) {
			const recipient = shape.recipientOf(entry.data);
			if (!recurrence.has(recipient)) continue;
			const message = JSON.stringify([recipient, beside, entry.text]);
			if (seen.has(message)) repeats.push(entry);
			else seen.add(message);
		}
	}
	return repeats;
}

/** Says how many messages are repeated, and what becomes of them. */
export function noteRepeats(
	repeats: readonly Entry[],
	skips: boolean,
	parameters: NodeParameters,
): void {
	if (repeats.length === 0) return;
	if (skips) {
		const verb = repeats.length === 1 ? 'was' : 'were';
		hintAt(
			repeats,
			`${messages(repeats)} ${verb} left out, because the recipient gets the same text earlier in the run`,
			parameters,
		);
		return;
	}
	const verb = repeats.length === 1 ? 'goes' : 'go';
	hintAt(
		repeats,
		`${messages(repeats)} ${verb} to a recipient who gets the same text earlier in the run; the option “${skipRepeated.displayName}” leaves such messages out`,
		parameters,
	);
	warn(repeats, 'The recipient gets the same text earlier in the run.');
}
