import type { IAuthenticate, IHttpRequestOptions } from 'n8n-workflow';
import { CredentialError, readAccount, secretFor } from './credential';
import { signalWithin } from './timeLimit';
import { secretOf } from '../interface/endpoints';

/**
 * Adds the service's headers to a request of any node, with the secret that its path needs
 * (docs/service.md, Authentication).
 *
 * @returns a copy of the request
 * @throws CredentialError when the credential is wrong, or the request goes to another server
 */
export const authenticate: IAuthenticate = async (credentials, request) => {
	const account = readAccount(credentials);
	const url = addressOf(request, account.baseUrl);
	if (url.origin !== new URL(account.baseUrl).origin) {
		throw new CredentialError(
			`The secrets of this credential are for ${new URL(account.baseUrl).origin} only, so no request to ${url.origin} is sent with them`,
		);
	}
	const secret = secretFor(account, secretOf(url.pathname));
	return {
		...request,
		headers: {
			Accept: 'application/json',
			'Content-Type': 'application/json',
			...request.headers,
			Authorization: `Token token=${secret}`,
		},
		sendCredentialsOnCrossOriginRedirect: false,
		abortSignal: signalWithin(request),
	};
};

function addressOf(request: IHttpRequestOptions, baseUrl: string): URL {
	// Older nodes give the whole address as `uri`.
	const given = request.url || (request as { uri?: string }).uri || '';
	const base = (request.baseURL ?? baseUrl).replace(/\/+$/, '');
	return new URL(/^https?:\/\//i.test(given) ? given : `${base}/${given.replace(/^\/+/, '')}`);
}
