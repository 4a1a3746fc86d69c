import type { IDataObject, INodeType } from 'n8n-workflow';
import {
	brokenRequest,
	refusedRequest,
	wrongCredential,
} from '../../nodes/CrmMessaging/catalogue/requests';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { textsIn } from './everything-in';
import { NodeRunner } from './node-runner';
import { RecordingServer } from './recording-server';
import { account, credentialFor } from './running-service';
import { hintText, refusalOf } from './sentences';

const authorization = `Token token=${account.accountSecret}`;

/** Which secret is for which endpoint, each operation shows in every-operation.test.ts. */
describe('the credential', () => {
	const node = new NodeRunner({ resource: 'bulkJob', operation: 'get', bulkId: 'b-1' });
	const server = new RecordingServer();
	const run = (change: IDataObject) =>
		node.run({}, { credential: { ...credentialFor(server.url), ...change } });

	it('accepts a Base URL with a path, any Account ID, and blanks around all', async () => {
		const { error, output } = await run({
			baseUrl: ` ${server.url}/crm/api// `,
			accountId: ' a/b?c ',
			accountSecret: `\n ${account.accountSecret}\t`,
		});
		expect(error).toBeUndefined();
		const url = '/crm/api/v2/account/a%2Fb%3Fc/contact/bulk/b-1';
		expect(server.requests).toMatchObject([{ url, authorization, accept: 'application/json' }]);
		expect(JSON.stringify(output)).not.toMatch(/secret/);
	});

	it('is refused if a field is wrong, and nothing is sent', async () => {
		const { error, status } = await run({ masterSecret: 'secret-1;more' });
		expect(status).toBe('error');
		const { code, text, advice } = wrongCredential.invalidSecret('Master Secret');
		const description = `${advice} ${closing.nothingSent}`;
		expect(error).toMatchObject({ code, message: text, description });
		expect(textsIn(error).join('\n')).not.toContain('secret-1');
		expect(server.requests).toEqual([]);
	});
});

describe('the test of the credential', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();
	const test = (change: IDataObject = {}, by = 'crmMessaging') =>
		node.engine.testCredential(by, { ...node.credential, ...change });

	it.each(['crmMessaging', 'crmMessagingTrigger'])(
		'reads one campaign with the account secret: %s',
		async (by) => {
			const result = await test(credentialFor(`${server.url}/`), by);
			expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
			const url = `/v2/account/${account.id}/campaigns/?limit=1`;
			const accept = 'application/json';
			expect(server.requests).toMatchObject([{ method: 'GET', url, authorization, accept }]);
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
	])('says what to do with %j', async (change, sentence) => {
		expect(await test(change)).toEqual({ status: 'Error', message: hintText(sentence) });
	});

	it.each([
		[503, '', refusalOf(refusedRequest.serviceFailed(), 503)],
		[200, '<html>', brokenRequest.pageInsteadOfAnswer('a web page')],
	])('explains the answer %i “%s”, and asks once', async (status, body, sentence) => {
		const respond = { status, body, headers: { 'content-type': 'text/html' } };
		node.service.faults.add({ times: Infinity, action: { respond } });
		expect(await test()).toEqual({ status: 'Error', message: hintText(sentence) });
		expect(node.sent).toHaveLength(1);
	});
});
