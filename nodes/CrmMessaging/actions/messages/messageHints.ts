import { type Sentence } from '../../catalogue/sentence';
import { messageHint, messageWarning } from '../../catalogue/messages';
import type { Row } from '../../engine/row';
import { addTo } from '../../fields/values';
import { placeholdersOf } from './placeholders';
import { writtenPath } from '../../engine/expressions/plainPath';
import { fieldReader, fieldsInTexts, isGap, bracesIn, typedTexts } from '../../engine/formMistakes';
import type { NodeParameters } from '../../engine/parameters';
import { formatItems } from '../../engine/hints';
import type { MessageShape } from './deliveries';

/** Hints at braces from expressions or placeholders, which are sent unchanged. */
export function noteBraces(
	rows: readonly Row[],
	{ shownBeside }: MessageShape,
	parameters: NodeParameters,
): void {
	const found = rows.filter(
		({ envelope, text = '' }) => hasBraces(text) || hasBraces(shownBeside?.(envelope) ?? ''),
	);
	if (found.length === 0) return;
	const verb = found.length === 1 ? 'has' : 'have';
	hintAt(
		found,
		parameters,
		(named) => messageHint.bracesFromData(`${named} ${verb}`),
		messageWarning.bracesFromData,
	);
}

function hasBraces(text: string): boolean {
	return text.includes('{{') && bracesIn(text).length > 0;
}

/** Hints at fields in a message's expressions that are empty for some items. */
export function noteGaps(rows: readonly Row[], parameters: NodeParameters): void {
	const texts = typedTexts(parameters.controls, parameters.rawParameters);
	const noted = new Set<string>();
	for (const { read, where, isForRecipient } of fieldsInTexts(texts)) {
		const code = `{{ ${writtenPath(read.written, read.path)} }}`;
		const place = `${where.join(', ')}: ${code}`;
		if (!isForRecipient || noted.has(place)) continue;
		noted.add(place);
		const valueOf = fieldReader(read, parameters);
		const gaps = rows.filter(({ item }) => isGap(valueOf(item)));
		if (gaps.length === 0) continue;
		const hintOf = (named: string) => messageHint.emptyField(place, named);
		hintAt(gaps, parameters, hintOf, messageWarning.emptyField(code));
	}
}

/** Hints at placeholders with empty values, whatever their source. */
export function noteEmptyValues(rows: readonly Row[], parameters: NodeParameters): void {
	const empty = new Map<string, Row[]>();
	rows.forEach((row) => {
		const values = row.body.replacements as Record<string, string>;
		for (const name in values) {
			if (!isGap(values[name]) || !placeholdersOf(row.template ?? '').has(name)) continue;
			addTo(empty, name, row);
		}
	});
	for (const [name, all] of empty) {
		hintAt(
			all,
			parameters,
			(named) => messageHint.blankPlaceholder(name, named),
			messageWarning.blankPlaceholder(name),
		);
	}
}

/** `1 message`, `1,000 messages`. */
export function messages({ length: count }: readonly Row[]): string {
	return `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`;
}

/**
 * A hint about messages that lists the first items.
 *
 * @param sentence without its final period
 * @param warning shown next to each message in a preview
 */
export function hintAt(
	rows: readonly Row[],
	{ hints }: NodeParameters,
	sentenceOf: (messages: string) => Sentence,
	warning?: string,
): void {
	const items = [...new Set(rows.map(({ item }) => item))];
	hints.add(sentenceOf(`${messages(rows)} (${formatItems(items)})`));
	if (warning !== undefined) for (const row of rows) row.warn(warning);
}
