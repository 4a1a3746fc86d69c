import type { IDataObject, INodeType } from 'n8n-workflow';
import {
	wrongCredential,
	refusedRequest,
	brokenRequest,
} from '../../nodes/CrmMessaging/catalogue/requests';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';
import { hintText, refusalOf } from './sentences';

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

	const wrongSecret = refusalOf(
		refusedRequest.wrongSecret('Account Secret', ''),
		401,
		'authorization failure for account: another',
	);

	it.each<[change: IDataObject, sentence: Sentence]>([
		[{ accountId: 'another' }, wrongSecret],
		[{ baseUrl: 'api.example.com' }, wrongCredential.invalidBaseUrl()],
		[{ accountSecret: '' }, wrongCredential.credentialFieldMissing('Account Secret')],
	])('says what to do with %j', async (change, sentence) => {
		expect(await test(change)).toEqual({ status: 'Error', message: hintText(sentence) });
	});

	it('says that nothing listens', async () => {
		const { message } = await test({ baseUrl: 'http://127.0.0.1:1' });
		expect(message).toMatch(
			/^The server 127\.0\.0\.1:1 refused the connection \(ECONNREFUSED\)\. Nothing was sent\. /,
		);
	});

	it.each([
		[503, '', refusalOf(refusedRequest.serviceFailed(), 503)],
		[200, '<html>', brokenRequest.pageInsteadOfAnswer('a web page')],
		[200, '{"error":"no"}', brokenRequest.errorInsteadOfAnswer('no')],
	])('explains the answer %i “%s”, and asks once', async (status, body, sentence) => {
		const headers = { 'content-type': 'text/html' };
		node.service.faults.add({
			times: Infinity,
			action: { respond: { status, body, headers } },
		});
		expect(await test()).toEqual({ status: 'Error', message: hintText(sentence) });
		expect(node.sent).toHaveLength(1);
	});

	it.each(['/v2', '/account/aurora-hotels/'])(
		'names the end %s of Base URL that does not belong there',
		async (end) => {
			const { status, message } = await test({ baseUrl: `${node.service.url}${end}` });
			expect(status).toBe('Error');
			const shown = end.replace(/\/$/, '');
			expect(message).toContain(`Base URL in the credential ends with ${shown}. Remove that`);
		},
	);
});
