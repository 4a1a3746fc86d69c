import type { Row } from '../../engine/row';
import { addTo } from '../../fields/values';
import { placeholdersOf } from './template';
import { writtenPath } from '../../engine/expressions/readFields';
import { fieldReader, fieldsInTexts, isGap } from '../../engine/formMistakes';
import type { NodeParameters } from '../../engine/parameters';
import { formatItems } from '../../engine/hints';
import { bracesIn, typedTexts } from '../../engine/typedTexts';
import type { MessageShape } from './deliveries';

/** Braces that came from an expression or a placeholder are a hint: they are sent as they are. */
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
		`${messages(found)} ${verb} {{ … }} from your data, which recipients see as it is`,
		'Has {{ … }} from your data, which the recipient sees as it is.',
	);
}

function hasBraces(text: string): boolean {
	return text.includes('{{') && bracesIn(text).length > 0;
}

/** Fields that a message's expressions read, and that are empty for some items, are a hint. */
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
		hintAt(gaps, parameters, `${place} is empty in ${messages(gaps)}`, `${code} is empty.`);
	}
}

/** Placeholders whose value is empty are a hint, wherever it comes from. */
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
			`%{${name}} is blank in ${messages(all)} because its value is empty`,
			`%{${name}} is blank because its value is empty.`,
		);
	}
}

/** `1 message`, `1,000 messages`. */
export function messages({ length: count }: readonly Row[]): string {
	return `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`;
}

/**
 * A hint at messages, with the first of their items.
 *
 * @param sentence without its final period
 * @param warning what a preview shows next to each message
 */
export function hintAt(
	rows: readonly Row[],
	{ hints }: NodeParameters,
	sentence: string,
	warning?: string,
): void {
	const items = [...new Set(rows.map(({ item }) => item))];
	hints.add(`${sentence} (${formatItems(items)}).`);
	if (warning !== undefined) for (const row of rows) row.warn(warning);
}
