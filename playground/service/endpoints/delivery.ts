/** The text, the time and the result of a push or SMS delivery. */
import { readIsoDate } from '../http/document-formats';
import type { Readings } from '../readings';
import type { ScheduleFields } from '../state/wire';

/** A message text after substitution. */
export interface FilledText {
	text: string;
	/** Names of containers for which no replacement was given, each once. */
	missing: string[];
}

/**
 * Replaces the `%{name}` containers of a message (document: Common conventions). Names are exact and
 * case-sensitive. A container without a replacement stays as it is.
 */
export function fillMessage(
	message: string,
	replacements: Record<string, string>,
	{ percent, valuesOfContainers }: Readings,
): FilledText {
	const missing = new Set<string>();
	const fill = (template: string, depth: number): string =>
		template.replace(/(%?)%\{([^{}]+)\}/g, (container, escape: string, name: string) => {
			if (escape && percent === 'escapes') return `%{${name}}`;
			if (!Object.hasOwn(replacements, name)) {
				missing.add(name);
				return container;
			}
			const value = replacements[name]!;
			const isFilled = valuesOfContainers === 'filledAgain' && depth === 0;
			return escape + (isFilled ? fill(value, 1) : value);
		});
	const text = fill(message, 0);
	return { text, missing: [...missing] };
}

/**
 * When a delivery goes out. The document says that a `start_at` in the past means at once, and leaves
 * open how it goes with `start_now`: see the reading `schedule`. False without `start_at` leaves the
 * delivery unscheduled in either case.
 */
export function sendTime(fields: ScheduleFields, now: Date, { schedule }: Readings): string | null {
	const starts = String(fields.start_now) === 'true';
	const needsStart = schedule === 'trueStarts';
	if (starts ? !needsStart || fields.start_at === undefined : needsStart) {
		return starts ? now.toISOString() : null;
	}
	if (fields.start_at === undefined) return null;
	const startAt = readIsoDate(fields.start_at);
	return (startAt && startAt > now ? startAt : now).toISOString();
}
