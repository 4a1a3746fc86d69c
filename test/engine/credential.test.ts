import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { simpleNode } from './harness/nodes';
import { NodeRunner, account, credentialFor } from './node-runner';
import { RecordingServer } from './recording-server';

const authorization = `Token token=${account.accountSecret}`;

/** every-operation.test.ts tests which secret each endpoint uses. */
describe('the credential', () => {
	const node = new NodeRunner({ resource: 'bulkJob', operation: 'get', bulkId: 'job-1' });
	const server = new RecordingServer();
	const run = (change: IDataObject) =>
		node.run({}, { credential: { ...credentialFor(server.url), ...change } });

	it('accepts a Base URL with a path, any Account ID, and surrounding whitespace', async () => {
		const { error, output } = await run({
			baseUrl: ` ${server.url}/crm/api// `,
			accountId: ' a/b?c ',
			accountSecret: `\n ${account.accountSecret}\t`,
		});
		expect(error).toBeUndefined();
		const url = `/crm/api/v2/account/a%2Fb%3Fc/contact/bulk/job-1`;
		expect(server.requests).toMatchObject([{ url, authorization, accept: 'application/json' }]);
		expect(JSON.stringify(output)).not.toMatch(/secret/);
	});
});

describe('the credential test', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();
	const test = (change: IDataObject = {}, by = 'crmMessaging') =>
		node.engine.testCredential(by, { ...node.credential, ...change });

	it.each(['crmMessaging', 'crmMessagingTrigger'])('reads one campaign: %s', async (by) => {
		const result = await test(credentialFor(`${server.url}/`), by);
		expect(result).toEqual({
			status: 'OK',
			message: 'Connection successful. Your first message checks the Master Secret.',
		});
		const url = `/v2/account/${account.id}/campaigns/?limit=1`;
		const accept = 'application/json';
		expect(server.requests).toMatchObject([{ method: 'GET', url, authorization, accept }]);
	});

	const wrongSecret =
		'The service didn’t accept the Account Secret (HTTP 401): authorization failure for account: another. Check Account ID and Account Secret in the credential.';

	it.each<[field: string, wrong: string, words: string]>([
		['accountId', 'another', wrongSecret],
		['baseUrl', '127.0.0.1:5000', 'The Base URL of the credential isn’t a plain address'],
		['masterSecret', '12345', 'The Master Secret of the credential'],
	])('shows an error with advice for a wrong %s', async (field, wrong, words) => {
		const result = await test({ [field]: wrong });
		expect(result.status).toBe('Error');
		expect(result.message.slice(0, words.length)).toBe(words);
	});
});

/** n8n shows only the message of a credential's error. */
const foreign = (own: string, other: string): string =>
	`The credential’s secrets are for ${own} only, so they weren’t sent to ${other}. Use the service’s own address, or choose another credential.`;

/** A node of another package that sends a request with the credential, as the HTTP Request node does. */
const caller = simpleNode(
	'Caller',
	async (context) => {
		const { older, ...request } = context.getInputData()[0]!.json;
		const options = request as unknown as IHttpRequestOptions;
		const { httpRequestWithAuthentication, requestWithAuthentication } = context.helpers;
		// The HTTP Request node sends in the older way.
		const send = older ? requestWithAuthentication : httpRequestWithAuthentication;
		const answer: unknown = await send.call(context, 'crmMessagingApi', options as never);
		return [{ json: { answer } as IDataObject }];
	},
	{ credentials: [{ name: 'crmMessagingApi', required: true }] },
);

describe('the credential in another node', () => {
	const node = new NodeRunner();
	const server = new RecordingServer();
	const other = new RecordingServer();

	const call = (request: IDataObject, change: IDataObject = {}) =>
		node.engine.run({
			node: { type: 'test.caller', parameters: {} },
			nodeTypes: { 'test.caller': caller },
			credential: { ...credentialFor(server.url), ...change },
			items: [request],
		});
	const accountToken = `Token token=${account.accountSecret}`;
	const masterToken = `Token token=${account.masterSecret}`;

	it('adds the secret of a path below the Base URL, and keeps headers except Authorization', async () => {
		const headers = { Accept: 'text/csv', Authorization: 'Bearer mine' };
		const baseURL = `${server.url}/crm/`;
		const path = 'v2/account/x/push/deliveries';
		for (const url of [path, `//${path}`])
			await call({ method: 'POST', baseURL, url, headers }, { baseUrl: baseURL });
		const sent = { authorization: masterToken, accept: 'text/csv', url: `/crm/${path}` };
		expect(server.requests).toMatchObject([sent, sent]);
	});

	it('sends nothing to another server, and shows why', async () => {
		const { error, status } = await call({ method: 'GET', baseURL: other.url, url: '/x' });
		expect(status).toBe('error');
		expect(error?.message).toBe(foreign(server.url, other.url));
		expect([...server.requests, ...other.requests]).toEqual([]);
	});

	/** Addresses that checks and clients may read in different ways; `#` is the other server. */
	const odd = [
		...[' http://#/x', '\thttp://#/x', '\nhttp://#/x', 'ht\ntp://#/x', '\u0000http://#/x'],
		...['//#/x', '\\\\#/x', '/\\#/x', 'http:/#/x', 'http:#/x', 'http:\\\\#/x', 'HTTP://#/x'],
		...['http://a@#/x', 'http://#\\@{own}/x', 'http://#?@{own}/x', '@#/x'],
		'http://#%2f@{own}/x',
	];

	const written = odd.map((address) => [JSON.stringify(address), address] as const);
	it.each(written)('sends no secret to the address %s', async (_, address) => {
		const [own, elsewhere] = [server, other].map(({ url }) => new URL(url).host);
		const text = address.replace('#', elsewhere!).replace('{own}', own!);
		for (const places of [
			{ url: text },
			{ uri: text },
			{ url: '/x', baseURL: text },
			{ url: text, baseURL: server.url },
			{ uri: text, url: server.url },
			{ uri: server.url, url: text },
			{ uri: text, baseURL: `${server.url}/a/b/` },
		]) {
			await call({ method: 'GET', ...places });
			await call({ method: 'GET', ...places, older: true });
		}
		const authorizations = other.requests.map(({ authorization }) => authorization);
		expect(authorizations.filter(Boolean)).toEqual([]);
		const secrets = [account.accountSecret, account.masterSecret];
		const seen = JSON.stringify(other.requests);
		expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
	});

	it.each(['Host', 'HOST', ' Host\t'])(
		'sends no secret to the server in a %s header',
		async (name) => {
			const send = (host: string, older: boolean) =>
				call({ method: 'GET', url: `${server.url}/x`, headers: { [name]: host }, older });
			for (const older of [false, true]) {
				const { error } = await send('elsewhere.example', older);
				expect(error?.message).toBe(foreign(server.url, 'elsewhere.example'));
			}
			expect(server.requests).toEqual([]);
			await send(new URL(server.url).host, false);
			expect(server.requests).toMatchObject([{ authorization: accountToken }]);
		},
	);

	it('sends the request to the address that was checked', async () => {
		const { error } = await call({ method: 'GET', uri: ` ${server.url}/x y?a=1`, older: true });
		expect(error).toBeUndefined();
		expect(server.requests).toMatchObject([{ url: '/x%20y?a=1', authorization: accountToken }]);
	});

	it.each<[client: string, options: IDataObject]>([
		['n8n', {}],
		['older nodes', { older: true }],
		['older nodes, set to follow all', { older: true, followAllRedirects: true }],
		['older nodes, set to follow', { older: true, followRedirect: true }],
	])('doesn’t follow redirects in the HTTP client of %s', async (_, options) => {
		for (const method of ['GET', 'POST']) {
			server.requests.length = 0;
			const headers = { location: `${other.url}/elsewhere` };
			server.answer = (response) => response.writeHead(302, headers).end();
			const { error } = await call({ method, url: `${server.url}/x`, ...options });
			expect(error?.message).toContain('302');
			expect(server.requests).toMatchObject([{ method, authorization: accountToken }]);
			expect(other.requests).toEqual([]);
		}
	});
});
