import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isAbsent } from '../../fields/convert';
import { InputError } from '../../fields/inputError';
import type { Entry, ItemReading, Operation, Result } from '../../run/operation';
import { runNumber } from '../../run/options';
import type { NodeParameters } from '../../run/parameters';
import type { MessageShape } from './deliveries';
import { entriesOf, messages, noteBraces, noteEmptyValues, noteGaps } from './messageHints';
import { findRepeats, noteRepeats, skipRepeated } from './repeatedMessages';
import { firstTo, readTester, testOption, without } from './testMessages';

const stopAbove: INodeProperties = {
	displayName: 'Stop Above',
	name: 'stopAbove',
	noDataExpression: true,
	...{ type: 'number', default: 100, typeOptions: { minValue: 1 } },
	description:
		'How many messages a run may send at most; where there are more, it stops before the first is sent',
};

/** The options that keep people from sending what they did not mean to. */
export function beltOptions(shape: MessageShape): INodeProperties[] {
	return [stopAbove, skipRepeated, testOption(shape)];
}

/**
 * Looks at all messages of a run before any is sent: leaves out repeated ones, stops where there are
 * too many, turns a test to its one recipient, and hints at what is probably not meant.
 *
 * @throws InputError where there are too many messages, or an option is wrong
 */
export function screenMessages(shape: MessageShape): NonNullable<Operation['screen']> {
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
