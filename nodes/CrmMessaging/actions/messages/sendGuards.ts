import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import type { Operation } from '../../engine/operation';
import type { Row } from '../../engine/row';
import { runNumber } from '../../engine/options';
import type { NodeParameters } from '../../engine/parameters';
import type { MessageShape } from './deliveries';
import { messages, noteBraces, noteEmptyValues, noteGaps, hintAt, warn } from './messageHints';
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
export function guardMessages(shape: MessageShape): NonNullable<Operation['preflight']> {
	return (rows, parameters, repeated) => {
		for (const option of [stopAbove, testOption(shape)]) refuseEmpty(option, parameters);
		// An agent that names a person twice means one message.
		const skips = (parameters.optionOfRun(skipRepeated) ?? parameters.isAgentCall) === true;
		const most = runNumber(parameters, stopAbove);
		const tester = readTester(shape, parameters);
		const repeats = findRepeats(rows, shape, repeated);
		noteRepeats(repeats, skips, parameters);
		if (skips) {
			for (const row of repeats)
				row.skip({ ...messageOutput(row, shape), skipped: 'repeated' });
		}
		const kept = rows.filter(isReady);
		if (tester !== undefined) turnToTester(tester, kept, shape, parameters, repeated);
		else if (most !== undefined) stopIfAbove(most, kept);
		const sent = kept.filter(isReady);
		noteBraces(sent, shape, parameters);
		noteGaps(sent, parameters);
		noteEmptyValues(sent, parameters);
		markTimes(sent);
	};
}

function isReady({ status }: Row): boolean {
	return status === 'ready';
}

/** Lets the output of each message say when it is to be sent, if that is not now. */
function markTimes(rows: readonly Row[]): void {
	for (const row of rows) {
		const { start_at } = row.envelope;
		if (start_at !== undefined) row.marks = { start_at, ...row.marks };
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
	{ body, text, marks }: Row,
	{ recipientIn }: MessageShape,
): IDataObject {
	return { ...recipientIn(body), text, valid: null, delivery_id: null, ...marks };
}

function stopIfAbove(most: number, all: readonly Row[]): void {
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
function testOption({ test }: MessageShape): INodeProperties {
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
function readTester(shape: MessageShape, parameters: NodeParameters): unknown {
	const option = testOption(shape);
	const { type } = shape.test;
	const field: Field = { type, name: option.name, label, description: '' };
	// The Default Country Code may be an expression, and is the first item's then.
	return convertField(field, parameters.optionOfRun(option), parameters.of(0));
}

/** Turns the first messages to the recipient of a test, and leaves out the others. */
function turnToTester(
	tester: unknown,
	all: readonly Row[],
	{ test, recipientOf }: MessageShape,
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): void {
	const what =
		all.length > testMessages
			? `only the first ${testMessages} of ${messages(all)} go`
			: all.length === 1
				? 'the message goes'
				: `the ${messages(all)} go`;
	parameters.hints.add(
		`This is a test: ${what} to ${String(tester)}, and nothing to anyone else. Remove the option “${label}” to send to the recipients.`,
	);
	for (const row of all.slice(testMessages)) row.skip();
	for (const row of all.slice(0, testMessages)) {
		row.body = test.sentTo(row.body, tester);
		// A guest whose number a test goes to still gets the own message.
		row.recipient = recipientOf(row.body).map(([type, name]) => [`test ${type}`, name]);
		row.marks = { test: true };
		repeated.note(row.recipient);
	}
}

/** The option that leaves out what a recipient gets a second time. */
const skipRepeated: INodeProperties = {
	displayName: 'Skip Repeated Messages',
	name: 'skipRepeated',
	noDataExpression: true,
	type: 'boolean',
	default: true,
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

/** The messages whose recipient gets the same earlier in the run. */
function findRepeats(
	rows: readonly Row[],
	{ shownBeside }: MessageShape,
	repeated: RepeatedRecipients,
): Row[] {
	if (!repeated.isAny) return [];
	const seen = new Set<string>();
	return rows.filter(({ envelope, recipient, text }) => {
		if (!repeated.has(recipient)) return false;
		const message = JSON.stringify([recipient, shownBeside?.(envelope) ?? '', text]);
		const isRepeat = seen.has(message);
		seen.add(message);
		return isRepeat;
	});
}

/** Says how many messages are repeated, and what happens to them. */
function noteRepeats(repeats: readonly Row[], skips: boolean, parameters: NodeParameters): void {
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
