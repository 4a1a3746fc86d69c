import { contactHint } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import { isBlank } from '../../fields/values';
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

/** Why an input item isn't a contact, although it may look like one. */
type SkippedKind = 'empty' | 'headings' | 'totals';

const totals = new Set(
	wordList(`total, totals, totales, grand total, subtotal, sub total, sum, suma, summe, gesamt,
		gesamtsumme, gesamtergebnis, total general, somme, total général, totaux`),
);

/**
 * Whether an input item is a row without values. Without keys, it counts only if it is the contact
 * itself. Triggers pass such items to nodes that need no data.
 */
export function isEmptyRow(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json, binary } = item.input;
	// The contents of a file that wasn't extracted are unknown.
	if (binary && Object.keys(binary).length > 0) return false;
	for (const key in json)
		if (!keysOfTriggers.has(key) && !isWithoutValue(json[key])) return false;
	if (Object.keys(json).length > 0) return true;
	return item.option(contactsFrom) === contactSources.automatic;
}

function isWithoutValue(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isBlank) : isBlank(value);
}

/** Whether an input item repeats the headings, or has the totals of a table. */
export function isNoContact(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json } = item.input;
	for (const key in json) {
		const value = json[key];
		if (keysOfTriggers.has(key) || isBlank(value)) continue;
		if (typeof value !== 'string') return false;
		// Most rows are decided by their first value.
		if (isHeading(key, value)) return repeatsHeadings(json);
		return mayBeTotal(value) && hasTotals(json, key);
	}
	return false;
}

function isHeading(key: string, value: string): boolean {
	if (value === key) return true;
	// Most values are of another length.
	if (Math.abs(value.length - key.length) > 1) return false;
	return value.trim().toLowerCase() === key.trim().toLowerCase();
}

function repeatsHeadings(json: Record<string, unknown>): boolean {
	const filled = Object.entries(json).filter(
		([key, value]) => !keysOfTriggers.has(key) && !isBlank(value),
	);
	return filled.every(([key, value]) => typeof value === 'string' && isHeading(key, value));
}

const longestTotal = 20;

function mayBeTotal(value: string): boolean {
	if (value.length > longestTotal || !'tTsSgG'.includes(value[0] as string)) return false;
	const word = value.toLowerCase();
	return totals.has(word) || totals.has(word.replace(/\s?:$/, ''));
}

/** Whether all values after the word are figures, and none identifies a contact. */
function hasTotals(json: Record<string, unknown>, first: string): boolean {
	return Object.entries(json).every(([key, value]) => {
		if (key === first || keysOfTriggers.has(key) || isBlank(value)) return true;
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
	const byKind: Record<SkippedKind, Row[]> = { empty: [], headings: [], totals: [] };
	rows.forEach((row) => {
		if (row.status === 'skipped') byKind[skippedKindOf(parameters.of(row.item))].push(row);
	});
	for (const kind of ['empty', 'headings', 'totals'] as const) {
		const skipped = byKind[kind];
		if (skipped.length === 0) continue;
		const items = skipped.map(({ item }) => item);
		parameters.hints.add(
			contactHint.skippedRows({
				rows: `${counted(items.length, skippedNames[kind])} (${formatItems(items)})`,
			}),
		);
		if (hasOutput) for (const row of skipped) row.skip({ bulk_id: null, skipped: kind });
	}
}

const skippedNames = { empty: 'empty row', headings: 'row of headings', totals: 'row of totals' };

function skippedKindOf(item: ItemParameters): SkippedKind {
	if (!isNoContact(item)) return 'empty';
	const [word] = Object.values(item.input.json).filter((value) => !isBlank(value));
	return typeof word === 'string' && mayBeTotal(word) ? 'totals' : 'headings';
}
