import fc from 'fast-check';
import { ByKeys } from '../../../nodes/CrmMessaging/actions/contacts/readHeading';
import { forAll } from './rule';

describe('what follows from the keys of items', () => {
	const item = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', '1'), fc.nat());

	it('is worked out once for all items that have the same keys in the same order', () => {
		forAll(fc.array(item, { maxLength: 12 }), (items) => {
			const asked: string[] = [];
			const byKeys = new ByKeys((keys) => {
				asked.push(JSON.stringify(keys));
				return [...keys];
			});
			expect(items.map((one) => byKeys.of(one))).toEqual(items.map(Object.keys));
			expect(asked).toEqual([
				...new Set(items.map((one) => JSON.stringify(Object.keys(one)))),
			]);
		});
	});
});
