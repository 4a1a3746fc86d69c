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
import { ServiceClient, type ServiceContext } from '../../../nodes/CrmMessaging/service/client';
import { endpoints } from '../../../nodes/CrmMessaging/service/endpoints';
import { transport } from '../../../nodes/CrmMessaging/service/limiter';
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

	afterEach(() => {
		clearInterval(collecting);
		jest.restoreAllMocks();
	});

	const credential = () => credentialFor(server.url) as ICredentialDataDecryptedObject;
	const expectToEnd = async (context: ServiceContext): Promise<void> => {
		jest.replaceProperty(transport, 'longestMs', 300 as never);
		const client = new ServiceClient(context, credential());
		const request = { endpoint: endpoints.smsDeliveries, body: {} };
		await expect(client.send(request)).rejects.toMatchObject({
			failure: { networkCode: timedOut },
		});
	};

	it('ends at its time limit', async () => {
		expect.assertions(1);
		const execute: Parameters<typeof prober.run>[0] = async (context) => {
			await expectToEnd(context);
			return [];
		};
		await prober.run(execute, {}, { credential: credential() });
	});

	it('ends at its time limit in a credential test', async () => {
		const test = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) =>
			await requestInTest(test, await authenticate(credential(), options));
		await expectToEnd({ helpers: { httpRequestWithAuthentication } });
	});
});
