import { contactHint, duplicatesSent } from '../../catalogue/contacts';
import { counted } from '../../catalogue/sentence';
import { formatItems, formatList } from '../../engine/hints';
import type { NodeParameters } from '../../engine/read/parameters';
import { byRepeatedName, displayName } from '../../engine/recipient';
import { itemsOf, merge, rowsThatAre, type Row } from '../../engine/row';
import { givesPerJob } from './bulkImport';
import { duplicates } from './contactsForm';

/** Hints at empty rows, which each have an output item unless a bulk job is one. */
export function noteEmptyRows(rows: readonly Row[], parameters: NodeParameters): void {
	const empty = rowsThatAre('skipped', rows);
	if (empty.length === 0) return;
	const items = formatItems(itemsOf(empty));
	parameters.hints.add(
		contactHint.emptyRows({ rows: `${counted(empty.length, 'empty row')} (${items})` }),
	);
	if (givesPerJob(parameters.of(0))) return;
	const json = { bulk_id: null, skipped: 'empty' };
	for (const row of empty) row.outcome = { is: 'skipped', json };
}

/** Finds contacts with the same user ID, else email, else phone, and merges them as chosen. */
export function mergeDuplicates(contacts: readonly Row[], parameters: NodeParameters): void {
	const emails = sharedEmails(contacts);
	if (emails.length > 0)
		parameters.hints.add(contactHint.sharedEmails({ emails: formatList(emails) }));
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
	const shared = contacts.flatMap(({ recipient: { user_id, email } }) => {
		if (user_id === undefined || email === undefined) return [];
		const isShared = (idOf.get(email) ?? user_id) !== user_id;
		idOf.set(email, user_id);
		return isShared ? [email] : [];
	});
	return [...new Set(shared)];
}
