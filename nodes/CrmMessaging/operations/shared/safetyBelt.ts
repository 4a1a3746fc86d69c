import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import { convertField } from '../../fields/convert';
import type { Field } from '../../fields/field';
import { multiple, startAt } from '../../interface/message';
import type { Entry, ItemReading, Result, Screened } from '../../run/operation';
import { runNumber, runOption, runSwitch } from '../../run/options';
import type { NodeParameters } from '../../run/parameters';
import { shownItems } from '../../run/shownItems';

/** So many messages a test sends. */
const testMessages = 3;
const testName = 'Send Test To';

const stopAbove: INodeProperties = {
	displayName: 'Stop Above',
	name: 'stopAbove',
	noDataExpression: true,
	...{ type: 'number', default: 100, typeOptions: { minValue: 1 } },
	description:
		'How many messages a run may send at most; where there are more, it stops before the first is sent',
};

const skipRepeated: INodeProperties = {
	displayName: 'Skip Repeated Messages',
	name: 'skipRepeated',
	noDataExpression: true,
	...{ type: 'boolean', default: true },
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

/** What the safety belt has to know of an operation's messages. */
export interface BeltShape {
	/** What the recipient of a test is, for its check. */
	testRecipient: Pick<Field, 'type' | 'placeholder'>;
	/** What the option for it says. */
	testDescription: string;
	/** The delivery, to the recipient of a test. */
	sentTo(delivery: IDataObject, recipient: unknown): IDataObject;
	/** The keys of a delivery that say who it is for. */
	recipientIn(delivery: IDataObject): IDataObject;
	/** What a recipient sees beside the text. */
	shownBeside?(envelope: IDataObject): string;
	/** Whether a message needs several parts, and may not have them. */
	isTooLong?(entry: Entry): boolean;
}

/** The options that keep people from sending what they did not mean to. */
export function beltOptions(shape: BeltShape): INodeProperties[] {
	return [stopAbove, skipRepeated, testOption(shape)];
}

function testOption({ testRecipient, testDescription }: BeltShape): INodeProperties {
	return {
		displayName: testName,
		name: 'sendTestTo',
		noDataExpression: true,
		...{ type: 'string', default: '' },
		...(testRecipient.placeholder ? { placeholder: testRecipient.placeholder } : {}),
		description: testDescription,
	};
}

/**
 * Looks at all messages of a run before any is sent: leaves out repeated ones, stops where there are
 * too many, turns a test to its one recipient, and hints at what is probably not meant.
 *
 * @throws InputError where there are too many messages, or an option is wrong
 */
export function screenMessages(
	shape: BeltShape,
): (readings: readonly ItemReading[], parameters: NodeParameters) => Screened {
	return (readings, parameters) => {
		const skips = runSwitch(parameters, skipRepeated);
		const most = runNumber(parameters, stopAbove);
		const tester = readTester(shape, parameters);
		const repeats = findRepeats(readings, shape);
		noteRepeats(repeats, skips, parameters);
		const kept = skips ? without(readings, new Set(repeats)) : readings;
		const leftOut = skips ? repeats.map((entry) => skippedResult(entry, shape)) : [];
		if (tester === undefined && most !== undefined) stopIfAbove(most, kept);
		const sent = tester === undefined ? kept : firstTo(tester, kept, shape, parameters);
		noteLong(sent, shape, parameters);
		notePassed(sent, parameters);
		return { readings: sent, leftOut };
	};
}

/** What comes out of a message that is known without the service. */
export function messageOutput(
	{ data, text, marks }: Entry,
	{ recipientIn }: BeltShape,
): IDataObject {
	return { ...recipientIn(data), text, valid: null, delivery_id: null, ...marks };
}

function skippedResult(entry: Entry, shape: BeltShape): Result {
	const json = { ...messageOutput(entry, shape), skipped: 'repeated' };
	return { json, items: [entry.item], place: entry.place };
}

function readTester(shape: BeltShape, parameters: NodeParameters): unknown {
	const option = testOption(shape);
	const { type } = shape.testRecipient;
	const field: Field = { type, name: option.name, label: testName, description: '' };
	return convertField(field, runOption(parameters, option), parameters);
}

/** The messages whose recipient gets the same earlier in the run. */
function findRepeats(readings: readonly ItemReading[], shape: BeltShape): Entry[] {
	const seen = new Map<string, string[]>();
	const repeats: Entry[] = [];
	for (const { envelope, entries } of readings) {
		const beside = shape.shownBeside?.(envelope) ?? '';
		for (const entry of entries) {
			const recipient = Object.entries(shape.recipientIn(entry.data)).join();
			const text = beside === '' ? (entry.text ?? '') : `${beside}\n${entry.text}`;
			const texts = seen.get(recipient);
			if (!texts) seen.set(recipient, [text]);
			else if (texts.includes(text)) repeats.push(entry);
			else texts.push(text);
		}
	}
	return repeats;
}

function noteRepeats(repeats: readonly Entry[], skips: boolean, parameters: NodeParameters): void {
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

function without(readings: readonly ItemReading[], left: ReadonlySet<Entry>): ItemReading[] {
	return readings
		.map((reading) => ({
			...reading,
			entries: reading.entries.filter((entry) => !left.has(entry)),
		}))
		.filter(({ entries }) => entries.length > 0);
}

function stopIfAbove(most: number, readings: readonly ItemReading[]): void {
	const all = entriesOf(readings);
	if (all.length <= most) return;
	throw new InputError(
		`is ${most.toLocaleString('en')}, but this run has ${messages(all)}; raise it if all of them are meant`,
		[stopAbove.displayName],
	);
}

/** The first messages, each to the recipient of a test. */
function firstTo(
	tester: unknown,
	readings: readonly ItemReading[],
	shape: BeltShape,
	parameters: NodeParameters,
): ItemReading[] {
	const all = entriesOf(readings);
	const others = new Set(all.slice(testMessages));
	const what =
		others.size > 0
			? `only the first ${testMessages} of ${messages(all)} go`
			: `the ${messages(all)} ${all.length === 1 ? 'goes' : 'go'}`;
	parameters.hints.add(
		`This is a test: ${what} to ${String(tester)}, and nothing to anyone else. Remove the option “${testName}” to send to the recipients.`,
	);
	return without(readings, others).map((reading) => ({
		...reading,
		entries: reading.entries.map((entry) => ({
			...entry,
			data: shape.sentTo(entry.data, tester),
			marks: { test: true },
		})),
	}));
}

function noteLong(
	readings: readonly ItemReading[],
	{ isTooLong }: BeltShape,
	parameters: NodeParameters,
): void {
	const long = isTooLong ? entriesOf(readings).filter(isTooLong) : [];
	if (long.length === 0) return;
	const [verb, them] = long.length === 1 ? ['needs', 'it'] : ['need', 'them'];
	hintAt(
		long,
		`${messages(long)} ${verb} several SMS, but “${multiple.label}” is off, so the service may cut or refuse ${them}`,
		parameters,
	);
	warn(long, `Needs several SMS, but “${multiple.label}” is off.`);
}

/** A time that has passed is a hint, since the service then sends at once. */
function notePassed(readings: readonly ItemReading[], parameters: NodeParameters): void {
	const now = DateTime.now();
	const isPassed = new Map<unknown, boolean>();
	const passed = readings.filter(({ envelope: { start_at: time } }) => {
		if (typeof time !== 'string') return false;
		const known = isPassed.get(time) ?? DateTime.fromISO(time) < now;
		isPassed.set(time, known);
		return known;
	});
	const [first] = passed;
	if (!first) return;
	const late = entriesOf(passed);
	const time = String(first.envelope.start_at);
	const others = new Set(passed.map(({ envelope }) => envelope.start_at)).size > 1;
	hintAt(
		late,
		`${startAt.label} ${time}${others ? ' and other times' : ''} ${others ? 'have' : 'has'} passed, so the service sends ${messages(late)} at once`,
		parameters,
	);
	warn(late, `${startAt.label} has passed, so the service sends at once.`);
}

function entriesOf(readings: readonly ItemReading[]): Entry[] {
	return readings.flatMap(({ entries }) => entries);
}

/** `1 message`, `1,000 messages`. */
function messages({ length: count }: readonly Entry[]): string {
	return `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`;
}

/** A hint at messages, with the first of their items. */
function hintAt(entries: Iterable<Entry>, sentence: string, { hints }: NodeParameters): void {
	const items = [...new Set([...entries].map(({ item }) => item))];
	hints.add(`${sentence} (${shownItems(items)}).`);
}

function warn(entries: Iterable<Entry>, warning: string): void {
	for (const entry of entries) (entry.warnings ??= []).push(warning);
}
