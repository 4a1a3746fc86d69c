import { contactHint, duplicatesSent } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import type { NodeParameters } from '../../engine/read/parameters';
import { byRepeatedName, displayName } from '../../engine/recipient';
import { itemsOf, type Row } from '../../engine/row';
import { formatList } from '../../engine/hints';
import { duplicates } from './contactsForm';

/** Finds contacts with the same user ID, else email, else phone, and keeps the chosen ones. */
export function joinDuplicates(
	contacts: readonly Row[],
	parameters: NodeParameters,
): readonly Row[] {
	const shared = sharedEmails(contacts);
	if (shared.length > 0) {
		parameters.hints.add(contactHint.sharedEmails({ emails: formatList(shared) }));
	}
	const several = byRepeatedName(contacts);
	if (several.length === 0) return contacts;
	const choice = parameters.option(duplicates);
	const names = several.flatMap(([one]) => (one && displayName(one.recipient)) ?? []);
	const found = `${counted(several.length, 'contact')} (${formatList(names)})`;
	parameters.hints.add(
		contactHint.duplicates({ contacts: found, result: duplicatesSent[choice] }),
	);
	if (choice === 'all') return contacts;
	const dropped = new Set<Row>();
	for (const alike of several) {
		const last = alike.at(-1) as Row;
		last.items = itemsOf(alike);
		for (const row of alike) if (row !== last) dropped.add(row);
	}
	return contacts.filter((contact) => !dropped.has(contact));
}

/** Emails of several user IDs. */
function sharedEmails(contacts: readonly Row[]): string[] {
	const idOf = new Map<string, string>();
	const shared = new Set<string>();
	for (const { recipient } of contacts) {
		const { user_id, email } = recipient;
		if (user_id === undefined || email === undefined) continue;
		if ((idOf.get(email) ?? user_id) !== user_id) shared.add(email);
		idOf.set(email, user_id);
	}
	return [...shared];
}
