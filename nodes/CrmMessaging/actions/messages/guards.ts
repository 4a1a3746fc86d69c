import { isExpression } from 'n8n-workflow';
import { messageHint, wrongMessage } from '../../catalogue/messages';
import { counted, figure, type Sentence } from '../../catalogue/sentence';
import { wrongValue } from '../../catalogue/values';
import { failureOf } from '../../engine/errors';
import { formatItems, formatList } from '../../engine/hints';
import type { Guard, Operation } from '../../engine/operation';
import type { NodeParameters } from '../../engine/read/parameters';
import { displayName, recipientNamed, testRecipient } from '../../engine/recipient';
import { itemsOf, merge, openRows, refuse, type Row } from '../../engine/row';
import { parameterName, type FieldType, type Option } from '../../fields/field';
import { InputError, quote } from '../../fields/inputError';
import { boolean } from '../../fields/types/choice';
import { boundedNumber } from '../../fields/types/number';
import { addTo, isBlank, textOf } from '../../fields/values';
import { isArgument } from '../../n8n/expressions';
import { messageHolder, multiple, startAt } from '../../service/fields/message';
import { byRepeatedName } from '../repeated';
import { recipientIn, type MessageKind } from './deliveries';
import { placeholdersOf } from './placeholders';

const maxMessages: Option<number | undefined> = {
	name: 'maxMessages',
	label: 'Max Messages',
	type: boundedNumber({ isWhole: true, min: 1 }),
	unset: undefined,
	initial: 100,
	description: 'Maximum number of messages per run (if there are more, nothing is sent)',
};

const skipDuplicates: Option<boolean | undefined> = {
	name: 'skipDuplicates',
	label: 'Skip Duplicates',
	type: boolean,
	unset: undefined,
	initial: true,
	description:
		'Whether a message is left out when its recipient gets the same text earlier in the run',
};

export const testMessages = 3;

/** Redirects the first messages to one recipient and skips the rest. `what` starts a sentence. */
export function testOption(type: FieldType, what: string): Option {
	return {
		name: 'testRecipient',
		label: 'Test Recipient',
		type,
		unset: undefined,
		description: `${what} that gets the first ${testMessages} messages instead of their recipients (no others are sent)`,
	};
}

export function guardOptions({ test }: MessageKind): Option[] {
	return [maxMessages, skipDuplicates, test];
}

export function guardsOf(kind: MessageKind, contentOf: (row: Row) => string): Operation['guards'] {
	return {
		ofAll: [
			noteDifferentTexts,
			mergeRepeats(contentOf),
			stopAboveMaximum(kind),
			turnToTester(kind),
			noteGaps,
		],
		ofUnsent: [refuseBlank, refuseLong(kind), refusePassed],
	};
}

/** Hints at several different messages to one recipient, such as all texts to the first guest. */
const noteDifferentTexts: Guard = (all, { hints }) => {
	const rows = openRows(all);
	const several = byRepeatedName(rows).filter(
		(own) => new Set(own.map(({ text }) => text?.trim())).size > 1,
	);
	const names = several.flatMap(([one]) => (one && displayName(one.recipient)) ?? []);
	const [recipient] = names;
	if (recipient === undefined) return;
	if (several[0]?.length === rows.length && rows.length >= 3) {
		hints.warn(messageHint.allToOne({ messages: messages(rows), recipient }), rows);
		return;
	}
	const recipients = `${counted(names.length, 'recipient')} (${formatList(names)})`;
	hints.add(messageHint.differentTexts({ recipients }));
};

function mergeRepeats(contentOf: (row: Row) => string): Guard {
	return (all, parameters) => {
		const alike = new Map<string, Row[]>();
		for (const row of openRows(all))
			addTo(alike, JSON.stringify([row.recipient, contentOf(row)]), row);
		const repeats = [...alike.values()].flatMap((rows) => rows.slice(1));
		// An agent that names a recipient twice means one message.
		const areLeftOut = parameters.option(skipDuplicates) ?? parameters.execution.isTool;
		const hint = areLeftOut ? messageHint.repeatsLeftOut : messageHint.repeatsSent;
		hintAt(repeats, parameters, hint);
		if (!areLeftOut) return;
		for (const rows of alike.values()) merge(rows, rows[0] as Row);
	};
}

function stopAboveMaximum({ test }: MessageKind): Guard {
	return (all, parameters) => {
		const most = parameters.option(maxMessages);
		const rows = openRows(all);
		const isTest = parameters.option(test) !== undefined;
		if (isTest || most === undefined || rows.length <= most) return;
		const counts = { most: figure(most), messages: messages(rows) };
		throw new InputError(wrongMessage.tooManyMessages(counts), [maxMessages.label]);
	};
}

function turnToTester(kind: MessageKind): Guard {
	return (all, parameters) => {
		const tester = parameters.option(kind.test);
		if (tester === undefined) return;
		const rows = openRows(all);
		const some = rows.length > testMessages ? `${testMessages} of ` : '';
		const to = { messages: some + messages(rows), tester: textOf(tester) };
		parameters.hints.add(messageHint.test(to));
		for (const row of rows.slice(testMessages)) row.outcome = { is: 'skipped' };
		for (const row of rows.slice(0, testMessages)) {
			for (const key in recipientIn(row.body, kind)) row.body[key] = tester;
			// A guest whose number is the test recipient still gets their own message.
			row.recipient = testRecipient(recipientNamed(recipientIn(row.body, kind)));
			row.isTest = true;
		}
	};
}

const noteGaps: Guard = (all, parameters) => {
	const withGap = new Map<string, Row[]>();
	for (const row of openRows(all)) {
		const values = Object.entries(row.body.replacements as Record<string, string>);
		const blank = values.flatMap(([name, value]) => (isBlank(value) ? name : []));
		for (const name of blank)
			if (placeholdersOf(row.template ?? '').has(name)) addTo(withGap, name, row);
	}
	for (const [name, rows] of withGap) {
		hintAt(rows, parameters, ({ messages }) =>
			messageHint.blankPlaceholder({ name, messages }),
		);
	}
};

/** A character that people see. */
const visible = /[^\s\p{Cf}]/u;

/** Values of placeholders may leave nothing of a message. */
const refuseBlank: Guard = (rows) => {
	for (const row of rows) {
		if (!visible.test(row.text ?? ''))
			refuseAll([row], wrongValue.required(), messageHolder.label);
	}
};

function refuseLong({ segmentsOf }: MessageKind): Guard {
	return (rows) => {
		if (!segmentsOf) return;
		for (const row of rows) {
			if (row.body[multiple.name] === true) continue;
			const { segments, most } = segmentsOf(row);
			if (segments <= 1) continue;
			const { label: option } = multiple;
			const sentence = wrongMessage.tooManySegments({ segments, most, option });
			refuseAll([row], sentence, `Message to ${displayName(row.recipient)}`);
		}
	};
}

/**
 * Refuses messages whose time has passed: a fixed time, or one over a month late. Others cause a
 * hint, as “two days before arrival” is late for a late booking: the service sends them now.
 */
const refusePassed: Guard = (rows, parameters) => {
	const raw = parameters.rawOf(parameterName(startAt));
	// An agent's own time counts as typed.
	const isFixed = !isExpression(raw) || isArgument(raw);
	const earliest = Date.now() - (isFixed ? 0 : monthInMs);
	const late: Row[] = [];
	const byTime = new Map<string, Row[]>();
	for (const row of rows) addTo(byTime, timeOf(row), row);
	for (const [time, alike] of byTime) {
		const moment = Date.parse(time);
		if (moment < earliest)
			refuseAll(alike, wrongMessage.timePassed({ time: quote(time) }), startAt.label);
		else if (moment < Date.now()) late.push(...alike);
	}
	const option = startAt.label;
	const times = formatList([...new Set(late.map(timeOf))]);
	hintAt(late, parameters, ({ messages }) => messageHint.sentNow({ option, times, messages }));
};
const monthInMs = 31 * 24 * 60 * 60 * 1000;

/** When a message is to be sent: `now`, or the time in ISO format. */
export function timeOf({ envelope }: Pick<Row, 'envelope'>): string {
	return (envelope.start_at as string | undefined) ?? 'now';
}

/** With one failure for all, so that the error names all their items. */
function refuseAll(rows: readonly Row[], sentence: Sentence, place: string): void {
	const failure = failureOf(new InputError(sentence, [place]));
	for (const row of rows) refuse(row, failure);
}

export function messages({ length: count }: readonly Row[]): string {
	return counted(count, 'message');
}

function hintAt(
	rows: readonly Row[],
	{ hints }: NodeParameters,
	sentenceOf: (values: { messages: string }) => Sentence,
): void {
	if (rows.length === 0) return;
	const items = formatItems(itemsOf(rows));
	hints.warn(sentenceOf({ messages: `${messages(rows)} (${items})` }), rows);
}
