import { messageHint, messageWarning, wrongMessage } from '../../catalogue/messages';
import { InputError, quote } from '../../fields/inputError';
import type { Guard } from '../../engine/operation';
import { itemsOf, openRows, warn, type Row } from '../../engine/row';
import type { NodeParameters } from '../../engine/read/parameters';
import type { MessageShape } from './deliveries';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { boundedNumber } from '../../fields/types/number';
import { byRepeatedName, displayName, testRecipient } from '../../engine/recipient';
import { counted, figure, type Sentence } from '../../catalogue/sentence';
import { addTo, isBlank, textOf } from '../../fields/values';
import { placeholdersOf } from './placeholders';
import { tagsIn } from '../../fields/textRules';
import { formatItems, formatList } from '../../engine/hints';

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

/** The guards of all messages of a run. */
export function guardsOf(shape: MessageShape, contentOf: (row: Row) => string): Guard[] {
	return [
		noteDifferentTexts,
		leaveOutDuplicates(shape, contentOf),
		stopAboveMaximum(shape),
		turnToTester(shape),
		noteContents(shape),
	];
}

/** Hints at several different messages to one recipient, such as all texts to the first guest. */
const noteDifferentTexts: Guard = (all, parameters) => {
	const rows = openRows(all);
	const several = byRepeatedName(rows).filter(
		(own) => new Set(own.map(({ text }) => text)).size > 1,
	);
	const [own] = several;
	if (!own) return;
	const names = several.flatMap(([one]) => (one && displayName(one.recipient)) ?? []);
	const [recipient = ''] = names;
	if (own.length === rows.length && rows.length >= 3) {
		parameters.hints.add(messageHint.allToOne({ messages: messages(rows), recipient }));
		for (const row of rows) warn(row, messageWarning.allToOne({ messages: messages(rows) }));
		return;
	}
	const recipients = `${counted(names.length, 'recipient')} (${formatList(names)})`;
	parameters.hints.add(messageHint.differentTexts({ recipients }));
};

function leaveOutDuplicates(shape: MessageShape, contentOf: (row: Row) => string): Guard {
	return (all, parameters) => {
		// An agent that names a recipient twice means one message.
		const skips = parameters.option(skipDuplicates) ?? parameters.isAgentCall;
		const repeats = repeatsIn(openRows(all), contentOf);
		if (!skips) {
			hintAt(repeats, parameters, messageHint.repeatsSent, messageWarning.repeat);
			return;
		}
		hintAt(repeats, parameters, messageHint.repeatsLeftOut);
		for (const row of repeats) {
			const json = { ...shape.recipientIn(row.body), text: row.text, skipped: 'repeated' };
			row.outcome = { is: 'skipped', json };
		}
	};
}

/** The rows whose recipient and content an earlier row has, in order. */
function repeatsIn(rows: readonly Row[], contentOf: (row: Row) => string): Row[] {
	const repeats = new Set<Row>();
	for (const alike of byRepeatedName(rows)) {
		const seen = new Set<string>();
		for (const row of alike) {
			const content = JSON.stringify(row.recipient) + contentOf(row);
			if (seen.has(content)) repeats.add(row);
			seen.add(content);
		}
	}
	return rows.filter((row) => repeats.has(row));
}

function stopAboveMaximum(shape: MessageShape): Guard {
	return (all, parameters) => {
		const most = parameters.option(maxMessages);
		const { length } = openRows(all);
		const isTest = parameters.option(testOption(shape)) !== undefined;
		if (isTest || most === undefined || length <= most) return;
		const counts = { most: figure(most), messages: messages(openRows(all)) };
		throw new InputError(wrongMessage.tooManyMessages(counts), [maxMessages.label]);
	};
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

function turnToTester(shape: MessageShape): Guard {
	return (all, parameters) => {
		const tester = parameters.option(testOption(shape));
		if (tester === undefined) return;
		const rows = openRows(all);
		const some = rows.length > testMessages ? `${testMessages} of ` : '';
		const to = { messages: some + messages(rows), tester: textOf(tester) };
		parameters.hints.add(messageHint.test(to));
		for (const row of rows.slice(testMessages)) row.outcome = { is: 'skipped' };
		for (const row of rows.slice(0, testMessages)) {
			row.body = shape.test.sentTo(row.body, tester);
			// A guest whose number is the test recipient still gets their own message.
			row.recipient = testRecipient(shape.recipientOf(row.body));
			row.isTest = true;
			row.marks = { ...row.marks, test: true };
		}
	};
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

/** A time or a number as machines write them, of which a recipient sees each digit. */
const machineDate =
	/\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/;
const machineNumber = /(?<![\d.])\d{1,15}\.\d{9,20}/;

/** Hints at what recipients will read as it is: tags of tools, machine writing, and gaps. */
function noteContents({ shownBeside }: MessageShape): Guard {
	return (all, parameters) => noteContentsOf(openRows(all), parameters, shownBeside);
}

function noteContentsOf(
	rows: readonly Row[],
	parameters: NodeParameters,
	shownBeside: MessageShape['shownBeside'],
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
	for (const [row, own] of found) warn(row, warningOf(own));
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
	hints.add(sentenceOf({ messages: `${messages(rows)} (${formatItems(itemsOf(rows))})` }));
	if (warning !== undefined) for (const row of rows) warn(row, warning);
}
