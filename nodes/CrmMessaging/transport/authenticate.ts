import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { textOf } from './answer';
import { CredentialError, readAccount, secretFor } from './credential';
import { signalWithin } from './timeLimit';
import { withoutTrailingSlashes } from '../fields/trailing';
import { secretOf } from '../interface/endpoints';

/**
 * Adds the service's headers to a request of any node, with the secret that its path needs
 * (docs/service.md, Authentication).
 *
 * @returns a copy of the request
 * @throws CredentialError when the credential is wrong, or the request goes to another server
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const account = readAccount(credentials);
	const url = addressOf(request, account.baseUrl);
	const { origin } = new URL(account.baseUrl);
	const elsewhere = url.origin !== origin ? url.origin : otherHost(request, url.host);
	if (elsewhere !== undefined) {
		throw new CredentialError(
			`The secrets of this credential are for ${origin} only, so no request to ${elsewhere} is sent with them`,
		);
	}
	const secret = secretFor(account, secretOf(url.pathname));
	const { baseURL: _, uri: __, ...rest } = request as IHttpRequestOptions & { uri?: string };
	return {
		...rest,
		// What was checked is what is called; HTTP clients read an odd address in ways of their own.
		url: url.href,
		headers: {
			Accept: 'application/json',
			'Content-Type': 'application/json',
			...request.headers,
			Authorization: `Token token=${secret}`,
		},
		...noRedirects,
		abortSignal: signalWithin(request),
	};
}

/** Clients hand a secret on where a redirect leads to a subdomain. Older nodes say it by the other two. */
const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** Servers share addresses, and lead a request where its header Host says. */
function otherHost({ headers = {} }: IHttpRequestOptions, host: string): string | undefined {
	const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'host');
	return given.map(([, value]) => textOf(value)).find((value) => value !== host);
}

function addressOf(request: IHttpRequestOptions, baseUrl: string): URL {
	// Older nodes give the whole address as `uri`.
	const given = request.url || (request as { uri?: string }).uri || '';
	// As HTTP clients read it: blanks around it and line breaks in it count as nothing.
	if (URL.canParse(given)) return new URL(given);
	const base = withoutTrailingSlashes(request.baseURL ?? baseUrl);
	return new URL(`${base}/${given.replace(/^\/+/, '')}`);
}
