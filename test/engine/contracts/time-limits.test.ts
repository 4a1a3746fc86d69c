import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { requestInTest, timedOut } from '../../../nodes/CrmMessaging/n8n/http';
import { authenticate } from '../../../nodes/CrmMessaging/service/credential';
import { exchange } from '../../../nodes/CrmMessaging/service/client';
import { RecordingServer } from '../recording-server';
import { Prober } from './probe';
import { credentialFor } from '../node-runner';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** n8n's HTTP client measures silence only; the limit of the whole request is the credential's. */
describe('a request whose answer never ends', () => {
	const prober = new Prober();
	const server = new RecordingServer();
	let collecting: NodeJS.Timeout;
	beforeEach(() => {
		// On Node.js 20, a collection of garbage could take a limit with it.
		collecting = setInterval(collectGarbage, 50);
		server.answer = (response) => {
			response.writeHead(200);
			const drip = setInterval(() => response.write(' '), 50);
			response.on('close', () => clearInterval(drip));
		};
	});

	afterEach(() => clearInterval(collecting));

	const request = () => ({ method: 'POST' as const, url: `${server.url}/drip`, body: {} });

	it('ends at its time limit', async () => {
		let result: unknown;
		const execute: Parameters<typeof prober.run>[0] = async (context) => {
			result = await exchange(context, request(), 300);
			return [];
		};
		await prober.run(execute, {}, { credential: credentialFor(server.url) });
		expect(result).toEqual({ code: timedOut });
	});

	it('ends at its time limit in a credential test', async () => {
		const test = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const data = credentialFor(server.url) as ICredentialDataDecryptedObject;
		const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) =>
			await requestInTest(test, await authenticate(data, options));
		const context = { helpers: { httpRequestWithAuthentication } };
		expect(await exchange(context, request(), 300)).toEqual({ code: timedOut });
	});
});
