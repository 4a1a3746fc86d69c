import type { IDataObject } from 'n8n-workflow';
import { wrongCredential } from '../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { textsIn } from './everything-in';
import { operations } from '../../nodes/CrmMessaging/actions';
import { everyEndpoint, guests } from './every-operation/endpoint-cases';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';

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
		'accepts a Base URL that ends with “%s” and the Account ID %p',
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

	it.each<[change: IDataObject, sentence: Sentence]>([
		[{ baseUrl: '  ' }, wrongCredential.credentialFieldMissing('Base URL')],
		[{ baseUrl: 'https://me:secret-1@api.example.com' }, wrongCredential.invalidBaseUrl()],
		[{ accountId: '..' }, wrongCredential.invalidAccountId('..')],
		[{ masterSecret: 'secret-1;more' }, wrongCredential.invalidSecret('Master Secret')],
	])('refuses %j and sends nothing', async (change, sentence) => {
		const { error, status } = await run(getJob, change);
		expect(status).toBe('error');
		const { code, text, advice } = sentence;
		expect(error).toMatchObject({ code, message: text, description: advice });
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
			expect(error).toEqual(
				needsMaster
					? expect.objectContaining({ code: 'credentialFieldMissing' })
					: undefined,
			);
			expect(server.requests).toHaveLength(needsMaster ? 0 : 1);
		});
	});
});
