import { contactHint, duplicatesSent } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import type { NodeParameters } from '../../engine/read/parameters';
import { byRepeatedName, displayName } from '../../engine/recipient';
import { merge, type Row } from '../../engine/row';
import { formatList } from '../../engine/hints';
import { duplicates } from './contactsForm';

/** Finds contacts with the same user ID, else email, else phone, and merges them as chosen. */
export function mergeDuplicates(contacts: readonly Row[], parameters: NodeParameters): void {
	const shared = sharedEmails(contacts);
	if (shared.length > 0) {
		parameters.hints.add(contactHint.sharedEmails({ emails: formatList(shared) }));
	}
	const several = byRepeatedName(contacts);
	if (several.length === 0) return;
	const choice = parameters.option(duplicates);
	const names = several.flatMap(([one]) => (one && displayName(one.recipient)) ?? []);
	const found = `${counted(several.length, 'contact')} (${formatList(names)})`;
	parameters.hints.add(
		contactHint.duplicates({ contacts: found, result: duplicatesSent[choice] }),
	);
	if (choice === 'all') return;
	for (const alike of several) merge(alike, alike.at(-1) as Row);
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
