import { messageHint, messageWarning, wrongMessage } from '../../catalogue/messages';
import { InputError, quote } from '../../fields/inputError';
import type { Operation } from '../../engine/operation';
import { readyOf, type Row } from '../../engine/row';
import type { NodeParameters } from '../../engine/read/parameters';
import type { MessageShape } from './deliveries';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { boundedNumber } from '../../fields/types/number';
import { testRecipient, type RepeatedRecipients } from '../../engine/recipient';
import { counted, figure, type Sentence } from '../../catalogue/sentence';
import { addTo, isBlank } from '../../fields/values';
import { placeholdersOf } from './placeholders';
import { tagsIn } from '../../fields/textRules';
import { formatItems } from '../../engine/hints';

const maxMessages: Option<number | undefined> = {
	name: 'maxMessages',
	label: 'Max Messages',
	type: boundedNumber({ isWhole: true, min: 1 }),
	scope: 'run',
	unset: undefined,
	initial: 100,
	description: 'Maximum number of messages per run (if there are more, nothing is sent)',
};

export function guardOptions(shape: MessageShape): Option[] {
	return [maxMessages, skipDuplicates, testOption(shape)];
}

/** Checks all messages of a run before any is sent. @throws InputError if there are too many */
export function guardMessages(shape: MessageShape): NonNullable<Operation['preflight']> {
	return (rows, parameters, repeated) => {
		// An agent that names a recipient twice means one message.
		const skips = parameters.option(skipDuplicates) ?? parameters.isAgentCall;
		const tester = parameters.option(testOption(shape));
		const repeats = findRepeats(rows, shape, repeated);
		if (skips) hintAt(repeats, parameters, messageHint.repeatsLeftOut);
		else hintAt(repeats, parameters, messageHint.repeatsSent, messageWarning.repeat);
		for (const row of skips ? repeats : []) {
			row.skip({ ...shape.recipientIn(row.body), text: row.text, skipped: 'repeated' });
		}
		const remaining = readyOf(rows);
		if (tester !== undefined) turnToTester(tester, remaining, shape, parameters, repeated);
		else stopIfAbove(parameters.option(maxMessages), remaining);
		const sent = readyOf(remaining);
		noteContents(sent, shape, parameters);
	};
}

function stopIfAbove(most: number | undefined, all: readonly Row[]): void {
	if (most === undefined || all.length <= most) return;
	const sentence = wrongMessage.tooManyMessages({ most: figure(most), messages: messages(all) });
	throw new InputError(sentence, [maxMessages.label]);
}

export const testMessages = 3;
const label = 'Test Recipient';

/** The option that redirects the first messages to one recipient and skips the rest. */
function testOption({ test }: MessageShape): Option {
	return {
		name: 'testRecipient',
		label,
		type: test.type,
		scope: 'run',
		unset: undefined,
		placeholder: test.placeholder,
		description: `${test.what} that gets the first ${testMessages} messages instead of their recipients (no others are sent)`,
	};
}

function turnToTester(
	tester: unknown,
	all: readonly Row[],
	{ test, recipientOf }: MessageShape,
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
): void {
	const some = all.length > testMessages ? `${testMessages} of ` : '';
	parameters.hints.add(
		messageHint.test({ messages: some + messages(all), tester: String(tester) }),
	);
	for (const row of all.slice(testMessages)) row.skip();
	for (const row of all.slice(0, testMessages)) {
		row.body = test.sentTo(row.body, tester);
		// A guest whose number is the test recipient still gets their own message.
		row.recipient = testRecipient(recipientOf(row.body));
		row.marks = { test: true };
		repeated.add(row.recipient);
	}
}

const skipDuplicates: Option<boolean | undefined> = {
	name: 'skipDuplicates',
	label: 'Skip Duplicates',
	type: boolean,
	scope: 'run',
	unset: undefined,
	initial: true,
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

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

/** A time or a number as machines write them, of which a recipient sees each digit. */
const machineDate =
	/\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/;
const machineNumber = /(?<![\d.])\d{1,15}\.\d{9,20}/;

/** Hints at what recipients will read as it is: tags of tools, machine writing, and gaps. */
function noteContents(
	rows: readonly Row[],
	{ shownBeside }: MessageShape,
	parameters: NodeParameters,
): void {
	const found = {
		codeFromData: new Map<Row, string>(),
		machineDate: new Map<Row, string>(),
		machineNumber: new Map<Row, string>(),
	};
	const withGap = new Map<string, Row[]>();
	for (const row of rows) {
		const { envelope, text = '', template = '' } = row;
		const whole = `${text}\n${shownBeside?.(envelope) ?? ''}`;
		const [tag] = tagsIn(whole);
		if (tag !== undefined) found.codeFromData.set(row, quote(tag));
		if (/\d[.T]\d|GMT/.test(whole)) {
			// A link may hold any.
			const words = whole.split(/\s/).filter((word) => !word.includes('://'));
			const read = words.join(' ');
			const [date] = machineDate.exec(read) ?? [];
			if (date !== undefined) found.machineDate.set(row, quote(date));
			const [number] = machineNumber.exec(read.replace(machineDate, '')) ?? [];
			if (number !== undefined) found.machineNumber.set(row, quote(number));
		}
		const values = row.body.replacements as Record<string, string>;
		for (const name in values) {
			if (isBlank(values[name]) && placeholdersOf(template).has(name))
				addTo(withGap, name, row);
		}
		// The output shows the send time unless it's now.
		const { start_at } = envelope;
		if (start_at !== undefined) row.marks = { start_at, ...row.marks };
	}
	noteAll(
		found.codeFromData,
		parameters,
		(mark, messages) => messageHint.codeFromData({ mark, messages }),
		(mark) => messageWarning.codeFromData({ mark }),
	);
	noteAll(
		found.machineDate,
		parameters,
		(date, messages) => messageHint.machineDate({ date, messages }),
		(text) => messageWarning.machineWriting({ text }),
	);
	noteAll(
		found.machineNumber,
		parameters,
		(number, messages) => messageHint.machineNumber({ number, messages }),
		(text) => messageWarning.machineWriting({ text }),
	);
	for (const [name, all] of withGap) {
		hintAt(
			all,
			parameters,
			({ messages }) => messageHint.blankPlaceholder({ name, messages }),
			messageWarning.blankPlaceholder({ name }),
		);
	}
}

/** Hints at what was found in some messages, with the first as an example, and warns of each. */
function noteAll(
	found: ReadonlyMap<Row, string>,
	parameters: NodeParameters,
	sentenceOf: (example: string, messages: string) => Sentence,
	warningOf: (example: string) => string,
): void {
	const [example = ''] = found.values();
	hintAt([...found.keys()], parameters, ({ messages }) => sentenceOf(example, messages));
	for (const [row, own] of found) row.warn(warningOf(own));
}

export function messages({ length: count }: readonly Row[]): string {
	return counted(count, 'message');
}

/** Hints at messages, if there are any. @param warning shown next to each in a preview */
export function hintAt(
	rows: readonly Row[],
	{ hints }: NodeParameters,
	sentenceOf: (values: { messages: string }) => Sentence,
	warning?: string,
): void {
	if (rows.length === 0) return;
	const items = [...new Set(rows.map(({ item }) => item))];
	hints.add(sentenceOf({ messages: `${messages(rows)} (${formatItems(items)})` }));
	if (warning !== undefined) for (const row of rows) row.warn(warning);
}
