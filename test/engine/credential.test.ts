import type { IDataObject } from 'n8n-workflow';
import { textsIn } from './everything-in';
import { operations } from '../../nodes/CrmMessaging/actions';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';

/** What a person may type into the credential, and which secret travels. */
describe('the credential', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();

	const getJob = { resource: 'bulkJob', operation: 'get', bulkId: 'b-1' };
	const run = (parameters: IDataObject, change: IDataObject = {}) =>
		node.run(parameters, {
			items: guests.slice(0, 1),
			credential: { ...credentialFor(server.url), ...change },
		});
	const accountToken = `Token token=${account.accountSecret}`;
	const masterToken = `Token token=${account.masterSecret}`;

	it.each([
		['', account.id, `/v2/account/${account.id}`],
		['/// ', ' a/b?c ', '/v2/account/a%2Fb%3Fc'],
		['/crm/api/', 4711, '/crm/api/v2/account/4711'],
	])(
		'takes a Base URL that ends with “%s” and the Account ID %p',
		async (end, accountId, path) => {
			const { error } = await run(getJob, {
				baseUrl: ` ${server.url}${end}`,
				accountId,
				accountSecret: `\n ${account.accountSecret}\t`,
			});
			expect(error).toBeUndefined();
			expect(server.requests).toMatchObject([
				{ url: `${path}/contact/bulk/b-1`, authorization: accountToken },
			]);
		},
	);

	it.each<[change: IDataObject, sentence: string]>([
		[{ baseUrl: '  ' }, 'The Base URL of the credential is required'],
		[
			{ baseUrl: 'api.example.com' },
			'The Base URL of the credential must be a plain address such as https://api.example.com, without a user name, “?”, “#” or /v2/account; the node adds the rest',
		],
		[
			{ baseUrl: 'https://me:secret-1@api.example.com' },
			'The Base URL of the credential must be a plain address such as https://api.example.com, without a user name, “?”, “#” or /v2/account; the node adds the rest',
		],
		[
			{ baseUrl: 'https://api.example.com/v2/account/4711/' },
			'The Base URL of the credential must be a plain address such as https://api.example.com, without a user name, “?”, “#” or /v2/account; the node adds the rest',
		],
		[{ accountId: ' ' }, 'The Account ID of the credential is required'],
		[{ accountId: '..' }, 'The Account ID of the credential cannot be “..”'],
		[{ accountSecret: '' }, 'The Account Secret of the credential is required'],
		[
			{ accountSecret: 'Token token=secret-1' },
			'The Account Secret of the credential contains a blank, “,”, “;”, “Token token=” or another thing that no secret has; paste the secret alone',
		],
		[
			{ masterSecret: 'secret-1;more' },
			'The Master Secret of the credential contains a blank, “,”, “;”, “Token token=” or another thing that no secret has; paste the secret alone',
		],
		[
			{ accountSecret: 'secret-1 more' },
			'The Account Secret of the credential contains a blank, “,”, “;”, “Token token=” or another thing that no secret has; paste the secret alone',
		],
	])('refuses %j and sends nothing', async (change, sentence) => {
		const { error, status } = await run(getJob, change);
		expect(status).toBe('error');
		expect(error?.message).toBe(sentence);
		expect(textsIn(error).join('\n')).not.toContain('secret-1');
		expect(server.requests).toEqual([]);
	});

	const first = everyEndpoint.filter(
		({ operation }) =>
			operations.includes(operation) &&
			operation.operation === operation.resource.defaultOperation,
	);
	describe.each(first)('in a request for $name', ({ form, secret }) => {
		const needsMaster = secret === 'Master Secret';

		it(`gives its ${secret}`, async () => {
			const { error, output } = await run(form);
			expect(error).toBeUndefined();
			const authorization = needsMaster ? masterToken : accountToken;
			expect(server.requests).toMatchObject([{ authorization, accept: 'application/json' }]);
			expect(JSON.stringify(output)).not.toMatch(/secret/);
		});

		it('needs a Master Secret only to send messages', async () => {
			const { error } = await run(form, { masterSecret: undefined });
			expect(error?.message).toBe(
				needsMaster
					? 'Sending push notifications and SMS needs the Master Secret, which the credential leaves empty; add it there'
					: undefined,
			);
			expect(server.requests).toHaveLength(needsMaster ? 0 : 1);
		});
	});

	it.each<[what: string, accountSecret: string, masterSecret: string, shown: string]>([
		['both secrets', 'first-7f3a9c', 'other-b81d42', '*** or ***'],
		['a Master Secret around the Account Secret', '7f3a9c', '7f3a9c-b81d42', '*** or ***'],
		['an Account Secret around the Master Secret', '7f3a9c-b81d42', '7f3a9c', '*** or ***'],
		['no secret that is hardly one', 'ab', '', 'ab or'],
	])('blots out %s in what the service says', async (_, accountSecret, masterSecret, shown) => {
		const body = { error: `${accountSecret} or ${masterSecret}` };
		node.service.faults.add({ action: { respond: { status: 400, body } } });
		const credential = { ...node.credential, accountSecret, masterSecret };
		const { error } = await node.run(getJob, { credential });
		expect(error?.message).toBe(
			`The service refused the request (HTTP 400): ${shown} [item 0]`,
		);
	});
});
