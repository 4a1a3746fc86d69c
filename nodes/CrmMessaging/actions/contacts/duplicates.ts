import { contactHint, duplicatesSent } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import type { IDataObject } from 'n8n-workflow';
import { contactIdentity } from '../../callbacks/contacts';
import { contactNames } from '../../service/fields/contact';
import { setOwn } from '../../fields/values';
import type { Operation } from '../../engine/operation';
import type { Row } from '../../engine/row';
import {
	displayName,
	type Recipient,
	RecipientIndex,
	type RepeatedRecipients,
} from '../../engine/recipient';
import { formatList } from '../../engine/hints';
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

function join(contacts: readonly Row[], choice: string): void {
	const [first, ...rest] = contacts as [Row, ...Row[]];
	first.items = [...new Set(contacts.map(({ item }) => item))];
	first.body = choice === 'merge' ? mergedContact(contacts) : (rest.at(-1) ?? first).body;
	first.recipient = contactIdentity(first.body);
}

function mergedContact(contacts: readonly Row[]): IDataObject {
	const fields: IDataObject = {};
	for (const { body } of contacts) {
		for (const [key, value] of Object.entries(body)) setOwn(fields, key, value);
	}
	return fields;
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
