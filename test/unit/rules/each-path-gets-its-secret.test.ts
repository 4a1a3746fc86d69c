import fc from 'fast-check';
import { endpoints, pathOf, secretOf } from '../../../nodes/CrmMessaging/interface/endpoints';
import { forAll } from './rule';

const all = Object.values(endpoints);
const wellFormed = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((text) => text !== '.' && text !== '..');
const prefix = fc
	.array(fc.stringMatching(/^[a-z0-9.-]{1,6}$/), { maxLength: 3 })
	.map((parts) => parts.map((part) => `/${part}`).join(''));
const slash = fc.constantFrom('', '/');

describe('the path of an endpoint', () => {
	it('carries every account and bulk job id as one segment, whatever they hold', () => {
		forAll(fc.constantFrom(...all), wellFormed, wellFormed, (endpoint, account, id) => {
			const path = pathOf(endpoint, { account_id: account, bulk_id: id });
			const { pathname, search, hash } = new URL(`https://example.com${path}`);
			const shape = endpoint.path.split('/');
			const segments = pathname.split('/').map(decodeURIComponent);
			const values: Record<string, string> = {
				':account_id': account,
				':bulk_id': id,
			};
			expect(segments).toEqual(shape.map((part) => values[part] ?? part));
			expect(search + hash).toBe('');
		});
	});

	it('leaves no name unfilled', () => {
		for (const endpoint of all) {
			expect(pathOf(endpoint, { account_id: 'a', bulk_id: 'b' })).not.toContain(':');
		}
	});
});

describe('the secret of a path', () => {
	it('is the one of its endpoint, below any prefix and with any account id', () => {
		forAll(
			fc.constantFrom(...all),
			prefix,
			wellFormed,
			slash,
			(endpoint, before, account, end) => {
				const path = pathOf(endpoint, { account_id: account, bulk_id: 'b' });
				const written = before + path.replace(/\/$/, '') + end;
				expect(secretOf(written)).toBe(endpoint.secret);
				expect(secretOf(new URL(written, 'https://example.com').pathname)).toBe(
					endpoint.secret,
				);
			},
		);
	});

	it('is the Master Secret for push and SMS deliveries only', () => {
		const master = all.filter(({ secret }) => secret === 'master').map(({ path }) => path);
		expect(master).toEqual([
			'/v2/account/:account_id/push/deliveries',
			'/v2/account/:account_id/sms/deliveries',
		]);
	});

	it.each([
		'/v2/account/x/sms/deliveries/extra',
		'/v2/account/x/sms/deliveries/',
		'/v2/account/x/push/deliveries//',
		'/v2/account/x/sms/deliveriesx',
		'/v2/account/x/mms/deliveries',
		'/v2/account/x/y/sms/deliveries',
		'/v2/account//sms/deliveries',
		'/v2/account/sms/deliveries',
		'/v2/accounts/x/sms/deliveries',
		'/v22/account/x/sms/deliveries',
		'/account/x/sms/deliveries',
		'/xv2/account/x/sms/deliveries',
		'/V2/ACCOUNT/x/SMS/DELIVERIES',
		'/v2/account/x/sms%2Fdeliveries',
		'/v2/account/x/sms',
		'/sms/deliveries',
		'/',
		'',
	])('of %j is what its exact shape says', (path) => {
		const isDelivery = path === '/v2/account/x/sms/deliveries/';
		expect(secretOf(path)).toBe(isDelivery ? 'master' : 'account');
	});

	it('is the Account Secret for every path that is no delivery', () => {
		forAll(fc.webPath(), (path) => {
			expect(secretOf(path)).toBe('account');
		});
	});
});
