import fc from 'fast-check';
import { deepestNesting, isTooDeep } from '../../../nodes/CrmMessaging/fields/values';
import { forAll } from './rule';

/** A value with a number of levels around it, lists and objects in turn. */
function nested(levels: number, core: unknown): unknown {
	let value = core;
	for (let level = 0; level < levels; level++) value = level % 2 ? [7, value] : { value, a: 1 };
	return value;
}

describe('a value', () => {
	it('is too deep from one level on, wherever in it that is', () => {
		forAll(fc.nat(200), fc.constantFrom<unknown>('core', 7, null, true), (levels, core) => {
			expect(isTooDeep(nested(levels, core))).toBe(levels > deepestNesting);
		});
	});

	it('is looked at no deeper than that', () => {
		const text = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
		expect(isTooDeep(JSON.parse(text))).toBe(true);
	});
});
