import fc from 'fast-check';
import { contactIdentity } from '../../../nodes/CrmMessaging/callbacks/contacts';
import { isSameRecipient } from '../../../nodes/CrmMessaging/engine/recipient';
import {
	bySameRecipient,
	combineContacts,
} from '../../../nodes/CrmMessaging/actions/contacts/duplicates';
import { Hints } from '../../../nodes/CrmMessaging/engine/hints';
import type { NodeParameters } from '../../../nodes/CrmMessaging/engine/read/parameters';
import { repeatedAmong, rowsOf } from './rows';
import { forAll } from './rule';
import { expectLinear } from '../../steps';

type Names = Partial<Record<'user_id' | 'email' | 'phone', string>>;
/** Few names, so that contacts share them. */
const contacts = fc.array(
	fc.record(
		{
			user_id: fc.constantFrom('1', '2', '3'),
			email: fc.constantFrom('a@x.example', 'b@x.example'),
			phone: fc.constantFrom('+341', '+342'),
		},
		{ requiredKeys: [] },
	),
	{ maxLength: 12 },
);
const groupsOf = (all: Names[]): number[][] => {
	const rows = rowsOf(all, contactIdentity);
	const groups = bySameRecipient(rows, repeatedAmong(rows));
	return groups.map((group) => group.map(({ item }) => item));
};

describe('duplicate contacts', () => {
	it('are in one group each, in order, and no group has two user IDs', () => {
		forAll(contacts, (all) => {
			const groups = groupsOf(all);
			expect(new Set(groups.flat()).size).toBe(groups.flat().length);
			for (const group of groups) {
				expect(group).toEqual([...group].sort((one, other) => one - other));
				const ids = new Set(group.flatMap((item) => all[item]!.user_id ?? []));
				expect(ids.size).toBeLessThanOrEqual(1);
			}
			const firsts = groups.map(([first]) => first!);
			expect(firsts).toEqual([...firsts].sort((one, other) => one - other));
		});
	});

	it('are all found: no two groups or single contacts are the same recipient', () => {
		forAll(contacts, (all) => {
			const groups = groupsOf(all);
			const inGroups = new Set(groups.flat());
			const alone = [...all.keys()].filter((item) => !inGroups.has(item));
			const known = [...groups, ...alone.map((item) => [item])].map((group) =>
				contactIdentity(
					// If they differ, the first value counts.
					group.reduceRight<Names>((names, item) => ({ ...names, ...all[item] }), {}),
				),
			);
			for (const [index, one] of known.entries()) {
				for (const other of known.slice(index + 1)) {
					expect(isSameRecipient(one, other) ?? false).toBe(false);
				}
			}
		});
	});

	it.each(['merge', 'last'])('are one contact with all of its identifiers: %s', (choice) => {
		const contact = { user_id: '1', email: 'a@x.example' };
		const rows = rowsOf([{ user_id: '1' }, contact], contactIdentity);
		const given = { hints: new Hints(), option: () => choice };
		const parameters = given as unknown as NodeParameters;
		const combined = combineContacts(rows, parameters, repeatedAmong(rows));
		expect(combined.map(({ recipient }) => recipient)).toEqual([contactIdentity(contact)]);
	});

	it.each<[string, (index: number) => Names]>([
		['all the same', () => ({ user_id: '1', email: 'a@x.example' })],
		['all with one email', (index) => ({ user_id: `${index}`, email: 'a@x.example' })],
		['all different', (index) => ({ user_id: `${index}`, email: `${index}@x.example` })],
	])('are found in linear time: %s', (_, contactAt) => {
		const contacts = (count: number) =>
			Array.from({ length: count }, (__, at) => contactAt(at));
		expectLinear((count) => groupsOf(contacts(count)), 500);
	});
});
