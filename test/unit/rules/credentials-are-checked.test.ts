import fc from 'fast-check';
import { CredentialError, readAccount } from '../../../nodes/CrmMessaging/service/credential';
import { ServiceClient } from '../../../nodes/CrmMessaging/service/client';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { forMany } from './rule';

const baseUrl = 'https://api.example.com';
const [accountSecret, masterSecret] = ['acct_secret_example', 'mstr_secret_example'];
const good = { baseUrl, accountId: '42', accountSecret, masterSecret };

function problemOf(change: object): Failure | undefined {
	try {
		readAccount({ ...good, ...change });
		return undefined;
	} catch (error) {
		if (error instanceof CredentialError) return error.failure;
		throw error;
	}
}

const keyOf = (change: object) => {
	const helpers = { httpRequestWithAuthentication: () => Promise.resolve() };
	return new ServiceClient({ helpers }, { ...good, ...change }).accountKey;
};

it.each<[string, object, boolean]>([
	['the same over http', { baseUrl: 'http://api.example.com' }, true],
	['the same with a trailing dot', { baseUrl: 'https://api.example.com.:443/' }, true],
	['another with a path', { baseUrl: 'https://api.example.com/staging' }, false],
	['the same with other secrets', { accountSecret: 'another_secret' }, true],
	['another with another server', { baseUrl: 'https://api2.example.com' }, false],
	['another with another ID', { accountId: '43' }, false],
])('an account is %s', (_, change, same) => {
	expect(keyOf(change) === keyOf({})).toBe(same);
});

describe('a credential', () => {
	it.each([
		['a secret with every visible character but the comma', { accountSecret: '!~"#$%&=/+:' }],
		['a secret that begins like the header', { accountSecret: 'token-4711' }],
		['secrets of six characters', { accountSecret: 'abcdef', masterSecret: '123456' }],
		['a secret that is a number', { accountSecret: 123456 }],
		['no master secret', { masterSecret: undefined }],
	])('may have %s', (_what, change) => {
		expect(problemOf(change)).toBeUndefined();
	});

	const missing = 'The credential has no';
	it.each<[what: string, change: object, text: string]>([
		['an empty address', { baseUrl: ' ' }, `${missing} Base URL`],
		['an address that isn’t text', { baseUrl: {} }, `${missing} Base URL`],
		['another protocol', { baseUrl: 'ftp://example.com' }, 'The Base URL'],
		['a user in the address', { baseUrl: 'https://u@example.com' }, 'The Base URL'],
		['a password in the address', { baseUrl: 'https://:p@example.com' }, 'The Base URL'],
		['a query in the address', { baseUrl: 'https://example.com/?a=1' }, 'The Base URL'],
		['the node’s own path', { baseUrl: 'https://example.com/v2/account/42' }, 'The Base URL'],
		['a fragment in the address', { baseUrl: 'https://example.com/#a' }, 'The Base URL'],
		['no account ID', { accountId: '' }, `${missing} Account ID`],
		['an account ID that is a path', { accountId: '..' }, 'The Account ID'],
		['no account secret', { accountSecret: '' }, `${missing} Account Secret`],
		['the whole header', { accountSecret: 'Authorization:Token=abc' }, 'The Account Secret'],
		['the header’s value', { masterSecret: 'Token token=abc' }, 'The Master Secret'],
		['five characters', { accountSecret: ' abcde ' }, 'The Account Secret'],
		['a master secret of one character', { masterSecret: 'x' }, 'The Master Secret'],
		['a comma', { accountSecret: 'abc,def' }, 'The Account Secret'],
	])('with %s is rejected, and the error names the field', (_what, change, text) => {
		expect(problemOf(change)?.message).toMatch(new RegExp(`^${text}`));
	});

	it('never has its secrets quoted in an error', () => {
		const core = fc.stringMatching(/^[A-Z0-9]{12}$/);
		const around = fc.constantFrom('', ' ', ',', ';', '\n', 'Token token=', 'Bearer ', 'é');
		const secret = fc.tuple(around, core, around);
		forMany(300, secret, secret, fc.boolean(), (account, master, hasInvalidUrl) => {
			const [accountSecret, masterSecret] = [account.join(''), master.join('')];
			const address = hasInvalidUrl ? { baseUrl: `https://${account[1]}:x@example.com` } : {};
			const problem = JSON.stringify([
				problemOf({ accountSecret, masterSecret, ...address }),
			]);
			expect([account[1], master[1]].filter((word) => problem.includes(word))).toEqual([]);
		});
	});

	it('only accepts secrets that fit into a header unchanged', () => {
		forMany(500, fc.string({ unit: 'binary', minLength: 6 }), (accountSecret) => {
			if (problemOf({ accountSecret }) !== undefined) return;
			expect(accountSecret.trim()).toMatch(/^[!-+\--:<-~]+$/);
		});
	});
});
