import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { nodeText } from '../catalogue/panels';
import { wordsOfRun } from '../engine/errors';
import { requestInTest } from '../n8n/http';
import { ServiceClient } from '../service/client';
import { authenticate } from '../service/credential';
import { endpoints } from '../service/endpoints';

/**
 * Reads one campaign, which changes nothing; no endpoint only reads with the master secret. A
 * function, since a declared request fails with n8n's own texts on most versions.
 */
export async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
		await requestInTest(this, await authenticate(data, request));
	try {
		const context = { helpers: { httpRequestWithAuthentication } };
		const client = new ServiceClient(context, data, 1, 1);
		await client.send({ endpoint: endpoints.campaigns, query: { limit: 1 } });
		return { status: 'OK', message: nodeText.connected };
	} catch (error) {
		return { status: 'Error', message: wordsOfRun(error) };
	}
}
