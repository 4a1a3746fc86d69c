import type { IDataObject, INodeType } from 'n8n-workflow';
import { closedAddress } from './contracts/probe';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';

/** What a person reads below a credential that n8n has tested. */
describe('the test of the credential', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();

	const test = (change: IDataObject = {}, by = 'crmMessaging') =>
		node.engine.testCredential(by, { ...node.credential, ...change });

	it.each(['crmMessaging', 'crmMessagingTrigger'])(
		'reads one campaign with the account secret: %s',
		async (by) => {
			const result = await test({ ...credentialFor(`${server.url}/`) }, by);
			expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
			expect(server.requests).toMatchObject([
				{
					method: 'GET',
					url: `/v2/account/${account.id}/campaigns/?limit=1`,
					authorization: `Token token=${account.accountSecret}`,
					accept: 'application/json',
				},
			]);
		},
	);

	it('belongs to every node that uses the credential', () => {
		const types = [...node.engine.loaded.nodeTypes.values()] as INodeType[];
		const using = types.filter(({ description }) => description.credentials?.length);
		expect(using.length).toBeGreaterThan(1);
		for (const { description, methods } of using) {
			for (const { testedBy } of description.credentials!) {
				expect(methods?.credentialTest).toHaveProperty(testedBy as string);
			}
		}
	});

	it.each<[change: IDataObject, sentence: string]>([
		[
			{ accountSecret: 'wrong-secret' },
			'The service did not accept the Account Secret (HTTP 401): authorization failure for account: aurora-hotels. Check Account ID and Account Secret in the credential.',
		],
		[
			{ accountId: 'another' },
			'The service did not accept the Account Secret (HTTP 401): authorization failure for account: another. Check Account ID and Account Secret in the credential.',
		],
		[
			{ baseUrl: 'api.example.com' },
			'The Base URL of the credential must be a plain address such as https://api.example.com, without a user name, “?”, “#” or /v2/account; the node adds the rest.',
		],
		[{ accountSecret: '' }, 'The Account Secret of the credential is required.'],
	])('says of %j what to do', async (change, message) => {
		expect(await test(change)).toEqual({ status: 'Error', message });
	});

	it('says that nobody listens', async () => {
		const baseUrl = await closedAddress();
		const { host } = new URL(baseUrl);
		expect(await test({ baseUrl })).toEqual({
			status: 'Error',
			message: `The server ${host} refused the connection (ECONNREFUSED). Nothing was sent. Check Base URL in the credential and that the server runs.`,
		});
	});

	it.each([
		[404, '', 'The service does not know this address (HTTP 404). Check Base URL and'],
		[503, '', 'The service is not available at the moment (HTTP 503). Try again later, or'],
		[
			200,
			'<html>',
			'but a web page. This looks like a proxy’s or login page, not the service.',
		],
		[200, '{"error":"no"}', 'its answer is an error: no. Correct what it names'],
	])('says of the answer %i “%s” what it means, and asks once', async (status, body, words) => {
		node.service.faults.add({
			times: Infinity,
			action: { respond: { status, body, headers: { 'content-type': 'text/html' } } },
		});
		const { status: result, message } = await test();
		expect(result).toBe('Error');
		expect(message).toContain(words);
		expect(node.sent).toHaveLength(1);
	});

	it('follows no redirect', async () => {
		server.redirectTo = node.service.url;
		const result = await test({ baseUrl: server.url });
		expect(result.message).toBe(
			`The service redirects to ${node.service.url}/ (HTTP 302). Enter the final address of the service as Base URL in the credential. If it leads to a proxy’s or login page, ask whoever runs your network.`,
		);
		expect(node.sent).toEqual([]);
	});

	it.each(['/v2', '/v2/', '/account/aurora-hotels'])(
		'names the end %s of Base URL that does not belong there',
		async (end) => {
			const { status, message } = await test({ baseUrl: `${node.service.url}${end}` });
			expect(status).toBe('Error');
			expect(message).toContain(
				`Base URL in the credential ends with ${end.replace(/\/$/, '')}. Remove that`,
			);
		},
	);
});
