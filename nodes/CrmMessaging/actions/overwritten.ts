import { contactHint } from '../catalogue/contacts';
import { counted } from '../catalogue/sentence';
import { formatItems, formatList } from '../engine/hints';
import type { NodeParameters } from '../engine/read/parameters';
import { byRepeatedName, displayName } from '../engine/recipient';
import { itemsOf, openRows, type Row } from '../engine/row';

/**
 * Hints at rows with one ID and different contents, of which the service keeps one.
 *
 * @param what one of them, for example `booking`
 * @param contentOf what may differ
 */
export function noteOverwritten(
	rows: readonly Row[],
	parameters: NodeParameters,
	what: string,
	contentOf: (row: Row) => object,
): void {
	const overwritten = byRepeatedName(openRows(rows)).filter(
		(alike) => new Set(alike.map((row) => JSON.stringify(contentOf(row)))).size > 1,
	);
	if (overwritten.length === 0) return;
	const names = overwritten.map(
		(alike) => `${sharedNameOf(alike)} in ${formatItems(itemsOf(alike))}`,
	);
	const found = `${counted(overwritten.length, what)} (${formatList(names)})`;
	parameters.hints.add(contactHint.overwritten({ found }));
}

function sharedNameOf([first]: readonly Row[]): string {
	return (first && displayName(first.recipient)) ?? '';
}
