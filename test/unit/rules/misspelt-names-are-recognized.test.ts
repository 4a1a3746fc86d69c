import fc from 'fast-check';
import { nearestName, editDistance, typoOf } from '../../../nodes/CrmMessaging/fields/words';
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
	it.each([
		['nmae', 'name', 'room, name, names'],
		['nm', 'nam', 'zzzzzz, nam, yyyyyyyyy'],
		['cuontyr', 'country', 'city, country'],
		['First Name', 'first_name', 'name, first_name'],
		['guestName', 'guest_name', 'guest_name'],
		['check-in', 'check_in', 'check_out, check_in'],
		['room', undefined, 'name, phone'],
		['name', undefined, ''],
		['x'.repeat(101), undefined, 'x'.repeat(101)],
	])('%s is taken for %s among: %s', (name, found, names) => {
		expect(nearestName(name, names.split(', ').filter(Boolean))).toBe(found);
	});

	it.each([
		['sate', 'state'],
		['State', 'state'],
		['firstName', 'first_name'],
		['frist_name', 'first_name'],
		['firstnam', 'first_name'],
		['transacton_code', 'transaction_code'],
		['confrmatoin', 'confirmation'],
	])('is surely a typo: %s', (name, other) => {
		expect(typoOf(name, ['unrelated', other])).toBe(other);
	});

	it.each([
		['home_phone', 'work_phone'],
		['first_name', 'last_name'],
		['line2', 'line1'],
		['checkin_date', 'checkout_date'],
		['guest_age', 'guest_name'],
		['rate', 'date'],
		['age', 'page'],
		['price_eu', 'price_us'],
		['x'.repeat(101), `${'x'.repeat(101)}y`],
	])('isn’t assumed if both may exist: %s, %s', (name, other) => {
		expect(typoOf(name, [other])).toBeUndefined();
	});

	it('has an edit distance of 1 after one edit, and of 0 only from itself', () => {
		forAll(word, word, (one, other) => {
			expect(editDistance(one, other)).toBe(editDistance(other, one));
			expect(editDistance(one, other) === 0).toBe(one === other);
			expect(editDistance(one, other) <= 1).toBe(one === other || edits(one).has(other));
		});
	});
});
