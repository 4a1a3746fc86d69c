import type { IDataObject } from 'n8n-workflow';
import type { Entry } from './operation';
import { isSameRecipient, type Recipient } from './recipient';
import type { Recurrence } from './recurrence';

/** Entries for the same one, by their places, and the names that they give that one. */
interface Group {
	places: number[];
	recipient: Recipient;
}

/**
 * Finds entries that are for the same one as another. That two of them are may be told only by a third,
 * as when one has the user id, another the e-mail address, and the third has both.
 *
 * @param types the types of names, the deciding one first
 * @param recipientOf whom an entry names
 * @param recurrence of the whole run
 * @returns the entries of each who has several, in their order, by the first of each
 */
export function bySameRecipient(
	entries: readonly Entry[],
	types: readonly string[],
	recipientOf: (entry: IDataObject) => Recipient,
	recurrence: Recurrence,
): Entry[][] {
	// Mostly nobody comes twice, and there may be very many.
	if (!recurrence.isAny) return [];
	const index = new Index();
	for (const [place, { data }] of entries.entries()) {
		const recipient = recipientOf(data);
		if (!recurrence.has(recipient)) continue;
		let group: Group = { places: [place], recipient };
		for (let same = index.find(group); same; same = index.find(group)) {
			index.remove(same);
			group = joined(same, group, types);
		}
		index.add(group);
	}
	return [...index.groups]
		.filter(({ places }) => places.length > 1)
		.map(({ places }) => places.sort((one, other) => one - other))
		.sort(([one = 0], [other = 0]) => one - other)
		.map((places) => places.map((place) => entries[place] as Entry));
}

function joined(one: Group, other: Group, types: readonly string[]): Group {
	const [large, small] = one.places.length >= other.places.length ? [one, other] : [other, one];
	for (const place of small.places) large.places.push(place);
	const names = new Map([...other.recipient, ...one.recipient]);
	const recipient = types.flatMap((type): Recipient => {
		const name = names.get(type);
		return name === undefined ? [] : [[type, name]];
	});
	return { places: large.places, recipient };
}

/**
 * Groups by each of their names, and then by the types of the names that decide before it: of those
 * alike in both, each is the same as a given one, or none is, so the first is looked at.
 */
class Index {
	readonly groups = new Set<Group>();
	private readonly byName = new Map<string, Map<string, Set<Group>>>();

	add(group: Group): void {
		this.groups.add(group);
		for (const [name, before] of placesIn(group)) {
			const alike = this.byName.get(name) ?? new Map<string, Set<Group>>();
			this.byName.set(name, alike);
			alike.set(before, (alike.get(before) ?? new Set()).add(group));
		}
	}

	remove(group: Group): void {
		this.groups.delete(group);
		for (const [name, before] of placesIn(group)) {
			const alike = this.byName.get(name);
			alike?.get(before)?.delete(group);
			if (alike?.get(before)?.size === 0) alike.delete(before);
		}
	}

	/** A group for the same one. */
	find({ recipient }: Group): Group | undefined {
		for (const [type, name] of recipient) {
			for (const alike of this.byName.get(`${type} ${name}`)?.values() ?? []) {
				const [first] = alike;
				if (first && isSameRecipient(recipient, first.recipient)) return first;
			}
		}
		return undefined;
	}
}

/** Where a group stands in the index: under each name, with the types that decide before it. */
function placesIn({ recipient }: Group): Array<[name: string, before: string]> {
	return recipient.map(([type, name], at) => [
		`${type} ${name}`,
		recipient
			.slice(0, at)
			.map(([before]) => before)
			.join(' '),
	]);
}
