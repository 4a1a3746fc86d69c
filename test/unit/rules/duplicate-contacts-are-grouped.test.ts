import fc from 'fast-check';
import { contactIdentity } from '../../../nodes/CrmMessaging/callbacks/contacts';
import { combineContacts } from '../../../nodes/CrmMessaging/actions/contacts/duplicates';
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
/** The items of each contact that is kept. */
const keptOf = (all: Names[]): Array<readonly number[]> => {
	const rows = rowsOf(all, contactIdentity);
	const given = { hints: new Hints(), option: () => 'last' };
	const parameters = given as unknown as NodeParameters;
	return combineContacts(rows, parameters, repeatedAmong(rows)).map(({ items }) => items);
};
const strongest = ({ user_id, email, phone }: Names) => user_id ?? email ?? phone;

describe('duplicate contacts', () => {
	it('share their user ID, else email, else phone; the last of them is kept for all items', () => {
		forAll(contacts, (all) => {
			const byName = new Map<string | number, number[]>();
			all.forEach((one, at) => {
				const name = strongest(one) ?? at;
				byName.set(name, [...(byName.get(name) ?? []), at]);
			});
			const expected = [...byName.values()].sort((one, other) => one.at(-1)! - other.at(-1)!);
			expect(keptOf(all)).toEqual(expected);
		});
	});

	it.each<[string, (index: number) => Names]>([
		['all the same', () => ({ user_id: '1', email: 'a@x.example' })],
		['all with one email', (index) => ({ user_id: `${index}`, email: 'a@x.example' })],
	])('are found in linear time: %s', (_, contactAt) => {
		expectLinear(
			(count) => keptOf(Array.from({ length: count }, (__, at) => contactAt(at))),
			500,
		);
	});
});
