import fc from 'fast-check';
import { exactlyOne } from '../../../nodes/CrmMessaging/fields/exactlyOne';
import { fieldsOf } from '../../../nodes/CrmMessaging/fields/field';
import type { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { id } from '../../../nodes/CrmMessaging/fields/types/text';
import { forAll } from './rule';

const keys = ['device_id', 'user_id', 'contact_id'];
const fields = fieldsOf(Object.fromEntries(keys.map((key) => [key, { label: key, type: id }])));
const one = exactlyOne(fields, { name: 'kind', label: 'Kind' }, { name: 'of', displayName: 'ID' });
const context = { timezone: 'UTC' };
const refusal = (read: () => unknown): string | undefined => {
	try {
		read();
		return undefined;
	} catch (error) {
		return (error as InputError).sentence.code;
	}
};

describe('fields of which exactly one has a value', () => {
	it('are accepted in JSON if one does, and refused if none or several do', () => {
		const value = fc.constantFrom(undefined, '', 'a', 'b');
		forAll(value, value, value, (...values) => {
			const given = Object.fromEntries(keys.map((key, at) => [key, values[at]]));
			const read = () => one.readJson(given, context);
			const present = keys.filter((key) => given[key]);
			const expected = present.length === 1 ? undefined : 'notExactlyOne';
			expect(refusal(read)).toBe(expected);
			if (present.length !== 1) return;
			const [key] = present as [string];
			expect([read(), one.keyIn(read())]).toEqual([{ [key]: given[key] }, key]);
		});
	});

	it('are a choice and its value in a form, the first one by default', () => {
		expect(one.readForm({ of: 'a' }, context)).toEqual({ device_id: 'a' });
		expect(one.readForm({ kind: 'user_id', of: 'a' }, context)).toEqual({ user_id: 'a' });
		expect(refusal(() => one.readForm({ kind: 'user_id', of: '' }, context))).toBe('required');
		expect(refusal(() => one.readForm({ kind: 'other', of: 'a' }, context))).toBeDefined();
	});

	it('accept only keys that are named', () => {
		expect(refusal(() => one.readJson({ user_id: 'a', text: '' }, context))).toBe('unknownKey');
		expect(one.readJson({ user_id: 'a', text: '' }, context, 'text')).toEqual({ user_id: 'a' });
	});
});
