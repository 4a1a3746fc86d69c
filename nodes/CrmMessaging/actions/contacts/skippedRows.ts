import type { IDataObject } from 'n8n-workflow';
import { contactHint } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import { addTo, isBlank } from '../../fields/values';
import { wordList } from '../../fields/words';
import { identifyingFields } from '../../service/fields/contact';
import { formatItems } from '../../engine/hints';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import type { Row } from '../../engine/row';
import { contactsFrom, contactSources } from './contactsForm';
import { readHeading } from './readHeading';

/** Keys that Google Sheets and n8n's own form add to an item. */
export const keysOfTriggers = new Set(
	wordList('row_number, submittedAt, formMode, formQueryParameters'),
);

/** Why an input item isn't a contact although it may look like one, with its name in a hint. */
const skippedNames = {
	empty: ['empty row'],
	headings: ['row of headings', 'rows of headings'],
	totals: ['row of totals', 'rows of totals'],
} as const;
type SkippedKind = keyof typeof skippedNames;

const totals = new Set(
	wordList(`total, totals, totales, grand total, subtotal, sub total, sum, suma, summe, gesamt,
		gesamtsumme, gesamtergebnis, total general, somme, total général, totaux`),
);

/** Why an input item isn't a contact: it's an empty row, or the headings or totals of a table. */
export function skippedKindOf(item: ItemParameters): SkippedKind | undefined {
	if (item.isAgentCall) return undefined;
	const { json } = item.input;
	for (const key in json) {
		const value = json[key];
		if (keysOfTriggers.has(key) || isWithoutValue(value)) continue;
		// Most rows are decided by their first value.
		if (typeof value !== 'string') return undefined;
		if (isHeading(key, value)) return repeatsHeadings(json) ? 'headings' : undefined;
		return isTotal(value) && hasTotals(json) ? 'totals' : undefined;
	}
	return isEmptyRow(item) ? 'empty' : undefined;
}

/**
 * Whether an item without values is an empty row. Without keys, it is one only if it should be a
 * contact itself: triggers pass such items to nodes that need no data.
 */
function isEmptyRow(item: ItemParameters): boolean {
	const { json, binary = {} } = item.input;
	// The contents of a file that wasn't extracted are unknown.
	if (Object.keys(binary).length > 0) return false;
	return Object.keys(json).length > 0 || item.option(contactsFrom) === contactSources.automatic;
}

function isWithoutValue(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isBlank) : isBlank(value);
}

function isHeading(key: string, value: string): boolean {
	if (value === key) return true;
	// Most values are of another length.
	if (Math.abs(value.length - key.length) > 1) return false;
	return value.trim().toLowerCase() === key.trim().toLowerCase();
}

function repeatsHeadings(json: IDataObject): boolean {
	return filledCells(json).every(
		([key, value]) => typeof value === 'string' && isHeading(key, value),
	);
}

function filledCells(json: IDataObject): Array<[key: string, value: unknown]> {
	return Object.entries(json).filter(
		([key, value]) => !keysOfTriggers.has(key) && !isWithoutValue(value),
	);
}

const longestTotal = 20;

function isTotal(value: string): boolean {
	if (value.length > longestTotal || !'tTsSgG'.includes(value[0] as string)) return false;
	const word = value.toLowerCase();
	return totals.has(word.endsWith(':') ? word.slice(0, -1).trim() : word);
}

/** Whether all values after the word are figures, and none identifies a contact. */
function hasTotals(json: IDataObject): boolean {
	const [, ...others] = filledCells(json);
	return others.every(([key, value]) => {
		const name = readHeading(key).field?.name ?? '';
		if (identifyingFields.includes(name)) return false;
		return typeof value === 'number' || (typeof value === 'string' && /^\D{0,4}\d/.test(value));
	});
}

/** Hints at the skipped rows, which each have an output item unless a bulk job is one. */
export function noteSkipped(
	rows: readonly Row[],
	parameters: NodeParameters,
	hasOutput: boolean,
): void {
	const byKind = new Map<SkippedKind, Row[]>();
	for (const row of rows) {
		if (row.status !== 'skipped') continue;
		addTo(byKind, skippedKindOf(parameters.of(row.item)) ?? 'empty', row);
	}
	for (const [kind, skipped] of byKind) {
		const items = skipped.map(({ item }) => item);
		const [one, several] = skippedNames[kind];
		const number = counted(items.length, one, several);
		parameters.hints.add(
			contactHint.skippedRows({ rows: `${number} (${formatItems(items)})` }),
		);
		if (hasOutput) for (const row of skipped) row.skip({ bulk_id: null, skipped: kind });
	}
}
