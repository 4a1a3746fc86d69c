import { DateTime } from 'luxon';
import { messageHolder, multiple, startAt } from '../../interface/message';
import type { Entry, ItemReading } from '../../run/operation';
import type { NodeParameters } from '../../run/parameters';
import { shownItems } from '../../run/shownItems';
import type { MessageShape } from './deliveries';

/** Messages that need several parts are a hint, unless they may have them. */
export function noteLong(
	entries: readonly Entry[],
	{ isTooLong }: MessageShape,
	parameters: NodeParameters,
): void {
	const long = isTooLong ? entries.filter(isTooLong) : [];
	if (long.length === 0) return;
	const [verb, them] = long.length === 1 ? ['needs', 'it'] : ['need', 'them'];
	hintAt(
		long,
		`${messages(long)} ${verb} several SMS, but “${multiple.label}” is off, so the service may cut or refuse ${them}`,
		parameters,
	);
	warn(long, `Needs several SMS, but “${multiple.label}” is off.`);
}

/** Whether a text has `{{ … $ … }}` in it. */
function looksLikeExpression(text: string): boolean {
	const start = text.indexOf('{{');
	const name = start < 0 ? -1 : text.indexOf('$', start + 2);
	return name >= 0 && text.includes('}}', name + 1);
}

/** Text that looks like an expression is a hint: in a fixed field, it goes out as it stands. */
export function noteBraces(entries: readonly Entry[], parameters: NodeParameters): void {
	const isUnread = new Map<string, boolean>();
	const unread = entries.filter(({ template = '' }) => {
		const known = isUnread.get(template) ?? looksLikeExpression(template);
		isUnread.set(template, known);
		return known;
	});
	if (unread.length === 0) return;
	const verb = unread.length === 1 ? 'has' : 'have';
	hintAt(
		unread,
		`${messages(unread)} ${verb} an expression {{ … }} as plain text; switch the field ${messageHolder.label} from Fixed to Expression, or use %{name}`,
		parameters,
	);
	warn(unread, 'Has an expression {{ … }} as plain text.');
}

/** A time that has passed is a hint, since the service then sends at once. */
export function notePassed(readings: readonly ItemReading[], parameters: NodeParameters): void {
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
	const time = first.envelope.start_at as string;
	const others = new Set(passed.map(({ envelope }) => envelope.start_at)).size > 1;
	hintAt(
		late,
		`${startAt.label} ${time}${others ? ' and other times' : ''} ${others ? 'have' : 'has'} passed, so the service sends ${messages(late)} at once`,
		parameters,
	);
	warn(late, `${startAt.label} has passed, so the service sends at once.`);
}

/** All messages of a run, in order. */
export function entriesOf(readings: readonly ItemReading[]): Entry[] {
	return readings.flatMap(({ entries }) => entries);
}

/** `1 message`, `1,000 messages`. */
export function messages({ length: count }: readonly Entry[]): string {
	return `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`;
}

/** A hint at messages, with the first of their items. */
export function hintAt(
	entries: readonly Entry[],
	sentence: string,
	{ hints }: NodeParameters,
): void {
	const items = [...new Set(entries.map(({ item }) => item))];
	hints.add(`${sentence} (${shownItems(items)}).`);
}

/** Notes a warning at messages, for a preview. */
export function warn(entries: readonly Entry[], warning: string): void {
	for (const entry of entries) (entry.warnings ??= []).push(warning);
}
