import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { wrongCredential } from '../catalogue/requests';
import type { Sentence } from '../catalogue/sentence';
import { isPathSegment } from '../fields/types/text';
import { textOf } from '../fields/values';
import { secretNames, type Secret, secretOf } from './endpoints';
import { failureOfSentence, ServiceError } from './failure';

export const credentialName = 'crmMessagingApi';

/** Looks behind, since a text may hold very many slashes. */
const trailingSlashes = /(?<!\/)\/+$/;

/** A shorter text isn't a secret, and redacting it would garble messages. */
const shortestSecret = 6;

/** All visible characters except the two at which the service cuts the header; no pasted header. */
const sendable = new RegExp(
	`^(?!(?:authorization:)?token=)[!-+\\--:<-~]{${shortestSecret},}$`,
	'i',
);

/** The checked fields of the credential `crmMessagingApi`. */
export interface ServiceAccount {
	/** An http(s) URL without a trailing slash. */
	baseUrl: string;
	accountId: string;
	secrets: Record<Secret, string>;
}

/** Other nodes that use the credential show only its message. */
export class CredentialError extends ServiceError {
	constructor(problem: Sentence) {
		super(failureOfSentence('input', problem, { ofRun: true }));
		this.message = `${problem.text}. ${problem.advice}`;
	}
}

/** Checks the credential's fields. @throws CredentialError naming the field, never a secret */
export function readAccount(data: ICredentialDataDecryptedObject): ServiceAccount {
	const baseUrl = requiredText('Base URL', data.baseUrl);
	if (!isPlainAddress(baseUrl)) throw new CredentialError(wrongCredential.invalidBaseUrl());
	const accountId = requiredText('Account ID', data.accountId);
	if (!isPathSegment(accountId)) {
		throw new CredentialError(wrongCredential.invalidAccountId({ id: accountId }));
	}
	const account = requiredText(secretNames.account, data.accountSecret);
	const secrets = { account, master: trimmedText(data.masterSecret) };
	for (const name of ['account', 'master'] as const) {
		if (secrets[name] === '' || sendable.test(secrets[name])) continue;
		const problem = { secret: secretNames[name], least: shortestSecret };
		throw new CredentialError(wrongCredential.invalidSecret(problem));
	}
	return { baseUrl: baseUrl.replace(trailingSlashes, ''), accountId, secrets };
}

/** The secret for a request. @throws CredentialError if it is the master secret, and empty */
export function secretFor(account: ServiceAccount, secret: Secret): string {
	return requiredText(secretNames[secret], account.secrets[secret]);
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function requiredText(name: string, value: unknown): string {
	const text = trimmedText(value);
	if (text === '') throw new CredentialError(wrongCredential.credentialFieldMissing({ name }));
	return text;
}

function isPlainAddress(text: string): boolean {
	if (!/^https?:\/\/[^?#]*$/i.test(text) || !URL.canParse(text)) return false;
	const { username, password, pathname } = new URL(text);
	const isService = !/\/v2\/account(\/|$)/i.test(pathname);
	return !username && !password && isService;
}

/** Adds the service's headers to any node's request. @throws CredentialError, also for another server */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const account = readAccount(credentials);
	const url = urlOf(request, account.baseUrl);
	const { origin: own } = new URL(account.baseUrl);
	const other = url.origin === own ? otherHost(request, url.host) : url.origin;
	if (other !== undefined) {
		throw new CredentialError(wrongCredential.foreignAddress({ own, other }));
	}
	const secret = secretFor(account, secretOf(url.pathname));
	const { baseURL: _, uri: __, ...rest } = request as IHttpRequestOptions & { uri?: string };
	return {
		...rest,
		// The checked URL is the one to call; HTTP clients may read an unusual one differently.
		url: url.href,
		headers: {
			Accept: 'application/json',
			'Content-Type': 'application/json',
			...request.headers,
			Authorization: `Token token=${secret}`,
		},
		// A redirect could forward the secret, or turn a POST into a GET. Older nodes use the other
		// two options.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		abortSignal: signalWithin(request),
	} as IHttpRequestOptions;
}

/** Servers share addresses, and route a request by its Host header, whose name HTTP clients trim. */
function otherHost({ headers = {} }: IHttpRequestOptions, host: string): string | undefined {
	const hosts = Object.keys(headers).filter((name) => name.trim().toLowerCase() === 'host');
	return hosts.map((name) => textOf(headers[name])).find((value) => value !== host);
}

function urlOf(request: IHttpRequestOptions, baseUrl: string): URL {
	// Older nodes have the whole address in `uri`.
	const address = request.url || (request as { uri?: string }).uri || '';
	// Like HTTP clients, it ignores surrounding blanks and line breaks.
	if (URL.canParse(address)) return new URL(address);
	const base = (request.baseURL ?? baseUrl).replace(trailingSlashes, '');
	return new URL(`${base}/${address.replace(/^\/+/, '')}`);
}

/** Most milliseconds for a timer. Any node may use the credential, with any limit. */
const longestTimer = 2 ** 31 - 1;

/** Ends the whole request: n8n's HTTP client only limits silence. */
export function signalWithin({
	timeout = 0,
	abortSignal,
}: Pick<IHttpRequestOptions, 'timeout' | 'abortSignal'>): IHttpRequestOptions['abortSignal'] {
	if (!(timeout > 0 && timeout <= longestTimer)) return abortSignal;
	const limit = AbortSignal.timeout(Math.ceil(timeout));
	if (!abortSignal) return limit;
	// Node.js 20 collects a limit that nothing listens to as garbage, and the request never ends.
	limit.addEventListener('abort', () => undefined);
	return AbortSignal.any([abortSignal as AbortSignal, limit]);
}
