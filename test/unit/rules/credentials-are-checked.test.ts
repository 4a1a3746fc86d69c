import fc from 'fast-check';
import {
	CredentialError,
	readAccount,
	secretFor,
} from '../../../nodes/CrmMessaging/transport/credential';
import { forMany } from './rule';

const good = {
	baseUrl: 'https://api.example.com',
	accountId: '42',
	accountSecret: 'acct_secret_example',
	masterSecret: 'mstr_secret_example',
};

function problemOf(change: object): string | undefined {
	try {
		readAccount({ ...good, ...change });
		return undefined;
	} catch (error) {
		if (error instanceof CredentialError) return error.message;
		throw error;
	}
}

describe('a credential', () => {
	it('gives the account, without white space and trailing slashes', () => {
		const account = {
			baseUrl: 'https://api.example.com',
			accountId: '42',
			secrets: { account: 'acct_secret_example', master: 'mstr_secret_example' },
		};
		expect(readAccount(good)).toEqual(account);
		expect(
			readAccount({
				baseUrl: ' https://api.example.com// ',
				accountId: 42,
				accountSecret: '\tacct_secret_example\n',
				masterSecret: ' mstr_secret_example',
			}),
		).toEqual(account);
	});

	it.each([
		['a port', { baseUrl: 'http://localhost:3000' }],
		['a path', { baseUrl: 'https://example.com/crm/api' }],
		['an account id with characters that are encoded', { accountId: 'a/b ñ' }],
		['a secret with every visible character but the comma', { accountSecret: '!~"#$%&=/+:' }],
		['a secret that begins as the header does', { accountSecret: 'token-4711' }],
		['no master secret', { masterSecret: '' }],
		['no master secret at all', { masterSecret: undefined }],
	])('may have %s', (_what, change) => {
		expect(problemOf(change)).toBeUndefined();
	});

	it.each<[string, object, RegExp]>([
		['an empty address', { baseUrl: ' ' }, /Base URL .* is missing/],
		['an address that is no text', { baseUrl: {} }, /Base URL .* is missing/],
		['no protocol', { baseUrl: 'api.example.com' }, /begins with https/],
		['another protocol', { baseUrl: 'ftp://example.com' }, /begins with https/],
		['a script for an address', { baseUrl: 'javascript:alert(1)' }, /begins with https/],
		['a user in the address', { baseUrl: 'https://u:p@example.com' }, /plain address/],
		['a query in the address', { baseUrl: 'https://example.com/?a=1' }, /plain address/],
		['a fragment in the address', { baseUrl: 'https://example.com/#a' }, /plain address/],
		['no account id', { accountId: '' }, /Account ID .* is missing/],
		['an account id that leads elsewhere', { accountId: '..' }, /cannot be “..”/],
		['an account id of one point', { accountId: ' . ' }, /cannot be “.”/],
		['no account secret', { accountSecret: '' }, /Account Secret .* is missing/],
		['the whole header', { accountSecret: 'Authorization: Token token=x' }, /secret alone/],
		['the header’s value', { masterSecret: 'Token token=abc' }, /Master Secret.*secret alone/],
		['the header’s value with spaces', { accountSecret: 'token = abc' }, /secret alone/],
		['a comma', { accountSecret: 'abc,def' }, /Account Secret .*“,”/],
		['a semicolon', { masterSecret: 'abc;def' }, /Master Secret .*“;”/],
		['a space inside', { accountSecret: 'abc def' }, /a space/],
		['a line break inside', { masterSecret: 'abc\r\ndef' }, /a line break/],
		['a letter no header can carry', { accountSecret: 'ábc' }, /another character/],
		['an invisible character', { accountSecret: 'abc\u200bdef' }, /another character/],
	])('with %s is refused, naming the field', (_what, change, reason) => {
		expect(problemOf(change)).toMatch(reason);
	});

	it('is never quoted in what is said about it', () => {
		const core = fc.stringMatching(/^[A-Z0-9]{12}$/);
		const around = fc.constantFrom(
			'',
			' ',
			',',
			';',
			'\n',
			'Token token=',
			'Bearer ',
			'é',
			'x',
		);
		const secret = fc.tuple(around, core, around);
		forMany(300, secret, secret, fc.boolean(), (account, master, noAddress) => {
			const message = problemOf({
				accountSecret: account.join(''),
				masterSecret: master.join(''),
				...(noAddress ? { baseUrl: `https://${account[1]}:x@example.com` } : {}),
			});
			expect(message ?? '').not.toContain(account[1]);
			expect(message ?? '').not.toContain(master[1]);
		});
	});

	it('whose secrets are accepted has only what a header carries whole', () => {
		forMany(500, fc.string({ unit: 'binary', minLength: 1 }), (accountSecret) => {
			if (problemOf({ accountSecret }) !== undefined) return;
			expect(accountSecret.trim()).toMatch(/^[!-+\--:<-~]+$/);
		});
	});

	it('without the master secret refuses only what needs it, saying why', () => {
		const account = readAccount({ ...good, masterSecret: '' });
		expect(secretFor(account, 'account')).toBe('acct_secret_example');
		expect(() => secretFor(account, 'master')).toThrow(
			/push notifications and SMS needs the Master Secret/,
		);
	});
});
