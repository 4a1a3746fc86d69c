import type { IDataObject, INodeType } from 'n8n-workflow';
import {
	wrongCredential,
	refusedRequest,
	brokenRequest,
} from '../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { refusalOf } from './sentences';
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

	const wrongSecret = (id: string): Sentence =>
		refusalOf(
			refusedRequest.wrongSecret('Account Secret', ''),
			401,
			`authorization failure for account: ${id}`,
		);

	it.each<[change: IDataObject, sentence: Sentence]>([
		[{ accountSecret: 'wrong-secret' }, wrongSecret(account.id)],
		[{ accountId: 'another' }, wrongSecret('another')],
		[{ baseUrl: 'api.example.com' }, wrongCredential.invalidBaseUrl()],
		[{ accountSecret: '' }, wrongCredential.credentialFieldMissing('Account Secret')],
	])('says of %j what to do', async (change, sentence) => {
		expect(await test(change)).toEqual({ status: 'Error', message: hintOf(sentence).message });
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
		[404, '', refusalOf(refusedRequest.unknownAddress(), 404)],
		[503, '', refusalOf(refusedRequest.serviceFailed(), 503)],
		[200, '<html>', brokenRequest.pageInsteadOfAnswer('a web page')],
		[200, '{"error":"no"}', brokenRequest.errorInsteadOfAnswer('no')],
	])(
		'says of the answer %i “%s” what it means, and asks once',
		async (status, body, sentence) => {
			node.service.faults.add({
				times: Infinity,
				action: { respond: { status, body, headers: { 'content-type': 'text/html' } } },
			});
			const { status: result, message } = await test();
			expect(result).toBe('Error');
			expect(message).toBe(hintOf(sentence).message);
			expect(node.sent).toHaveLength(1);
		},
	);

	it('follows no redirect', async () => {
		server.redirectTo = node.service.url;
		const result = await test({ baseUrl: server.url });
		expect(result.message).toBe(
			hintOf(refusalOf(refusedRequest.redirected(`${node.service.url}/`), 302)).message,
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
