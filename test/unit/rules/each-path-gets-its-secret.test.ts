import fc from 'fast-check';
import { endpoints, pathOf, secretOf } from '../../../nodes/CrmMessaging/service/endpoints';
import { forAll } from './rule';

const endpoint = fc.constantFrom(...Object.values(endpoints));
const wellFormed = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((text) => text !== '.' && text !== '..');
const prefix = fc.stringMatching(/^(\/[a-z0-9.-]{1,6}){0,3}$/);

it('the path of an endpoint contains every account and other ID as one segment, and selects the right secret', () => {
	const slash = fc.constantFrom('', '/');
	forAll(endpoint, prefix, slash, wellFormed, wellFormed, (one, before, end, account, id) => {
		const names = one.path.split('/').filter((part) => part.startsWith(':'));
		const ids = names.map((name) => [name.slice(1), name === ':account_id' ? account : id]);
		const values = Object.fromEntries(ids) as Record<string, string>;
		const path = pathOf(one, values);
		const { pathname, search, hash } = new URL(`https://example.com${path}`);
		const segments = pathname.split('/').map(decodeURIComponent);
		const expected = one.path.split('/').map((part) => values[part.slice(1)] ?? part);
		expect(segments).toEqual(expected);
		expect(search + hash).toBe('');
		const written = before + path.replace(/\/$/, '') + end;
		for (const way of [written, new URL(written, 'https://example.com').pathname]) {
			expect(secretOf(way)).toBe(one.secret);
		}
	});
});

it.each([
	'/v2/account/x/sms/deliveries/extra',
	'/v2/account/x/push/deliveries//',
	'/v2/account/x/y/sms/deliveries',
	'/v2/account//sms/deliveries',
	'/account/x/sms/deliveries',
	'/V2/ACCOUNT/x/SMS/DELIVERIES',
	'/v2/account/x/sms%2Fdeliveries',
])('the secret of a path like %s is the Account Secret, since it isn’t a delivery', (path) => {
	expect(secretOf(path)).toBe('account');
});
