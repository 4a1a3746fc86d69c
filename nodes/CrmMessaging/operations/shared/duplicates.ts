import type { IDataObject } from 'n8n-workflow';
import { recipientOfContact, recipientTypes } from '../../callback/contactRecipient';
import { setOwn } from '../../fields/keys';
import type { Entry, Operation } from '../../run/operation';
import { shownRecipient } from '../../run/recipient';
import { bySameRecipient } from '../../run/sameRecipient';
import { listed } from '../../run/shownItems';
import { duplicates } from './contactOptions';

/** What is sent of contacts that occur more than once, by what the person chose. */
const sent: Record<string, string> = {
	all: 'and each time they are sent. To send them once, set the option Contacts That Occur Twice',
	last: 'and only the last of each is sent',
	merge: 'and each is sent once, with the fields of all',
};

/** What becomes of contacts that occur more than once in what travels together; a hint counts them. */
export const combineContacts: NonNullable<Operation['combine']> = (
	batch,
	parameters,
	recurrence,
) => {
	const several = bySameRecipient(batch.entries, recipientTypes, recipientOfContact, recurrence);
	const [first] = several;
	if (!first) return batch;
	const choice = parameters.of(first[0]?.item ?? 0).chosen(duplicates) as string;
	const names = several.flatMap(
		([one]) => (one && shownRecipient(recipientOfContact(one.data))) ?? [],
	);
	const count = several.length.toLocaleString('en');
	parameters.hints.add(
		`${count} ${several.length === 1 ? 'contact occurs' : 'contacts occur'} more than once (${listed(names)}), ${sent[choice] ?? ''}.`,
		undefined,
		'contacts that occur twice',
	);
	if (choice === 'all') return batch;
	const ones = new Map(several.map((group) => [group[0], oneOf(group, choice)]));
	const gone = new Set(several.flatMap((group) => group.slice(1)));
	const entries = batch.entries.filter((entry) => !gone.has(entry));
	return { ...batch, entries: entries.map((entry) => ones.get(entry) ?? entry) };
};

function oneOf(entries: readonly Entry[], choice: string): Entry {
	const [first, ...rest] = entries as [Entry, ...Entry[]];
	const others = new Set(rest.map(({ item }) => item));
	others.delete(first.item);
	const last = rest.at(-1)?.data ?? first.data;
	const data = choice === 'merge' ? merged(entries) : last;
	return { ...first, others: [...others], data };
}

function merged(entries: readonly Entry[]): IDataObject {
	const all: IDataObject = {};
	for (const { data } of entries) {
		for (const [key, value] of Object.entries(data)) setOwn(all, key, value);
	}
	return all;
}
