import fc from 'fast-check';
import { nearestName, editDistance } from '../../../nodes/CrmMessaging/fields/words';
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
		['nmae', ['room', 'name', 'names'], 'name'],
		['nm', ['zzzzzz', 'nam', 'yyyyyyyyy'], 'nam'],
		['cuontyr', ['city', 'country'], 'country'],
		['First Name', ['name', 'first_name'], 'first_name'],
		['guestName', ['guest_name'], 'guest_name'],
		['check-in', ['check_out', 'check_in'], 'check_in'],
		['room', ['name', 'phone'], undefined],
		['name', [], undefined],
		['x'.repeat(101), ['x'.repeat(101)], undefined],
	])('%s is found among %j: %s', (name, names, found) => {
		expect(nearestName(name, names)).toBe(found);
	});

	it('has an edit distance of 1 after one edit, and of 0 only from itself', () => {
		forAll(word, word, (one, other) => {
			expect(editDistance(one, other)).toBe(editDistance(other, one));
			expect(editDistance(one, other) === 0).toBe(one === other);
			expect(editDistance(one, other) <= 1).toBe(one === other || edits(one).has(other));
		});
	});
});
