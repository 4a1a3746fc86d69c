import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { endpoints } from '../interface/endpoints';
import { requestInTest } from '../n8n/credentialTest';
import { wordsOfRun } from '../run/nodeError';
import { authenticate } from '../transport/authenticate';
import { ServiceClient } from '../transport/client';
import { requestTo } from '../transport/request';

/**
 * Reads one campaign: it changes nothing, and needs Account ID and Account Secret to be right. The
 * master secret opens nothing that could be read.
 *
 * It is a function, since a request as data fails in words of n8n alone, on most versions and for
 * most faults; here a person reads what the nodes say.
 */
export async function testAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const httpRequestWithAuthentication = async (_: string, request: IHttpRequestOptions) =>
		await requestInTest(this, await authenticate(data, request));
	try {
		const client = ServiceClient.with(data, { helpers: { httpRequestWithAuthentication } }, 1);
		await client.send(requestTo(endpoints.campaigns, { query: { limit: 1 } }));
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: wordsOfRun(error) };
	}
}
