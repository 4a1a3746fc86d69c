import { contactHint } from '../catalogue/contacts';
import { counted } from '../catalogue/sentence';
import { formatItems, formatList } from '../engine/hints';
import type { Guard } from '../engine/operation';
import { byRepeatedName, displayName } from '../engine/recipient';
import { itemsOf, openRows } from '../engine/row';

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
