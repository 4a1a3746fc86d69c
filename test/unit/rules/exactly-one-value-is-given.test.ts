import fc from 'fast-check';
import { exactlyOne } from '../../../nodes/CrmMessaging/fields/exactlyOne';
import { pushTargets } from '../../../nodes/CrmMessaging/service/fields/message';
import { forAll, refusal } from './rule';

const keys = pushTargets.map(({ name }) => name);
const kind = { name: 'kind', label: 'Kind' };
const one = exactlyOne(pushTargets, kind, { name: 'of', displayName: 'ID' });

it('a target is accepted in JSON if it has exactly one ID', () => {
	const value = fc.constantFrom(undefined, '', 'a', 'b');
	forAll(fc.array(value, { minLength: keys.length, maxLength: keys.length }), (values) => {
		const target = Object.fromEntries(keys.map((key, at) => [key, values[at]]));
		const read = () => one.readJson(target, { timezone: 'UTC' });
		const [key, ...others] = keys.filter((name) => target[name]);
		if (key === undefined || others.length > 0) {
			return expect(refusal(read)?.code).toBe('notExactlyOne');
		}
		expect([read(), one.keyIn(read())]).toEqual([{ [key]: target[key] }, key]);
	});
});
