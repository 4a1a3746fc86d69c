import type { Row } from '../../engine/row';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { formatItems } from '../../engine/hints';
import { contactSources } from './contactsForm';
import { givesPerJob } from './bulkImport';

/** Google Sheets numbers the rows that it reads, also the empty ones. */
const rowNumber = 'row_number';

/** Whether a cell holds nothing but white space. */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && value.trim() === '';
}

/**
 * Whether an input item is a row without a value. An item without any key is one only where it would
 * be the contact itself: a trigger gives such items to nodes that need nothing of them.
 */
export function isEmptyRow(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json, binary } = item.input;
	// Of a file that was not extracted, nothing is known yet.
	if (binary && Object.keys(binary).length > 0) return false;
	const keys = Object.keys(json);
	if (keys.length === 0) return item.choice('contactsFrom') === contactSources.automatic;
	return keys.every((key) => {
		const value = json[key];
		return key === rowNumber || (Array.isArray(value) ? value.every(isBlank) : isBlank(value));
	});
}

/** Says what comes out of the items that gave no contact; a hint counts them. */
export function noteEmptyRows(rows: readonly Row[], parameters: NodeParameters): void {
	const empty = rows.filter(({ status }) => status === 'skipped');
	if (empty.length === 0) return;
	const items = empty.map(({ item }) => item);
	const count = items.length.toLocaleString('en');
	parameters.hints.add(
		`${count} ${items.length === 1 ? 'row is empty and was' : 'rows are empty and were'} skipped (${formatItems(items)}).`,
	);
	if (givesPerJob(parameters.of(0))) return;
	for (const row of empty) row.skip({ bulk_id: null, skipped: 'empty' });
}
