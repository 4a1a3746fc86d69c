import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { requestInTest, canceled, timedOut } from '../../../nodes/CrmMessaging/n8n/http';
import { authenticate } from '../../../nodes/CrmMessaging/service/credential';
import { exchange } from '../../../nodes/CrmMessaging/service/exchange';
import { credentialFor } from '../running-service';
import { Prober } from './probe';

/** n8n's HTTP client measures silence only; the limit of the whole request is the credential's. */
describe('a request to a service that never comes to an end', () => {
	const prober = new Prober();
	const waiting = new Set<NodeJS.Timeout>();
	const server: Server = createServer((request, response) => {
		response.writeHead(200);
		if (request.url === '/drip') waiting.add(setInterval(() => response.write(' '), 50));
	});
	const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		waiting.forEach(clearInterval);
		server.closeAllConnections();
		server.close();
	});

	it.each([
		['drips', '/drip', 300, undefined, timedOut],
		['says nothing', '/silent', 300, undefined, timedOut],
		['drips, and a person cancels the execution', '/drip', 60_000, 300, canceled],
	])('which %s ends', async (_, path, limit, cancelAfter, code) => {
		let said: unknown;
		await prober.run(
			async (context) => {
				const controller = new AbortController();
				if (cancelAfter) setTimeout(() => controller.abort(), cancelAfter);
				Object.assign(context, { getExecutionCancelSignal: () => controller.signal });
				const request = { method: 'POST' as const, url: baseUrl() + path, body: {} };
				said = await exchange(context, request, limit);
				return [];
			},
			{},
			{ credential: credentialFor(baseUrl()) },
		);
		expect(said).toEqual({ code });
	});

	it.each(['/drip', '/silent'])('at %s ends while a credential is tested', async (path) => {
		const test = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const data = credentialFor(baseUrl()) as ICredentialDataDecryptedObject;
		const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
			await requestInTest(test, await authenticate(data, request));
		const request = { method: 'GET' as const, url: baseUrl() + path, body: undefined };
		const said = await exchange({ helpers: { httpRequestWithAuthentication } }, request, 300);
		expect(said).toEqual({ code: timedOut });
	});
});
