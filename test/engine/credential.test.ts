import type { IDataObject } from 'n8n-workflow';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';

/** What a person may type into the credential, and which secret travels. */
describe('the credential', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();

	const getJob = { resource: 'bulkJob', operation: 'get', bulkId: 'b-1' };
	const run = (parameters: IDataObject, change: IDataObject = {}) =>
		node.run(parameters, { credential: { ...credentialFor(server.url), ...change } });
	const urls = () => server.requests.map(({ url }) => url);
	const path = `/v2/account/${account.id}/contact/bulk/b-1`;

	it.each([
		['', path],
		['/', path],
		['///', path],
		['/crm/api', `/crm/api${path}`],
		['/crm/api/', `/crm/api${path}`],
		['  ', path],
	])('takes a Base URL that ends with “%s”', async (end, url) => {
		const { error } = await run(getJob, { baseUrl: ` ${server.url}${end}` });
		expect(error).toBeUndefined();
		expect(urls()).toEqual([url]);
	});

	it.each([
		['a/b ç', 'a%2Fb%20%C3%A7'],
		['a?b#c', 'a%3Fb%23c'],
		['  spaced  ', 'spaced'],
		['%2e', '%252e'],
		[4711, '4711'],
	])('writes the Account ID %p as one part of the address', async (accountId, segment) => {
		await run(getJob, { accountId });
		expect(urls()).toEqual([`/v2/account/${segment}/contact/bulk/b-1`]);
	});

	it('trims the secrets', async () => {
		await run(getJob, { accountSecret: `\n ${account.accountSecret}\t` });
		expect(server.requests.map(({ authorization }) => authorization)).toEqual([
			`Token token=${account.accountSecret}`,
		]);
	});

	const notHttp =
		'The Base URL of the credential must be an address that begins with https:// or http://';
	const notPlain =
		'The Base URL of the credential must be a plain address, without a user name, “?” or “#”';
	const pasted =
		'The Account Secret of the credential begins with “Token token=”; paste the secret alone, the node adds the rest';
	const cut =
		'The Account Secret of the credential holds “,” or “;”, which no secret has; copy it again';
	const strange =
		'The Account Secret of the credential holds a space, a line break or another character that no secret has; copy it again';

	it.each<[change: IDataObject, sentence: string]>([
		[{ baseUrl: '' }, 'The Base URL of the credential is missing'],
		[{ baseUrl: '  ' }, 'The Base URL of the credential is missing'],
		[{ baseUrl: 'api.example.com' }, notHttp],
		[{ baseUrl: 'ftp://api.example.com' }, notHttp],
		[{ baseUrl: 'https://' }, notHttp],
		[{ baseUrl: 'https://me@api.example.com' }, notPlain],
		[{ baseUrl: 'https://me:pass@api.example.com' }, notPlain],
		[{ baseUrl: 'https://api.example.com?a=1' }, notPlain],
		[{ baseUrl: 'https://api.example.com#a' }, notPlain],
		[{ accountId: ' ' }, 'The Account ID of the credential is missing'],
		[{ accountId: '..' }, 'The Account ID of the credential cannot be “..”'],
		[{ accountSecret: '' }, 'The Account Secret of the credential is missing'],
		[{ accountSecret: 'Token token=secret-1' }, pasted],
		[{ accountSecret: 'token token="secret-1"' }, pasted],
		[{ accountSecret: 'token=secret-1' }, pasted],
		[{ accountSecret: 'Authorization: Token token=secret-1' }, pasted],
		[{ accountSecret: 'secret-1,more' }, cut],
		[{ accountSecret: 'secret-1;more' }, cut],
		[{ accountSecret: 'secret-1 more' }, strange],
		[{ accountSecret: 'secret-1\nmore' }, strange],
		[{ accountSecret: 'secret-1\u0007more' }, strange],
		[{ accountSecret: 'secret-1\u200bmore' }, strange],
		[{ accountSecret: 'sécret-1' }, strange],
		[{ masterSecret: 'secret-1;more' }, cut.replace('Account', 'Master')],
	])('refuses %j and sends nothing', async (change, sentence) => {
		const { error, status } = await run(getJob, change);
		expect(status).toBe('error');
		expect(error?.message).toBe(sentence);
		expect(JSON.stringify(error)).not.toContain('secret-1');
		expect(server.requests).toEqual([]);
	});

	const message = { messageHolder: 'Hi', schedule: 'now' };
	const delivery = (target: IDataObject) => ({ delivery: [target] });
	const operations: Array<[name: string, parameters: IDataObject, request: object]> = [
		[
			'push',
			{
				resource: 'push',
				operation: 'send',
				...{ ...message, appId: 'guest-app', subject: 'Hello' },
				deliveriesFrom: 'json',
				deliveriesJson: '[{ "device_id": "device-1" }]',
			},
			{ method: 'POST', url: `/v2/account/${account.id}/push/deliveries`, secret: 'master' },
		],
		[
			'SMS',
			{
				resource: 'sms',
				operation: 'send',
				...{ ...message, sender: 'Aurora' },
				deliveries: delivery({ phoneNumber: '+34600123456' }),
			},
			{ method: 'POST', url: `/v2/account/${account.id}/sms/deliveries`, secret: 'master' },
		],
		[
			'campaigns',
			{ resource: 'campaign', operation: 'getAll' },
			{ method: 'GET', url: `/v2/account/${account.id}/campaigns/?limit=50` },
		],
		[
			'hotel data',
			{
				resource: 'hotel',
				operation: 'create',
				...{ uuid: 'h', name: 'Aurora', itemsFrom: 'json' },
				itemsJson: '[{ "language": "en", "data": {} }]',
			},
			{ method: 'POST', url: `/v2/account/${account.id}/hotel_data` },
		],
		[
			'contacts',
			{
				resource: 'contact',
				operation: 'upsert',
				...{ origin: 'pms', contactsFrom: 'json', contactsJson: '{ "user_id": "g" }' },
			},
			{ method: 'POST', url: `/account/${account.id}/sync_data` },
		],
		['bulk jobs', getJob, { method: 'GET', url: path }],
	];
	const seen = () =>
		server.requests.map(({ method, url, authorization }) => ({
			method,
			url,
			secret:
				authorization === `Token token=${account.masterSecret}` ? 'master' : authorization,
		}));

	it.each(operations)('sends the right secret for %s', async (_, parameters, request) => {
		const { error, output } = await run(parameters);
		expect(error).toBeUndefined();
		const secret = `Token token=${account.accountSecret}`;
		expect(seen()).toEqual([{ secret, ...request }]);
		expect(server.requests).toMatchObject([{ accept: 'application/json' }]);
		expect(JSON.stringify(output)).not.toMatch(/secret/);
	});

	it.each(operations)('without a Master Secret stops only push and SMS: %s', async (...row) => {
		const [name, parameters] = row;
		const { error } = await run(parameters, { masterSecret: '' });
		const needsMaster = ['push', 'SMS'].includes(name);
		expect(error?.message).toBe(
			needsMaster
				? 'Sending push notifications and SMS needs the Master Secret, which the credential leaves empty; add it there'
				: undefined,
		);
		expect(server.requests).toHaveLength(needsMaster ? 0 : 1);
	});

	it('says the same where the field of the Master Secret is not there at all', async () => {
		const { masterSecret: _, ...credential } = credentialFor(server.url);
		const { error } = await node.run(getJob, { credential });
		expect(error).toBeUndefined();
		expect(server.requests).toHaveLength(1);
	});
});
