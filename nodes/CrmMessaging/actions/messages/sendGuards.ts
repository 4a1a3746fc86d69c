import { messageHint, messageWarning, wrongMessage } from '../../catalogue/messages';
import { wrongText } from '../../catalogue/texts';
import { InputError, quote } from '../../fields/inputError';
import type { Operation } from '../../engine/operation';
import { readyOf, type Row } from '../../engine/row';
import type { NodeParameters } from '../../engine/read/parameters';
import type { MessageShape } from './deliveries';
import { parameterName, type Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { boundedNumber } from '../../fields/types/number';
import { testRecipient, type RepeatedRecipients } from '../../engine/recipient';
import { counted, figure, type Sentence } from '../../catalogue/sentence';
import { addTo, isBlank } from '../../fields/values';
import { placeholdersOf } from './placeholders';
import { bracesIn, typedTextsIn } from '../../engine/read/typedText';
import { messageHolder } from '../../service/fields/message';
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
		if (shape.segmentsOf) refuseTypedMarkup(parameters);
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

/** Hints at what recipients will read as it is: code of expressions, web pages and tools, and gaps. */
function noteContents(
	rows: readonly Row[],
	{ shownBeside }: MessageShape,
	parameters: NodeParameters,
): void {
	const withCode: Row[] = [];
	const withGap = new Map<string, Row[]>();
	let mark = '';
	// One pass for all: with many rows, most of a pass is spent on reaching them in memory. A for
	// loop would make an object for each.
	rows.forEach((row) => {
		const { envelope, text = '', template = '' } = row;
		const code = codeIn(text) ?? codeIn(shownBeside?.(envelope) ?? '');
		if (code !== undefined) withCode.push(row);
		mark ||= code ?? '';
		const values = row.body.replacements as Record<string, string>;
		for (const name in values) {
			if (isBlank(values[name]) && placeholdersOf(template).has(name))
				addTo(withGap, name, row);
		}
		// The output shows the send time unless it's now.
		const { start_at } = envelope;
		if (start_at !== undefined) row.marks = { start_at, ...row.marks };
	});
	hintAt(
		withCode,
		parameters,
		({ messages }) => messageHint.codeFromData({ mark, messages }),
		messageWarning.codeFromData({ mark }),
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

function codeIn(text: string): string | undefined {
	if (text.includes('{{') && bracesIn(text).length > 0) return '{{ … }}';
	const mark = markupIn(text);
	return mark === undefined ? undefined : quote(mark);
}

const typedTexts: ReadonlyArray<readonly [address: string, label: string]> = [
	[parameterName(messageHolder), messageHolder.label],
	['options.replacements', 'Placeholder Values'],
	['options.deliveries', 'Recipient List'],
];

/** @throws InputError for what a person typed and an SMS shows as it is */
function refuseTypedMarkup(parameters: NodeParameters): void {
	for (const [address, label] of typedTexts) {
		for (const text of typedTextsIn(parameters.rawOf(address))) {
			const mark = markupIn(text);
			if (mark !== undefined)
				throw new InputError(wrongText.markup({ mark: quote(mark) }), [label]);
		}
	}
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

/** Line breaks and letters as web pages and tools write them. A phone shows them as they are. */
const marks: readonly RegExp[] = [
	/<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)\b[^<>]*>/i,
	/&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|euro|copy|reg|hellip|[nm]dash|szlig|[lr][sd]quo|[lr]aquo|iexcl|iquest|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring));/i,
	/\\(?:[nrt]|u[\da-f]{4})/i,
];
const encodedBreak = /%0[ad]/i;
const mayBeMarked = /[<&\\%]/;

/** Finds the first mark in a text that its recipient would see as it is. */
function markupIn(text: string): string | undefined {
	if (!mayBeMarked.test(text)) return undefined;
	for (const mark of marks) {
		const [found] = mark.exec(text) ?? [];
		if (found !== undefined) return found;
	}
	if (!encodedBreak.test(text)) return undefined;
	// A link may hold a line break for the message that it opens.
	const words = text.split(/\s+/).filter((word) => !/:\/\/|^www\.|^mailto:|^sms:/i.test(word));
	for (const word of words) {
		const [found] = encodedBreak.exec(word) ?? [];
		if (found !== undefined) return found;
	}
	return undefined;
}
