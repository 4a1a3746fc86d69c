import { contactHint } from '../catalogue/contacts';
import { counted } from '../catalogue/sentence';
import { formatItems, formatList } from '../engine/hints';
import type { Guard } from '../engine/operation';
import { displayName, strongestName } from '../engine/recipient';
import { itemsOf, openRows, type Row } from '../engine/row';
import { addTo } from '../fields/values';

/** The rows that share their recipient's strongest name with others, by that name. */
export function byRepeatedName(rows: readonly Row[]): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		const name = strongestName(row.recipient);
		if (name !== undefined) addTo(groups, name, row);
	}
	return [...groups.values()].filter(({ length }) => length > 1);
}

/** Hints at rows, such as `booking`, with one ID and different contents, of which the service keeps one. */
export function noteOverwritten(what: string): Guard {
	return (rows, parameters) => {
		const overwritten = byRepeatedName(openRows(rows)).filter((alike) => {
			const contents = alike.map(({ envelope, body }) => JSON.stringify([envelope, body]));
			return new Set(contents).size > 1;
		});
		if (overwritten.length === 0) return;
		const names = overwritten.map((alike) => {
			const [name] = alike.map(({ recipient }) => displayName(recipient));
			return `${name} in ${formatItems(itemsOf(alike))}`;
		});
		const found = `${counted(overwritten.length, what)} (${formatList(names)})`;
		parameters.hints.add(contactHint.overwritten({ found }));
	};
}
