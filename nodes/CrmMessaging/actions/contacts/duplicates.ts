import { contactHint, duplicatesSent } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import { contactIdentity } from '../../callbacks/contacts';
import { contactNames } from '../../service/fields/contact';
import { addTo } from '../../fields/values';
import type { Operation } from '../../engine/operation';
import type { NodeParameters } from '../../engine/read/parameters';
import type { Row } from '../../engine/row';
import {
	displayName,
	type Recipient,
	RecipientIndex,
	type RepeatedRecipients,
} from '../../engine/recipient';
import { formatItems, formatList } from '../../engine/hints';
import { duplicates } from './contactsForm';

export const combineContacts: NonNullable<Operation['combine']> = (
	contacts,
	parameters,
	repeated,
) => {
	const several = bySameRecipient(contacts, repeated);
	const [first] = several;
	if (!first) return contacts;
	const choice = parameters.option(duplicates);
	const names = several.flatMap(([one]) => (one && displayName(one.recipient)) ?? []);
	const found = `${counted(several.length, 'contact')} (${formatList(names)})`;
	parameters.hints.add(
		contactHint.duplicates({ contacts: found, result: duplicatesSent[choice] }),
	);
	if (choice === 'all') return contacts;
	for (const group of several) join(group, choice);
	const joinedToFirst = new Set(several.flatMap((group) => group.slice(1)));
	return contacts.filter((contact) => !joinedToFirst.has(contact));
};

function join(contacts: readonly Row[], choice: 'last' | 'merge'): void {
	const [first] = contacts as [Row, ...Row[]];
	const bodies = contacts.map(({ body }) => body);
	const merged = bodies.reduce((fields, body) =>
		choice === 'merge' ? { ...fields, ...body } : body,
	);
	first.items = [...new Set(contacts.map(({ item }) => item))];
	first.body = merged;
	first.recipient = contactIdentity(merged);
}

/** Rows for the same recipient, by index, and all names they give that recipient. */
interface Group {
	places: number[];
	recipient: Recipient;
	/** The index of the row that first named this type of name. */
	givenAt: ReadonlyMap<string, number>;
}

/**
 * Finds rows for the same recipient. A third row may link two: one has the user ID, another the
 * email address, the third both.
 *
 * @returns the rows of each repeated recipient in input order, sorted by the first row
 */
export function bySameRecipient(rows: readonly Row[], repeated: RepeatedRecipients): Row[][] {
	// Usually no recipient repeats, and there may be very many.
	if (!repeated.isAny) return [];
	const index = new RecipientIndex<Group>();
	const groups = new Set<Group>();
	for (const [place, { recipient }] of rows.entries()) {
		if (!repeated.has(recipient)) continue;
		const givenAt = new Map(Object.keys(recipient).map((type) => [type, place]));
		let group: Group = { places: [place], recipient, givenAt };
		for (let same = index.find(recipient); same; same = index.find(group.recipient)) {
			index.remove(same);
			groups.delete(same);
			group = joinedGroups(same, group);
		}
		index.add(group);
		groups.add(group);
	}
	return [...groups]
		.filter(({ places }) => places.length > 1)
		.map(({ places }) => places.sort((one, other) => one - other))
		.sort(([one = 0], [other = 0]) => one - other)
		.map((places) => places.map((place) => rows[place] as Row));
}

function joinedGroups(one: Group, other: Group): Group {
	const [large, small] = one.places.length >= other.places.length ? [one, other] : [other, one];
	for (const place of small.places) large.places.push(place);
	const givenAt = new Map<string, number>();
	const recipient: Record<string, string> = {};
	for (const type of contactNames) {
		const placeIn = (group: Group) => group.givenAt.get(type) ?? Infinity;
		const first = placeIn(one) <= placeIn(other) ? one : other;
		const name = first.recipient[type];
		if (name === undefined) continue;
		recipient[type] = name;
		givenAt.set(type, placeIn(first));
	}
	return { places: large.places, recipient, givenAt };
}

/**
 * Hints at rows with one ID and different contents, of which the service keeps one.
 *
 * @param what one of them, for example `booking`
 * @param contentOf what may differ
 */
export function noteOverwritten(
	rows: readonly Row[],
	parameters: NodeParameters,
	repeated: RepeatedRecipients,
	what: string,
	contentOf: (row: Row) => object,
): void {
	if (!repeated.isAny) return;
	const byName = new Map<string, Row[]>();
	for (const row of rows) {
		const name = displayName(row.recipient);
		if (row.status !== 'ready' || name === undefined || !repeated.has(row.recipient)) continue;
		addTo(byName, name, row);
	}
	const overwritten = [...byName].filter(
		([, alike]) => new Set(alike.map((row) => JSON.stringify(contentOf(row)))).size > 1,
	);
	if (overwritten.length === 0) return;
	const names = overwritten.map(
		([name, alike]) => `${name} in ${formatItems(alike.map(({ item }) => item))}`,
	);
	const found = `${counted(overwritten.length, what)} (${formatList(names)})`;
	parameters.hints.add(contactHint.overwritten({ found }));
}
