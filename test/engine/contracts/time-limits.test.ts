import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { requestInTest, canceled, timedOut } from '../../../nodes/CrmMessaging/n8n/http';
import { authenticate } from '../../../nodes/CrmMessaging/service/credential';
import { exchange } from '../../../nodes/CrmMessaging/service/client';
import { RecordingServer } from '../recording-server';
import { credentialFor } from '../running-service';
import { Prober } from './probe';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** n8n's HTTP client measures silence only; the limit of the whole request is the credential's. */
describe('a request without a complete answer', () => {
	const prober = new Prober();
	const server = new RecordingServer();
	let collecting: NodeJS.Timeout;
	beforeEach(() => {
		// On Node.js 20, a collection of garbage could take a limit with it.
		collecting = setInterval(collectGarbage, 50);
		server.answer = (response) => {
			response.writeHead(200);
			if (response.req.url !== '/drip') return;
			const drip = setInterval(() => response.write(' '), 50);
			response.on('close', () => clearInterval(drip));
		};
	});

	afterEach(() => clearInterval(collecting));

	it.each([
		['sends data forever', '/drip', 300, undefined, timedOut],
		['sends nothing', '/silent', 300, undefined, timedOut],
		['sends data forever, and a user cancels the execution', '/drip', 60_000, 300, canceled],
	])(
		'ends at its time limit, or when canceled, if the service %s',
		async (_, path, limit, cancelAfter, code) => {
			let result: unknown;
			const execute: Parameters<typeof prober.run>[0] = async (context) => {
				const controller = new AbortController();
				if (cancelAfter) setTimeout(() => controller.abort(), cancelAfter);
				Object.assign(context, { getExecutionCancelSignal: () => controller.signal });
				const request = { method: 'POST' as const, url: server.url + path, body: {} };
				result = await exchange(context, request, limit);
				return [];
			};
			await prober.run(execute, {}, { credential: credentialFor(server.url) });
			expect(result).toEqual({ code });
		},
	);

	it.each(['/drip', '/silent'])(
		'ends at its time limit in a credential test: %s',
		async (path) => {
			const test = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
			const data = credentialFor(server.url) as ICredentialDataDecryptedObject;
			const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
				await requestInTest(test, await authenticate(data, request));
			const request = { method: 'GET' as const, url: server.url + path, body: undefined };
			const result = await exchange(
				{ helpers: { httpRequestWithAuthentication } },
				request,
				300,
			);
			expect(result).toEqual({ code: timedOut });
		},
	);
});
