import fc from 'fast-check';
import { isOneEdit, nearestName } from '../../../nodes/CrmMessaging/fields/words';
import { forAll } from './rule';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

/** Every text that is one edit away. */
function edits(text: string): Set<string> {
	const found = new Set<string>();
	for (let index = 0; index <= text.length; index++) {
		const [before, after] = [text.slice(0, index), text.slice(index)];
		found.add(before + after.slice(1));
		for (const one of 'abc') found.add(before + one + after).add(before + one + after.slice(1));
		if (after.length > 1) found.add(before + after[1]! + after[0]! + after.slice(2));
	}
	return found;
}

describe('a misspelt name', () => {
	it.each(
		'sate state, State state, nmae name, rom room, firstName first_name, frist_name first_name, check-in check_in, transacton_code transaction_code'
			.split(', ')
			.map((pair) => pair.split(' ') as [string, string]),
	)('%s is taken for %s', (name, other) => {
		expect(nearestName(name, ['unrelated', other])).toBe(other);
	});

	it.each(
		'home_phone work_phone, first_name last_name, line2 line1, checkin_date checkout_date, guest_age guest_name, rate date, age page, price_eu price_us'
			.split(', ')
			.map((pair) => pair.split(' ') as [string, string]),
	)('%s isn’t taken for %s, since both may exist', (name, other) => {
		expect(nearestName(name, [other])).toBeUndefined();
	});

	it('is one edit away from another only if an edit makes it', () => {
		forAll(word, word, (one, other) => {
			expect(isOneEdit(one, other)).toBe(one === other || edits(one).has(other));
		});
	});
});
